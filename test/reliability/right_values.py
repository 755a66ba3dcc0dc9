# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Right arguments for every public name of the rooms, by argument or by name."""

import numpy as np

from frictioncone_ros import cones, constraints
from frictioncone_ros.analysis import mode_cones, motions
from frictioncone_ros.analysis.feasibility import contact_wrench_problem
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    FrictionPyramid,
)
from frictioncone_ros.formations import (
    BranchTracker,
    ContactFormation,
    ManipulationSystem,
    placements,
    Polygon,
    straight_path,
    vertex_contact,
)

A = np.array
FEET3 = [(x, y, -0.05) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]


def planar(f=0.5):
    return ContactState.from_points([(-1, -1), (1, -1)], (0, 1), f, mass=1.0)


def spatial(f=None):
    return ContactState.from_points(FEET3, (0, 0, 1), f or FrictionPyramid(0.5), mass=2.0)


PL, SP = planar(), spatial()
square = Polygon('square', [(0, 0), (1, 0), (1, 1), (0, 1)])
floor = Polygon('floor', [(-3, -1), (3, -1), (3, 0), (-3, 0)])
block = Polygon('block', [(0, 0), (0.5, 0), (0.5, 3), (0, 3)])
wedge = Polygon('wedge', [(0, 0), (2, 0), (0, 1)])
small = ManipulationSystem(wedge, (wedge,))
system = ManipulationSystem(square, (floor, block))
seated = ContactFormation(
    (vertex_contact(0, 0, 2), vertex_contact(1, 0, 2), vertex_contact(0, 1, 1))
)
MP = [(0, 0, 0), (-0.5, 0, 0)]
placed = system.placed(MP)
placement = placements(system, seated, MP)[0]
path = straight_path(MP, [(0, 0, 0), (-0.4, 0, 0)])
tracker = BranchTracker(system, seated, path)
poseset = system.solve(seated, MP)
sample = tracker.sample(0.0, tracker.solve(0.0).poses[0])
cone3 = cones.PolyhedralCone.from_generators(np.eye(3))
ew = mode_cones.exclusive_wrenches(PL, 'll')
prob = contact_wrench_problem(PL)
mset = motions.find_motions(PL, (0.0, -10.0, 0.0))
smset = motions.find_motions(SP, (12.0, 0.0, -20.0, 0, 0, 0))
unc = mode_cones.ContactUncertainty((0.9, 1.1), 0.01, 0.001)
mode2 = ContactMode.parse('ll')
edges3 = FrictionPyramid(0.5).force_edges(6)
con = constraints.contact_constraint(PL, ContactMode.parse('ff'))
# default values by parameter name, then overrides by qualified name
BY_NAME = {
    'state': planar,
    'states': lambda: [planar(), planar()],
    'external_wrench': (0.0, -10.0, 0.0),
    'wrench': (0.0, -10.0, 0.0),
    'contact_wrench': (0.0, -10.0, 0.0),
    'external_wrenches': [(0, -10.0, 0), (1, -10.0, 0)],
    'contact_wrenches': [(0, -10.0, 0), (1, -10.0, 0)],
    'mode': 'll',
    'contact_index': 0,
    'friction': CircularCone(0.5),
    'dimension': 6,
    'contacts': planar,
    'system': system,
    'formation': seated,
    'manipulator_poses': MP,
    'placement': placement,
    'pose': placement.pose,
    'tracker': tracker,
    'start': (0, 0, 0),
    'factor': 0.5,
    'edge_count': 8,
    'force': (1.0, 0.1, 0.1),
    'direction': A([1.0, 0.0]),
    'cone': CircularCone(0.4),
    'torsion_share': 0.9,
    'tolerance': 1e-9,
    'point': (1.0, 0.1, 0.1),
    'contact': lambda: planar().contacts[0],
    'interaction': FIXED,
    'edges': edges3,
    'characteristic_length': 1.0,
    'wrenches': ew,
    'problem': prob,
    'uncertainty': unc,
    'radius_of_gyration': 1.0,
    'name': 'n',
    'twist': (0.0, 0.0, 0.0),
    'inertia': lambda: planar().inertia,
    'commanded': A([0.0, 0.0, 0.0]),
    'with_inertia': True,
    'corners': [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)],
    'contact_normal': (0, 0, 1),
    'tilt': 0.1,
    'points': [(-1, -1, 0), (1, -1, 0), (1, 1, 0)],
    'friction_coefficient': 0.5,
    'contact_forces': A([5.0, 0, 5, 0]),
    'normals': A([[0, 0, 1.0], [0, 0, 1.0]]),
    'deviations': [0.1, 0.1],
    'common': 0.0,
    'second_friction_coefficient': 0.4,
    'torsional_friction': 0.01,
    'offset': (1.0, 0.0),
    'other': cone3,
    'matrix': np.eye(3),
    'generators': np.eye(3),
    'faces': np.eye(3),
    'space_dimension': 3,
    'metric': None,
    'columns': np.eye(3),
    'target': A([1.0, 1, 1]),
    'remainder': A([0.0, 0, 0]),
    'vector': A([1.0, 2, 3]),
    'size': 3,
    'parameter': 0.5,
    'first': placement.pose,
    'second': placement.pose,
    'found': poseset.poses[0],
    'latest': sample,
    'sign': 1.0,
    'low': 0.0,
    'high': 0.4,
    'equations': placement.equations,
    'x': 0.0,
    'y': 0.0,
    'theta': 0.0,
    'manipulator_twists': np.zeros((2, 3)),
    'lengths': 1.0,
    'limits': motions.SearchLimits(),
    'draws': range(3),
    'cones': [mode_cones.mode_cone(PL, 'll'), mode_cones.mode_cone(PL, 'ff')],
    'center': (0.0, 1.0),
    'center_of_mass': (0.0, 1.0),
    'down': (0.0, -1.0),
    'largest_tilt': 0.1,
    'finger': lambda: ContactPoint((0.0, 1.0), (0.0, -1.0), CircularCone(0.3)),
    'vertices': [(0, 0), (1, 0), (1, 1), (0, 1)],
    'lowest': 0.5,
    'highest': 1.5,
    'normal_error': 0.01,
    'position_error': 0.001,
    'steady_wrench': (0.0, -10.0, 0.0),
    'load': (1.0, 0.0, 0.0),
    'preferred': (-1.0, -1.0, 0.0),
    'margin': 0.0,
    'limit': None,
    'text': 'fl',
    'separation': 'cc',
    'normal_angle': 0.1,
    'vertex': (0.0, 1.0),
    'workpiece_edge': 0,
    'manipulator': 0,
    'edge': 0,
    'workpiece_vertex': 0,
    'distance': 0.5,
    'motions': A([[1.0, 0], [0, 1], [0, 0]]),
    'constraint_force_basis': A([[1.0], [0], [0]]),
    'free_motion_basis': A([[0.0, 0], [1, 0], [0, 1]]),
    'speeds': A([0.0, 0.0, 0.0]),
    'kind': 'f',
    'centre': None,
    'segments': [[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(1, 1), (0, 0)]],
    'contact_position': (0.0, 1.0),
    'index': 0,
    'contact_velocity': None,
}
