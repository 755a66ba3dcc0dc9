# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From the robot's side to the contact state: manipulator poses in, ContactState out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactState
from frictioncone_ros.formations.contact_formation import ContactFormation
from frictioncone_ros.formations.contact_snapshot import contact_state, Friction
from frictioncone_ros.formations.formation_placement import FormationPlacement, placements
from frictioncone_ros.formations.manipulation_system import ManipulationSystem, PoseLike
from frictioncone_ros.formations.planar_pose import as_planar_pose, PlanarPose, wrapped_angle
from frictioncone_ros.formations.pose_report import describe_pose, PoseReport
from frictioncone_ros.spatial import Inertia


@dataclass(frozen=True)
class FormationReading:
    """
    What a formation says about the workpiece at one moment.

    report, contacts: of the pose chosen, both None where no pose can be chosen; reason says why
    and is empty otherwise.
    """

    report: PoseReport | None
    contacts: ContactState | None
    reason: str = ''


@dataclass(frozen=True)
class FormationAdapter:
    """
    Keeps a formation's geometry and turns manipulator poses into contact states.

    friction: one model, or one for each contact of the formation. inertia: of the workpiece about
    its origin, optional.
    """

    system: ManipulationSystem
    formation: ContactFormation
    friction: Friction
    inertia: Inertia | None = None

    def read(
        self,
        manipulator_poses: Sequence[PoseLike],
        manipulator_twists: ArrayLike | None = None,
        previous_pose: PoseLike | None = None,
    ) -> FormationReading:
        """
        Return the contact state with the manipulators at these poses, moving at these twists.

        Among the admissible poses (on the edges, no overlap) the one nearest to the previous pose
        is taken; without a previous pose there must be exactly one.
        """
        candidates = placements(self.system, self.formation, manipulator_poses)
        reports = [(each, describe_pose(each)) for each in candidates]
        admissible = [(each, report) for each, report in reports if report.admissible]
        if not admissible:
            return FormationReading(None, None, self._why_none(manipulator_poses, len(reports)))
        if previous_pose is not None:
            previous = as_planar_pose(previous_pose, 'previous pose')
            admissible.sort(key=lambda pair: self._distance(pair[0], previous))
        elif len(admissible) > 1:
            reason = f'{len(admissible)} admissible poses and no previous pose to choose by'
            return FormationReading(None, None, reason)
        placement, report = admissible[0]
        moving = manipulator_twists if report.branch.controlled else None
        reason = '' if report.branch.controlled else 'at a branch point: velocities unknown'
        state = contact_state(placement, self.friction, moving, self.inertia)
        return FormationReading(report, state, reason)

    def _why_none(self, manipulator_poses: Sequence[PoseLike], on_lines: int) -> str:
        verdict = self.system.solve(self.formation, manipulator_poses).verdict
        if on_lines:
            return f'{verdict.value} on the supporting lines, none of them admissible'
        return f'number of poses on the supporting lines: {verdict.value}'

    def _distance(self, placement: FormationPlacement, previous: PlanarPose) -> float:
        pose, size = placement.pose, self.system.workpiece.size
        turn = abs(wrapped_angle(pose.angle - previous.angle))
        return abs(pose.x - previous.x) + abs(pose.y - previous.y) + size * turn
