# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From the robot's side to the contact state: manipulator poses in, ContactState out.

A formation at a pose, as the contact state that every other room works with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.contact_formation import ContactFormation
from frictioncone_ros.formations.formation_placement import (
    FormationPlacement,
    PlacedContact,
    placements,
)
from frictioncone_ros.formations.manipulation_system import ManipulationSystem, PoseLike
from frictioncone_ros.formations.planar_pose import as_planar_pose, PlanarPose, wrapped_angle
from frictioncone_ros.formations.pose_report import describe_pose, PoseReport
from frictioncone_ros.formations.sensitivity import pose_sensitivity
from frictioncone_ros.spatial import Array, as_float_array, frozen_array, Inertia
from frictioncone_ros.spatial.arguments import checked, checked_fields

Friction = FrictionModel | Sequence[FrictionModel]
"""One friction model for all contacts, or one for each."""


@checked
def contact_state(
    placement: FormationPlacement,
    friction: Friction,
    manipulator_twists: ArrayLike | None = None,
    inertia: Inertia | None = None,
) -> ContactState:
    """
    Return the formation's contacts as a ContactState about the workpiece's origin, world axes.

    manipulator_twists: (m, 3) at the manipulators' own origins [m/s, rad/s]; by default at rest.
    They become the contacts' surface velocities and, through the formation, the workpiece's
    twist, which on the branch locus is undetermined and refused. inertia: of the workpiece about
    its origin, world axes.
    """
    twists = _as_twists(manipulator_twists, len(placement.manipulator_poses))
    models = _one_for_each(friction, len(placement.contacts))
    points = [
        _contact_point(placement, index, model, twists) for index, model in enumerate(models)
    ]
    return ContactState(
        points,
        inertia=inertia,
        twist=workpiece_twist(placement, twists),
        reference_point=frozen_array([placement.pose.x, placement.pose.y]),
    )


@checked
def workpiece_twist(placement: FormationPlacement, manipulator_twists: ArrayLike) -> Array:
    """
    Return (vx, vy, omega) of the workpiece at its origin that keeps the formation [m/s, rad/s].

    manipulator_twists: (m, 3) at the manipulators' own origins.
    """
    twists = _as_twists(manipulator_twists, len(placement.manipulator_poses))
    if not twists.any():
        return frozen_array(np.zeros(3))
    sensitivity = pose_sensitivity(placement)
    if sensitivity is None:
        raise InvalidInputError(
            'manipulator twists',
            twists.tolist(),
            'none at a branch point: the workpiece does not follow there',
        )
    return frozen_array(sensitivity @ twists.ravel())


def _contact_point(
    placement: FormationPlacement, index: int, friction: FrictionModel, twists: Array
) -> ContactPoint:
    placed: PlacedContact = placement.contacts[index]
    contact = placed.contact
    origin = placement.manipulator_poses[contact.manipulator]
    velocity_x, velocity_y, spin = twists[contact.manipulator]
    surface_velocity = (
        velocity_x - spin * (placed.point[1] - origin.y),
        velocity_y + spin * (placed.point[0] - origin.x),
    )
    return ContactPoint(
        frozen_array([placed.point[0] - placement.pose.x, placed.point[1] - placement.pose.y]),
        frozen_array(placed.normal),
        friction,
        name=str(contact),
        kind=contact.kind,
        surface_velocity=frozen_array(surface_velocity),
        body=placement.system.workpiece.name,
        other_body=placement.system.manipulators[contact.manipulator].name,
    )


def _as_twists(twists: ArrayLike | None, count: int) -> Array:
    given = np.zeros((count, 3)) if twists is None else twists
    array = as_float_array(given, 'manipulator twists')
    if array.shape != (count, 3) or not np.isfinite(array).all():
        raise InvalidInputError(
            'manipulator twists', array.tolist(), f'finite numbers of shape ({count}, 3)'
        )
    return array


def _one_for_each(friction: Friction, count: int) -> Sequence[FrictionModel]:
    if isinstance(friction, FrictionModel):
        return [friction] * count
    if len(friction) != count:
        raise InvalidInputError(
            'number of friction models', len(friction), f'one per contact ({count})'
        )
    return friction


@checked_fields
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


@checked_fields
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
