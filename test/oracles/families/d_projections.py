# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family D: force and motion projectors, frame transforms, and their invariance, to 1e-10."""

from __future__ import annotations

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.projections import (
    constrained_motion_projector,
    constraint_force_projector,
    free_motion_projector,
    motion_force_projector,
    projector_pair,
)
from frictioncone_ros.constraints import constraint_from_bases, constraint_from_wrenches
from frictioncone_ros.spatial import force_transform, motion_transform

COVERS = 'D'
RELATIVE = 1e-10


def check(document):
    """Judge every case."""
    for name, case in named_cases(document):
        yield _result(name, _differences(case))


def _differences(case):
    forces, motions = _matrix(case['N']), _matrix(case['T'])
    inertia = _matrix(case['A'])
    # Where no mobility metric is given as a matrix, it is the inverse of the inertia metric.
    given = case.get('B')
    stated = given is not None and not isinstance(given, str)
    mobility = _matrix(given) if stated else np.linalg.inv(inertia)
    wanted_force, wanted_motion = _matrix(case['Omega_f']), _matrix(case['Omega_m'])
    unit = np.eye(len(inertia))
    yield 'Omega_f', constraint_force_projector(forces, inertia), wanted_force
    yield 'I - Omega_f', motion_force_projector(motions, inertia), unit - wanted_force
    yield 'Omega_m', free_motion_projector(motions, mobility), wanted_motion
    yield 'I - Omega_m', constrained_motion_projector(forces, mobility), unit - wanted_motion
    pair = projector_pair(constraint_from_bases(forces, motions), inertia)
    yield 'Omega_f of the pair', pair.constraint_force, wanted_force
    # The span decides, not the basis: our own T from N must give the same split.
    own = constraint_from_wrenches(forces)
    yield 'Omega_f from N alone', projector_pair(own, inertia).constraint_force, wanted_force
    yield (
        'Omega_m from N alone',
        free_motion_projector(own.free_motion_basis, mobility),
        wanted_motion,
    )
    if 'frame' in case:
        yield from _in_the_new_frame(case, forces, motions, inertia, mobility)


def _in_the_new_frame(case, forces, motions, inertia, mobility):
    frame = case['frame']
    yield from _transforms(frame)
    force_map = force_transform(_matrix(frame['R']), _matrix(frame['p']))
    motion_map = motion_transform(_matrix(frame['R']), _matrix(frame['p']))
    force = constraint_force_projector(force_map @ forces, force_map @ inertia @ force_map.T)
    motion = free_motion_projector(motion_map @ motions, motion_map @ mobility @ motion_map.T)
    yield 'Omega_f in the new frame', force, _matrix(frame['Omega_f_new'])
    yield 'Omega_m in the new frame', motion, _matrix(frame['Omega_m_new'])


def _transforms(frame):
    rotation, position = _matrix(frame['R']), _matrix(frame['p'])
    yield 'X_f', force_transform(rotation, position), _matrix(frame['X_f'])
    yield 'X_m', motion_transform(rotation, position), _matrix(frame['X_m'])


def _result(name, differences):
    failures = []
    for what, got, desired in differences:
        error = np.abs(got - desired).max() / max(1.0, np.abs(desired).max())
        if not error <= RELATIVE:
            failures.append(f'{what} is off by {error:.3g} relative')
    return CaseResult(name, not failures, '; '.join(failures))


def _matrix(rows):
    return np.asarray(rows, dtype=float)
