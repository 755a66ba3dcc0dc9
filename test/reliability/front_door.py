# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every name of the front door with right arguments, for one of them to be replaced."""

from collections import namedtuple
from dataclasses import fields

import numpy as np

import frictioncone_ros as fc
from frictioncone_ros.control import Setpoints
from frictioncone_ros.formations import (
    ContactFormation,
    ManipulationSystem,
    Polygon,
    vertex_contact,
)

Call = namedtuple('Call', 'function arguments')
"""A function and its arguments by name, all right."""

FEET = [(0.1, 0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0), (0.1, -0.1, 0.0)]
BOX = fc.ContactState.from_points(FEET, (0.0, 0.0, 1.0), 0.5, mass=2.0)
TRAY = fc.ContactState.from_points([(0.1, 0.0), (-0.1, 0.0)], (0.0, 1.0), 0.5, mass=1.0)
PUSH = (10.0, 0.0, -20.0, 0.0, 0.0, 0.0)
SYSTEM = ManipulationSystem(
    Polygon('square', [(0, 0), (1, 0), (1, 1), (0, 1)]),
    (
        Polygon('floor', [(-3, -1), (3, -1), (3, 0), (-3, 0)]),
        Polygon('block', [(0, 0), (0.5, 0), (0.5, 3), (0, 3)]),
    ),
)
SEATED = ContactFormation(
    (vertex_contact(0, 0, 2), vertex_contact(1, 0, 2), vertex_contact(0, 1, 1))
)
POINT = {
    'contact_position': (0.1, 0.0, 0.0),
    'contact_normal': (0.0, 0.0, 1.0),
    'friction': fc.CircularCone(0.5),
    'name': 'foot',
    'tangent_hint': (1.0, 0.0, 0.0),
    'kind': 'B',
    'curvature': 0.5,
    'surface_velocity': (0.1, 0.0, 0.0),
    'body': 'box',
    'other_body': 'floor',
}
STATE = {
    'contacts': BOX.contacts,
    'inertia': BOX.inertia,
    'twist': np.zeros(6),
    'reference_point': np.zeros(3),
    'dimension': 6,
}


def calls():
    """Return the calls by name; a name of the door without one is missing here."""
    return {
        'ContactPoint': Call(fc.ContactPoint, POINT),
        'ContactState': Call(fc.ContactState, STATE),
        'ContactState.from_points': Call(
            fc.ContactState.from_points,
            {'points': FEET, 'normals': (0.0, 0.0, 1.0), 'friction': 0.5, 'mass': 2.0},
        ),
        'ContactState.with_twist': Call(BOX.with_twist, {'twist': np.zeros(6)}),
        'ContactState.with_friction': Call(BOX.with_friction, {'friction': fc.Frictionless()}),
        'ContactState.with_reference_point': Call(
            BOX.with_reference_point, {'offset': np.zeros(3)}
        ),
        'CircularCone': Call(fc.CircularCone, {'friction_coefficient': 0.5}),
        'EllipticCone': Call(
            fc.EllipticCone,
            {'friction_coefficient': 0.5, 'second_friction_coefficient': 0.2, 'edge_count': 8},
        ),
        'FrictionPyramid': Call(
            fc.FrictionPyramid, {'friction_coefficient': 0.5, 'second_friction_coefficient': 0.2}
        ),
        'FrictionPolygon': Call(
            fc.FrictionPolygon, {'friction_coefficient': 0.5, 'edge_count': 8}
        ),
        'SoftFinger': Call(
            fc.SoftFinger,
            {
                'friction_coefficient': 0.5,
                'torsional_friction': 0.01,
                'edge_count': 8,
                'independent': False,
            },
        ),
        'Inertia': Call(fc.Inertia, {'matrix': np.eye(6)}),
        'Inertia.planar_body': Call(
            fc.Inertia.planar_body,
            {'mass': 1.0, 'radius_of_gyration': 0.1, 'center_of_mass': (0.0, 0.0)},
        ),
        'Inertia.spatial_body': Call(
            fc.Inertia.spatial_body,
            {'mass': 1.0, 'rotational_inertia': np.eye(3), 'center_of_mass': (0.0, 0.0, 0.0)},
        ),
        'RigidTransform': Call(
            fc.RigidTransform, {'rotation': np.eye(3), 'position': np.zeros(3)}
        ),
        'shift_wrench': Call(fc.shift_wrench, {'wrench': PUSH, 'offset': np.zeros(3)}),
        'resist': Call(fc.resist, {'contacts': BOX, 'external_wrench': PUSH}),
        'force_closure': Call(fc.force_closure, {'state': BOX}),
        'find_motions': Call(
            fc.find_motions,
            {'state': BOX, 'external_wrench': PUSH, 'closed': False, 'with_reasons': False},
        ),
        'kinematic_modes': Call(fc.kinematic_modes, {'state': BOX}),
        'mode_cone': Call(fc.mode_cone, {'state': TRAY, 'mode': 'll', 'strictly_opening': ()}),
        'wrench_for_mode': Call(
            fc.wrench_for_mode,
            {
                'state': TRAY,
                'mode': 'll',
                'preferred': (-1.0, -1.0, 0.0),
                'margin': 0.1,
                'within': None,
            },
        ),
        'projectors': Call(
            fc.projectors, {'contacts': BOX, 'mode': 'ffff', 'inertia_metric': np.eye(6)}
        ),
        'filter_command': Call(
            fc.filter_command,
            {
                'state': BOX,
                'command': PUSH,
                'settings': fc.FilterSettings(margin=0.5),
                'twist': np.zeros(6),
                'mode': '****',
            },
        ),
        'FilterSettings': Call(
            fc.FilterSettings,
            {
                one.name: getattr(fc.FilterSettings(), one.name)
                for one in fields(fc.FilterSettings)
            },
        ),
        'placements': Call(
            fc.placements,
            {
                'system': SYSTEM,
                'formation': SEATED,
                'manipulator_poses': [(0, 0, 0), (-0.5, 0, 0)],
            },
        ),
        'Polygon': Call(Polygon, {'name': 'square', 'vertices': [(0, 0), (1, 0), (1, 1)]}),
        'Setpoints': Call(Setpoints, {'wrench': PUSH, 'twist': np.zeros(6), 'mode': None}),
    }
