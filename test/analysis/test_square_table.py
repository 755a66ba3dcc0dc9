# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A body on four feet of a square: every question answered by hand, where numbers tie exactly.

Nothing pressed, pressed evenly, pushed as hard as friction holds, tipping over an edge and over a
corner: comparisons of what is exactly equal decide there, in whatever unit forces and lengths are.
"""

from math import cos, inf, pi, sqrt

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, resist
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.pipeline import filter_command
from frictioncone_ros.spatial import Inertia

FRICTIONS = {
    CircularCone(0.5): 0.5,
    EllipticCone(0.5, 0.2): 0.2,
    SoftFinger(0.5, 0.1): 0.5,
    FrictionPolygon(0.5, 8): 0.5 * cos(pi / 8),
    FrictionPyramid(0.5, 0.4): 0.4,
}
"""Friction whose first coefficient is 0.5, and the coefficient of the circle inside."""

WRENCHES = {
    'nothing': (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    'a press': (0.0, 0.0, -4.0, 0.0, 0.0, 0.0),
    'a push': (2.0, 0.0, -4.0, 0.0, 0.0, 0.0),
    'over an edge': (0.0, 0.0, -4.0, 4.0, 0.0, 0.0),
    'over a corner': (0.0, 0.0, -4.0, 4.0, 4.0, 0.0),
}
"""Wrenches that a square of half width 1 on friction 0.5 holds, all but the press just so."""


def table(friction, length):
    feet = [(x * length, y * length, 0.0) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    if isinstance(friction, SoftFinger):
        friction = SoftFinger(0.5, 0.1 * length)
    inertia = Inertia.spatial_body(1.0, 0.3 * length**2 * np.eye(3))
    return ContactState([ContactPoint(foot, (0, 0, 1), friction) for foot in feet], inertia)


@pytest.mark.parametrize(('force', 'length'), [(1.0, 1.0), (1e-3, 1.0), (2.0**10, 2.0**-6)])
@pytest.mark.parametrize('name', WRENCHES)
@pytest.mark.parametrize('friction', FRICTIONS, ids=repr)
def test_what_a_square_table_holds(friction, name, force, length):
    state = table(friction, length)
    wrench = force * np.array((1.0, 1.0, 1.0, length, length, length)) * WRENCHES[name]
    inscribed = FRICTIONS[friction]
    # Each foot bears a newton, and is as far from its cone's side as the circle inside says.
    depth = force * inscribed / sqrt(1.0 + inscribed**2) if name == 'a press' else 0.0
    near = {'rel': 1e-6, 'abs': 1e-8 * force}

    can, will = resist(state, wrench), will_resist(state, wrench)
    assert can.feasible and can.certificate_holds() and can.margin == pytest.approx(depth, **near)
    assert will.carried and will.certificate_holds()
    assert will.margin == pytest.approx(depth, **near)
    factor = will.load_factor
    assert factor == (pytest.approx(1.0, rel=1e-6) if name == 'a push' else None)

    kept = project_wrench(contact_wrench_problem(state), -wrench)
    assert np.allclose(
        kept.contact_wrench, -wrench, rtol=1e-9, atol=1e-9 * force * min(1.0, length)
    )

    answer = filter_command(state, wrench)
    assert answer.codes == () and np.array_equal(answer.command.wrench, wrench)
    assert answer.margin == pytest.approx(depth, **near)
    # Of no force at all nothing is judged.
    assert answer.will_be_carried is (None if name == 'nothing' else True)

    # Beside the press alone the rest may grow once; a lift that takes it all away too.
    press = force * np.array(WRENCHES['a press'])
    found = load_factor(contact_wrench_problem(state), press, wrench - press)
    assert found.certificate_holds()
    assert found.value == (inf if name == 'a press' else pytest.approx(1.0, rel=1e-6))

    assert [str(mode) for mode in find_motions(state, wrench).modes] == ['ffff']
