# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Joint state in, contacts out: the whole of geometry_contacts but for messages.

When geometry counts as contact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from frictioncone_ros.estimation.estimate import ContactEstimate, EstimatedContacts
from frictioncone_ros.estimation.geometry.libraries import Pose
from frictioncone_ros.estimation.geometry.near_shapes import NearShapes, Placed
from frictioncone_ros.estimation.geometry.patch import FoundPatch, PatchFinder, require_corners
from frictioncone_ros.estimation.geometry.patch_contacts import patch_contacts, Touch
from frictioncone_ros.estimation.geometry.placed_shape import PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot, SET_BACK
from frictioncone_ros.estimation.geometry.scene import Scene
from frictioncone_ros.estimation.geometry.uncertainty import (
    chance_below,
    Deviations,
    gap_deviation,
    patch_covariances,
    pose_covariance,
    Sensitivity,
    sensitivity,
)
from frictioncone_ros.estimation.sized_arrays import Count, Finite, NonNegative
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_finite_number
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import not_given


@checked_fields
@dataclass(frozen=True)
class GeometrySettings:
    """
    Limits of gaps [m] and how unsure poses are.

    touch_gap, release_gap: contact is made at the first and lost beyond the second. margin:
    candidates up to this gap are listed as not in contact. patch_tolerance: corners so far from
    the touching plane belong to the patch. most_corners: of one patch.
    """

    touch_gap: Finite = 0.0005
    release_gap: Finite = 0.002
    margin: NonNegative = 0.01
    patch_tolerance: NonNegative = 0.0005
    most_corners: int = 4
    deviations: Deviations = field(default_factory=Deviations)

    def __post_init__(self) -> None:
        """Check that the limits are in order."""
        if not self.touch_gap <= self.release_gap <= self.margin:
            gaps = (self.touch_gap, self.release_gap, self.margin)
            raise InvalidInputError('gaps', gaps, 'touch_gap <= release_gap <= margin')
        require_corners(self.most_corners)


Pair = tuple[str, str]
"""The names of a moving shape and of what it meets."""


class TouchMemory:
    """
    Remembers which pairs touch.

    touch_gap: at or below it contact is made [m]. release_gap: above it contact is lost [m].
    """

    def __init__(self, touch_gap: float, release_gap: float) -> None:
        """Begin with nothing touching."""
        self.touch_gap = as_finite_number(touch_gap, 'touch_gap')
        self.release_gap = as_finite_number(release_gap, 'release_gap')
        if self.release_gap < self.touch_gap:
            raise InvalidInputError(
                'release_gap', release_gap, f'at least touch_gap = {self.touch_gap:g} m'
            )
        self._touching: set[Pair] = set()

    @property
    def touching(self) -> list[Pair]:
        """The pairs that touch."""
        return list(self._touching)

    @checked
    def touches(self, pair: Pair, gap: Finite) -> bool:
        """Return whether a pair touches now, given its gap [m]."""
        if gap <= self.limit(pair):
            self._touching.add(pair)
        else:
            self._touching.discard(pair)
        return pair in self._touching

    @checked
    def limit(self, pair: Pair) -> float:
        """Return the gap up to which a pair counts as touching, as it is now [m]."""
        return self.release_gap if pair in self._touching else self.touch_gap

    @checked
    def keep(self, pairs: Sequence[Pair]) -> None:
        """Forget whatever is not among these: it is out of sight."""
        self._touching &= set(pairs)


SAME_PLACE = 1e-3
"""Relative motion [m, -] up to which a sensitivity that was found is used again."""


class ContactFinder:
    """Knows where the robot's tool, or what it holds, touches its surroundings."""

    @checked
    def __init__(self, robot: Robot, scene: Scene, settings: GeometrySettings) -> None:
        """Check that every shape's frame is one of the robot's."""
        self._robot, self._scene, self._settings = robot, scene, settings
        self._memory = TouchMemory(settings.touch_gap, settings.release_gap)
        self._patches = PatchFinder(
            settings.margin, settings.patch_tolerance, settings.most_corners
        )
        self._sensitivities: dict[tuple[str, str], tuple[Array, Sensitivity]] = {}
        self._tool_frame = robot.frame(scene.tool_frame, 'tool')
        self._still = NearShapes(robot, scene.surroundings)
        self._moving = NearShapes(robot, scene.tool)
        self._tool_covariance = np.zeros((6, 6))
        self._still_covariances: dict[str, Array] = {}
        self._jacobians: dict[str, Array] = {}
        self._joints = self._needed_joints()
        self.held = ''

    @checked
    def hold(self, name: str, frame: str = '', placement: Pose | None = None) -> None:
        """
        Attach one of the scene's objects to the moving body; an empty name: nothing is held.

        frame, placement: of the object's origin, where they differ from the scene's.
        """
        if name and name not in self._scene.held_objects:
            known = ', '.join(self._scene.held_objects) or 'none'
            raise InvalidInputError('held object', name, f'one of the scene: {known}')
        parts = self._scene.held_objects.get(name, ())
        if frame:
            parts = [replace(part, frame=frame) for part in parts]
        if placement is not None:
            parts = [replace(part, placement=placement * part.placement) for part in parts]
        self._moving = NearShapes(self._robot, (*self._scene.tool, *parts))
        self._sensitivities.clear()
        # What was let go touches nothing, and what is held anew nothing yet.
        own = {shape.name for shape in self._scene.tool}
        self._memory.keep([pair for pair in self._memory.touching if pair[0] in own])
        self._joints = self._needed_joints()
        self.held = name

    @property
    def missing_joints(self) -> list[str]:
        """Joints that must be heard before anything can be said."""
        return self._robot.missing(self._joints)

    @property
    def joints_stamp(self) -> int:
        """When the joint was heard that was not heard for longest [ns]; zero: none matters."""
        heard = self._robot.received(self._joints)
        return heard[0][0] if heard else 0

    @checked
    def heard_before_set_back(self, stamp: Count) -> list[str]:
        """
        Return the joints that were heard long after a stamp [ns], which is of now.

        So long after (SET_BACK) is before the clock was set back: by its own stamp such a joint
        would count as the freshest of all.
        """
        heard = self._robot.received(self._joints)
        return [name for then, name in heard if then - stamp > SET_BACK]

    @checked
    def contacts(self, stamp: Count) -> EstimatedContacts:
        """
        Return what touches, or nearly does, with the robot as it was last updated.

        InvalidInputError where a joint that matters was never heard: it may stand anywhere.
        """
        self._robot.require_heard(self._joints)
        self._still.follow()
        self._moving.follow()
        self._tool_covariance = self._covariance_of_tool()
        self._jacobians.clear()
        found: list[ContactEstimate] = []
        pairs = []
        for mover, other in self._still.near(self._moving, self._settings.margin):
            patch = self._patches.all_corners(
                mover.shape.geometry, mover.at, other.shape.geometry, other.at
            )
            if patch is not None:
                pairs.append((mover.shape.name, other.shape.name))
                found += self._estimates(patch, mover, other)
        self._memory.keep(pairs)
        twist = not_given()
        if self._robot.knows_velocities(self._joints):
            twist = np.array(self._robot.twist(self._tool_frame))
        return EstimatedContacts(self._robot.root, stamp, found, twist)

    def _estimates(self, patch: FoundPatch, mover: Placed, other: Placed) -> list[ContactEstimate]:
        """Return the contacts of one pair."""
        pair = (mover.shape.name, other.shape.name)
        touches = self._memory.touches(pair, patch.gap)
        both = self._covariance_of(mover, other)
        unsure = gap_deviation(patch, both)
        below = chance_below(self._memory.limit(pair), patch.gap, unsure)
        covariances = follows = None
        if touches:
            patch = self._patches.reduced(patch, mover.pose.rotation)
            follows = self._sensitivity(patch, mover, other)
            covariances = patch_covariances(patch, follows, other.pose.rotation, both)
        touch = Touch(
            touches,
            below if touches else 1.0 - below,
            self._scene.materials.friction(mover.shape.material, other.shape.material),
            self._twists(mover.shape, other.shape),
            covariances,
            follows,
        )
        return patch_contacts(patch, mover, other, touch)

    def _sensitivity(self, patch: FoundPatch, mover: Placed, other: Placed) -> Sensitivity:
        """Return how a pair's patch follows motions, found anew where the pair has moved."""
        pair = (mover.shape.name, other.shape.name)
        relative = np.array(other.pose.actInv(mover.pose).homogeneous)
        known = self._sensitivities.get(pair)
        if (
            known is None
            or len(known[1].corners) != len(patch.corners)
            or np.abs(known[0] - relative).max() > SAME_PLACE
        ):
            shapes = (mover.shape.geometry, mover.pose, other.shape.geometry, other.pose)
            known = relative, sensitivity(self._patches, patch, shapes)
            self._sensitivities[pair] = known
        return known[1]

    def _needed_joints(self) -> frozenset[int]:
        frames = {self._tool_frame, *self._moving.frames, *self._still.frames}
        return self._robot.joints_of(frames)

    def _covariance_of_tool(self) -> Array:
        """Return the covariance (6, 6) of the tool in its frame, at the root's origin."""
        given, pose = self._settings.deviations, self._robot.placement(self._tool_frame)
        return pose_covariance(pose.translation, given.tool_position, given.tool_angle)

    def _covariance_of(self, mover: Placed, other: Placed) -> Array:
        """Return the covariance (12, 12) of the poses of two shapes at the root's origin."""
        # Each by the joints below its own frame: both may hang on the same, or fingers on more.
        motions = np.vstack([self._jacobian(one.shape.frame) for one in (mover, other)])
        covariance: Array = self._settings.deviations.joint**2 * (motions @ motions.T)
        covariance[:6, :6] += self._tool_covariance
        covariance[6:, 6:] += self._covariance_in_frame(other)
        return covariance

    def _jacobian(self, frame: str) -> Array:
        """Return the (6, joints) matrix of a frame, found once a snapshot."""
        known = self._jacobians.get(frame)
        if known is None:
            known = self._jacobians[frame] = self._robot.jacobian(self._robot.frame(frame))
        return known

    def _covariance_in_frame(self, other: Placed) -> Array:
        """Return the covariance (6, 6) of a shape in its frame, at the root's origin."""
        known = self._still_covariances.get(other.shape.name)
        if known is None:
            given, origin = self._settings.deviations, other.pose.translation
            known = pose_covariance(origin, given.scene_position, given.scene_angle)
            if self._robot.is_fixed(self._robot.frame(other.shape.frame)):
                self._still_covariances[other.shape.name] = known
        return known

    def _twists(self, mover: PlacedShape, other: PlacedShape) -> tuple[Array, Array] | None:
        """Return the twists (6,) of two shapes, None where they are not known."""
        if not self._robot.knows_velocities(self._joints):
            return None
        own, others = (self._robot.twist(self._robot.frame(one.frame)) for one in (mover, other))
        return np.array(own), np.array(others)
