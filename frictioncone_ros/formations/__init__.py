# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact formations: where the workpiece is when given edges and vertices touch.

Manipulator polygons' poses in; out every pose of the workpiece in closed form, what each is
worth (on the edges, overlapping, how near to losing control), and its ContactState.
"""

from frictioncone_ros.formations.adapter import (
    contact_state,
    FormationAdapter,
    FormationReading,
    workpiece_twist,
)
from frictioncone_ros.formations.branch_tracker import (
    BranchPolicy,
    BranchTracker,
    EventKind,
    FormationTrack,
    PathEvent,
    TrackSample,
)
from frictioncone_ros.formations.contact_formation import (
    ContactFormation,
    edge_contact,
    ElementalContact,
    FormationType,
    vertex_contact,
)
from frictioncone_ros.formations.equations.contact_equations import (
    AngleCoefficients,
    ContactEquation,
    EdgeOnVertex,
    equation_rows,
    RollingPoint,
    three_edge_coefficients,
    VertexOnEdge,
)
from frictioncone_ros.formations.equations.pose_set import (
    FamilyKind,
    FormationPose,
    Genericity,
    PoseFamily,
    PoseSet,
    Verdict,
)
from frictioncone_ros.formations.equations.pose_solver import solve_contact_equations
from frictioncone_ros.formations.formation_census import FormationCensus, formations_at
from frictioncone_ros.formations.formation_path import follow_formation, straight_path
from frictioncone_ros.formations.formation_placement import (
    FormationPlacement,
    PlacedContact,
    placements,
)
from frictioncone_ros.formations.manipulation_system import ManipulationSystem
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.formations.polygons.overlap import overlap_depth
from frictioncone_ros.formations.polygons.polygon import Edge, Polygon
from frictioncone_ros.formations.pose_report import (
    describe_pose,
    elemental_contacts,
    PoseReport,
    touching_contacts,
)
from frictioncone_ros.formations.sensitivity import (
    branch_distance,
    BranchDistance,
    constraint_wrenches,
    pose_sensitivity,
)

__all__ = [
    'AngleCoefficients',
    'BranchDistance',
    'BranchPolicy',
    'BranchTracker',
    'ContactEquation',
    'ContactFormation',
    'Edge',
    'EdgeOnVertex',
    'ElementalContact',
    'EventKind',
    'FamilyKind',
    'FormationAdapter',
    'FormationCensus',
    'FormationPlacement',
    'FormationPose',
    'FormationReading',
    'FormationTrack',
    'FormationType',
    'Genericity',
    'ManipulationSystem',
    'PathEvent',
    'PlacedContact',
    'PlanarPose',
    'Polygon',
    'PoseFamily',
    'PoseReport',
    'PoseSet',
    'RollingPoint',
    'TrackSample',
    'Verdict',
    'VertexOnEdge',
    'branch_distance',
    'constraint_wrenches',
    'contact_state',
    'describe_pose',
    'edge_contact',
    'elemental_contacts',
    'equation_rows',
    'follow_formation',
    'formations_at',
    'overlap_depth',
    'placements',
    'pose_sensitivity',
    'solve_contact_equations',
    'straight_path',
    'three_edge_coefficients',
    'touching_contacts',
    'vertex_contact',
    'workpiece_twist',
]
