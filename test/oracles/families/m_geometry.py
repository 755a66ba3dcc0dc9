# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family M: Erdmann's vectors, edges, slopes and closed-form acceleration of one contact."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
from erdmann_input import contact_state
import numpy as np

from frictioncone_ros.contact import ConfigurationSpaceCone

COVERS = 'M'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare every vector; the closed form only where the case says that it is valid."""
    for name, case in named_cases(document):
        yield CaseResult(name, *_compared(case))


def _compared(case: dict[str, Any]) -> tuple[bool, str]:
    state = contact_state(case['input'])
    cone = ConfigurationSpaceCone(state.contacts[0], float(np.sqrt(case['input']['rho2'])))
    pairs = {
        'Delta_n': cone.normal_scale,
        'n': cone.configuration_normal,
        't_r': cone.rotation_tangent,
        't_r_perp': cone.in_plane_tangent,
        't_s': cone.sliding_tangent,
        'v_f': cone.friction_vector,
        'k1': cone.edge_slopes[0],
        'k2': cone.edge_slopes[1],
        'edges': cone.edge_wrenches,
    }
    if case['closed_form_valid']:
        pairs['closed_form_accel'] = cone.acceleration(
            case['input']['F'], state.inertia, state.twist
        )
    wrong = [
        f'{key}: expected {case[key]}, got {np.asarray(value).tolist()}'
        for key, value in pairs.items()
        if not np.allclose(value, case[key], rtol=1e-10, atol=1e-10)
    ]
    if cone.dips_below_tangent_plane == case['cone_above_tangent_plane']:
        wrong.append(f'dips below the tangent plane: {cone.dips_below_tangent_plane}')
    return not wrong, '; '.join(wrong)
