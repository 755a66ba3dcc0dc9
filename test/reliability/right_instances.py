# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A value of every public class that has methods, by its name."""

from right_values import (
    con,
    cone3,
    ew,
    mset,
    PL,
    placement,
    sample,
    seated,
    square,
    system,
    tracker,
    unc,
)

from frictioncone_ros import cones
from frictioncone_ros.analysis import mode_cones, modes, motions
from frictioncone_ros.contact import (
    CircularCone,
    ConfigurationSpaceCone,
    ContactPatch,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.formations import (
    FamilyKind,
    FormationAdapter,
    FormationTrack,
    PlanarPose,
    PoseFamily,
)

INST = {
    'CircularCone': CircularCone(0.5),
    'EllipticCone': EllipticCone(0.5, 0.4),
    'FrictionPolygon': FrictionPolygon(0.5),
    'FrictionPyramid': FrictionPyramid(0.5, 0.4),
    'Frictionless': Frictionless(),
    'SoftFinger': SoftFinger(0.5, 0.01),
    'ConfigurationSpaceCone': ConfigurationSpaceCone(PL.contacts[0], 1.0),
    'ContactPatch': ContactPatch(
        [(-1, -1, 0), (1, -1, 0), (1, 1, 0)], (0, 0, 1), CircularCone(0.5)
    ),
    'ContactPoint': PL.contacts[0],
    'ContactState': PL,
    'CoulombCone': cones.CoulombCone(0.5),
    'EllipsoidalCone': cones.EllipsoidalCone((0.5, 0.4)),
    'PolyhedralCone': cone3,
    'SoftFingerCone': cones.SoftFingerCone(0.5, 0.01),
    'SoftFingerDualCone': cones.SoftFingerCone(0.5, 0.01).dual(),
    'Constraint': con,
    'BranchTracker': tracker,
    'Edge': square.edges[0],
    'FormationAdapter': FormationAdapter(system, seated, CircularCone(0.3)),
    'FormationTrack': FormationTrack((sample,), (), True),
    'ManipulationSystem': system,
    'PlanarPose': PlanarPose(0, 0, 0),
    'Polygon': square,
    'PoseFamily': PoseFamily(FamilyKind.TRANSLATION, placement.pose, (1.0, 0.0)),
    'ModeTable': modes.kinematic_mode_table(PL),
    'MotionCertificate': mset.motions[0].certificate,
    'ReactionLine': motions.project_onto_composite_cone(PL, (0, -10.0, 0)),
    'ContactUncertainty': unc,
    'ExclusiveWrenches': ew,
    'ModeCone': ew.cones[0],
    'ModeExclusion': mode_cones.mode_exclusion(PL, unc),
    'ModeWrenches': mode_cones.ModeWrenches.of(PL, 'll'),
}
