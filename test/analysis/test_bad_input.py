# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is no number, has no fitting shape or is not finite is refused by every door, in words."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce, resist
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.mode_cones import (
    approach_choices,
    ContactUncertainty,
    exclusive_wrenches,
    expanded_modes,
    finger_placements,
    force_plane,
    gravity_wrenches,
    mode_cone,
    mode_exclusion,
    possible_mode_cones,
    robust_mode_cone,
    robust_wrench,
)
from frictioncone_ros.analysis.modes import (
    contact_separate_modes,
    kinematic_mode_table,
    KinematicModes,
    planar_kinematic_modes,
)
from frictioncone_ros.analysis.motions import (
    find_motions,
    find_planar_motions,
    find_planar_quasistatic_motions,
    find_quasistatic_motions,
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    project_onto_composite_cone,
)
from frictioncone_ros.analysis.projections import (
    constraint_force_projector,
    free_motion_projector,
    relative_inertia,
)
from frictioncone_ros.analysis.robust_feasibility import produce_over_friction, produce_under_noise
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.cones import composite_wrench_bounds, contact_wrench_cone, CoulombCone
from frictioncone_ros.constraints import (
    constraint_from_motions,
    constraint_from_wrenches,
    contact_constraint,
)
from frictioncone_ros.contact import (
    CircularCone,
    contact_patch,
    ContactMode,
    ContactPoint,
    ContactState,
    Interaction,
    SLIDING,
)
from frictioncone_ros.control import FilterSettings, joint_torques, Setpoints
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    edge_contact,
    EdgeOnVertex,
    solve_contact_equations,
)
from frictioncone_ros.spatial import Inertia, operational_space_inertia, RigidTransform

BODY = Inertia.planar_body(1.0, 1.0)
STATE = ContactState(
    [ContactPoint((place, -1.0), (0.0, 1.0), CircularCone(0.5)) for place in (-1.0, 1.0)], BODY
)
PROBLEM = contact_wrench_problem(STATE)
CONE = mode_cone(STATE, 'ff')
UNIT, TWO = np.eye(6), np.eye(6)[:, :2]
RAGGED = [[1.0, 2.0], [3.0]]
BAD = {
    'none': None,
    'text': 'text',
    'object': object(),
    'nan': float('nan'),
    'infinity': float('inf'),
    'ragged': RAGGED,
    'nans': [float('nan')] * 3,
}

DOORS = {
    'inertia': Inertia,
    'radius of gyration': lambda bad: Inertia.planar_body(1.0, bad),
    'rotational inertia': lambda bad: Inertia.spatial_body(1.0, bad),
    'center of mass': lambda bad: Inertia.planar_body(1.0, 1.0, bad),
    'joint inertia': lambda bad: operational_space_inertia(bad, UNIT),
    'jacobian of hand': lambda bad: operational_space_inertia(UNIT, bad),
    'position of frame': lambda bad: RigidTransform(np.eye(3), bad),
    'contact position': lambda bad: ContactPoint(bad, (0.0, 1.0), CircularCone(0.5)),
    'contact normal': lambda bad: ContactPoint((0.0, 1.0), bad, CircularCone(0.5)),
    'friction': lambda bad: ContactPoint((0.0, 1.0), (0.0, 1.0), bad),
    'kind': lambda bad: ContactPoint((0.0, 1.0), (0.0, 1.0), CircularCone(0.5), kind=bad),
    'curvature': lambda bad: ContactPoint(
        (0.0, 1.0), (0.0, 1.0), CircularCone(0.5), curvature=bad
    ),
    'coefficient': CircularCone,
    'twist': lambda bad: ContactState(STATE.contacts, twist=0.0 if bad is None else bad),
    'patch': lambda bad: contact_patch(bad, (0.0, 0.0, 1.0), CircularCone(0.5)),
    'mode': ContactMode.parse,
    'sliding direction': lambda bad: Interaction(SLIDING.kind, 'x' if bad is None else bad),
    'interaction': Interaction,
    'coulomb cone': lambda bad: CoulombCone(-1.0 if bad == float('inf') else bad),
    'polygon': lambda bad: composite_wrench_bounds(STATE, bad),
    'wrenches': constraint_from_wrenches,
    'rank tolerance': lambda bad: constraint_from_wrenches(TWO, rank_tolerance=bad),
    'length': lambda bad: constraint_from_motions(TWO, bad),
    'mode of constraint': lambda bad: contact_constraint(STATE, bad),
    'produced': lambda bad: produce(PROBLEM, bad),
    'resisted': lambda bad: resist(PROBLEM, bad),
    'factor': lambda bad: produce_over_friction(STATE, (0.0, 1.0, 0.0), bad, 2.0),
    'projected': lambda bad: project_wrench(PROBLEM, bad),
    'margin': lambda bad: project_wrench(PROBLEM, (0.0, 1.0, 0.0), margin=bad),
    'load': lambda bad: find_motions(STATE, bad),
    'mode of cone': lambda bad: mode_cone(STATE, bad),
    'member': CONE.contains,
    'strict member': CONE.contains_strictly,
    'fingers': lambda bad: finger_placements(CONE, bad),
    'tray': lambda bad: gravity_wrenches(bad, (0.0, -1.0), 0.1),
    'tilt': lambda bad: gravity_wrenches((0.0, 0.0), (0.0, -1.0), bad),
    'directions': lambda bad: gravity_wrenches((0.0, 0.0, 0.0), (0.0, 0.0, -1.0), 0.1, bad),
    'point': force_plane,
    'tangents': lambda bad: kinematic_mode_table(STATE, 'x' if bad is None else bad),
    'basis': lambda bad: constraint_force_projector(bad, UNIT),
    'metric': lambda bad: free_motion_projector(TWO, bad),
    'mobility': lambda bad: relative_inertia(UNIT, bad),
    'operational inertia': lambda bad: relative_inertia(bad, UNIT),
    'wrench': lambda bad: Setpoints('x' if bad is None else bad),
    'desired mode': lambda bad: Setpoints((0.0, 1.0, 0.0), mode='ff' if bad is None else bad),
    'policy': lambda bad: FilterSettings(infeasible_policy=bad),
    'least force': lambda bad: FilterSettings(min_normal_force=bad),
    'jacobian': lambda bad: joint_torques(bad, np.ones(6)),
    'element': lambda bad: edge_contact(bad, 0, 0),
}


@pytest.mark.parametrize('door', DOORS)
@pytest.mark.parametrize('bad', BAD.values(), ids=BAD)
def test_every_door_says_what_is_wrong(door, bad):
    with pytest.raises(InvalidInputError):
        DOORS[door](bad)


LOAD = (0.0, -1.0, 0.0)
STATE_DOORS = {
    'problem': contact_wrench_problem,
    'closure': force_closure,
    'mode cone': lambda bad: mode_cone(bad, 'f'),
    'possible': possible_mode_cones,
    'exclusive': lambda bad: exclusive_wrenches(bad, 'f'),
    'approach': lambda bad: approach_choices(bad, 0),
    'meanings': lambda bad: expanded_modes(bad, ContactMode.parse('f')),
    'exclusion': lambda bad: mode_exclusion(bad, ContactUncertainty()),
    'robust cone': lambda bad: robust_mode_cone(bad, 'f', ContactUncertainty()),
    'robust wrench': lambda bad: robust_wrench(bad, 'f', ContactUncertainty()),
    'separation': contact_separate_modes,
    'table': kinematic_mode_table,
    'modes one by one': KinematicModes,
    'planar modes': planar_kinematic_modes,
    'motions': lambda bad: find_motions(bad, LOAD),
    'slow motions': lambda bad: find_quasistatic_motions(bad, LOAD),
    'planar': lambda bad: find_planar_motions(bad, LOAD),
    'slow planar': lambda bad: find_planar_quasistatic_motions(bad, LOAD),
    'spatial': lambda bad: find_spatial_motions(bad, np.ones(6)),
    'slow spatial': lambda bad: find_spatial_quasistatic_motions(bad, np.ones(6)),
    'imposed': lambda bad: find_spatial_quasistatic_motions(bad, np.ones(6), np.ones(6)),
    'reaction': lambda bad: project_onto_composite_cone(bad, LOAD),
    'friction': lambda bad: produce_over_friction(bad, LOAD, 0.0, 1.0),
    'noise': lambda bad: produce_under_noise(bad, LOAD, 0.0, 0.0),
}


@pytest.mark.parametrize('door', STATE_DOORS)
@pytest.mark.parametrize('bad', [list(STATE.contacts), None], ids=['contacts', 'none'])
def test_contacts_alone_are_no_state(door, bad):
    with pytest.raises(InvalidInputError, match='expected a ContactState'):
        STATE_DOORS[door](bad)


@pytest.mark.parametrize('index', [-1, 2])
def test_a_contact_that_is_not_there_is_not_another_one(index):
    with pytest.raises(InvalidInputError, match='contact index'):
        contact_wrench_cone(STATE, index)


def test_equations_that_are_not_finite_have_no_pose():
    equations = [
        EdgeOnVertex.from_angle(angle, 0.5, (np.cos(angle), np.sin(angle)))
        for angle in (0.0, 2.0, 4.0)
    ]
    equations[1] = equations[1]._replace(offset=float('nan'))
    with pytest.raises(InvalidInputError, match='contact equation 1'):
        solve_contact_equations(equations)
