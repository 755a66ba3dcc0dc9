# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Right arguments of what the rooms of analysis offer, by its name."""

import numpy as np
from right_values import (
    A,
    ew,
    mode2,
    mset,
    PL,
    prob,
    smset,
    spatial,
)

from frictioncone_ros.analysis import modes
from frictioncone_ros.contact import ContactMode

ANALYSIS = {
    'SearchLimits': {'contacts': 4, 'candidates': 100, 'seconds': 1.0, 'sectors': 16},
    'MotionPolytope': {'vertices': A([[0.0, 0, 0]])},
    'MotionCertificate': {
        'newton': 0.0,
        'coulomb': 0.0,
        'complementarity': 0.0,
        'penetration': 0.0,
    },
    'ForceSet': {'minimum_norm': A([1.0, 0.0])},
    'ImpossibleMode': {'mode': mode2, 'reason': 'x', 'contact': 'a'},
    'Motion': {
        'mode': mode2,
        'polytope': mset.motions[0].polytope if mset.motions else None,
        'twist_rate': A([0.0, 0, 0]),
        'contact_forces': mset.motions[0].contact_forces,
        'certificate': mset.motions[0].certificate,
    },
    'SpatialMotion': {
        'mode': ContactMode.parse('ffff'),
        'polytope': smset.motions[0].polytope,
        'twist_rate': np.zeros(6),
        'contact_forces': smset.motions[0].contact_forces,
        'certificate': smset.motions[0].certificate,
    },
    'MotionSet': {'motions': mset.motions},
    'ReactionLine': {
        'base': A([0.0, 0, 0]),
        'direction': A([1.0, 0, 0]),
        'applied': A([0.0, 0, 0]),
        'mass': 1.0,
        'segments': (),
    },
    'ReactionSegment': {'letters': 'l', 'lowest': 0.0, 'highest': 1.0},
    'ContactUncertainty': {
        'friction_factors': (0.9, 1.1),
        'normal_angle': 0.01,
        'position_error': 0.001,
    },
    'ExclusiveWrenches': {'desired': ew.desired, 'cones': ew.cones, 'others': ew.others},
    'ModeCone': {
        k: getattr(ew.cones[0], k)
        for k in ('mode', 'closed', 'is_possible', 'characteristic_length', 'strict_wrenches')
    },
    'FingerPlacement': {
        'edge_index': 0,
        'start': A([0.0, 0]),
        'end': A([1.0, 0]),
        'best': A([0.5, 0]),
        'normal': A([0.0, 1]),
        'margin': 0.1,
    },
    'RobustChoice': {
        'found': False,
        'wrench': A([0.0, 0, 0]),
        'margin': 0.0,
        'remaining_modes': (),
        'reason': '',
    },
    'RobustCone': {'mode': mode2, 'cone': None, 'reason': ''},
    'WrenchAnswer': {
        'consistent': True,
        'twist_rate': A([0.0, 0, 0]),
        'contact_forces': A([0.0, 0]),
        'separating_twist': A([0.0, 0, 0]),
        'residual': 0.0,
    },
    'WrenchChoice': {
        'found': False,
        'wrench': A([0.0, 0, 0]),
        'margin': 0.0,
        'distance': 0.0,
        'mode': mode2,
        'proof': (),
    },
    'BatchVerdict': {'feasible': A([True]), 'margins': A([1.0]), 'undecided': A([False])},
    'Deviations': {'friction': 0.1, 'normal': 0.01, 'position': 0.001, 'shift': 0.0, 'turn': 0.0},
    'load_factor': {},
    'ModeWrenches.of': {},
    'ModeTable': {
        k: getattr(modes.kinematic_mode_table(PL), k)
        for k in ('separations', 'counts', 'signs', 'owner', 'exhaustive')
    },
    'ModeTable.of_separation': {'separation': modes.kinematic_mode_table(PL).separations[0]},
    'LoadFactor': {'value': 1.0, 'least_refused': 2.0, 'carried': None, 'refused': None},
    'JointVerdict': {'contact_forces': None, 'slack': 0.0, 'radius': 0.0, 'largest_radius': 1.0},
    'FrictionInterval': {'verdict': 'for every friction of the interval', 'critical_factor': None},
    'ProjectedWrench': {
        'contact_wrench': A([0.0, 0, 0]),
        'removed': A([0.0, 0, 0]),
        'contact_forces': A([0.0]),
        'limiting_twist': A([0.0, 0, 0]),
        'margin': 0.0,
    },
    'ForceClosure': {'problem': prob, 'internal_forces': None, 'escaping_twist': None},
    'straight_path': None,
    'edge_contact': {'vertex': 0},
    'find_spatial_motions': {'state': spatial, 'external_wrench': (12.0, 0, -20, 0, 0, 0)},
    'find_spatial_quasistatic_motions': {
        'state': spatial,
        'external_wrench': (12.0, 0, -20, 0, 0, 0),
    },
    'require_state': {'dimension': 3},
    'SoftFinger.contains': {'force': (1.0, 0, 0, 0)},
    'ModeExclusion': None,
    'ModeWrenches': None,
    'ContactMode.parse': {},
    'PoseRecorder': None,
}
