# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Between the frames of a command and those of the contacts.

Everything is judged along the axes of the contacts' frame and about the command's moment centre:
contacts and what depends on them are then worked out once a snapshot, and a command only has to
be turned. Three frames of a command: axes, what moves, moment centre.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control.command import Setpoints
from frictioncone_ros.control.output.published import PLANAR_ROWS
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.node_settings import HeldObject
from frictioncone_ros.session.frames import FrameTree
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import Array, frozen_array, Inertia, PLANAR, RigidTransform, SPATIAL
from frictioncone_ros.spatial.arrays import same_entries
from frictioncone_ros.tolerances import COMMAND_FEASIBLE


def require_within_reach(state: ContactState, most: float) -> None:
    """Refuse contacts farther than `most` [m] from the state's reference point, naming one."""
    if not state.contact_count:
        return
    distances = np.linalg.norm(state.positions, axis=1)
    farthest = int(distances.argmax())
    if distances[farthest] > most:
        raise InvalidInputError(
            'distance from the moment centre',
            f'{distances[farthest]:.6g} m',
            f'at most max_contact_distance = {most:g} m',
            f'contact {state.contacts[farthest].name!r}',
        )


@dataclass(frozen=True, eq=False)
class FramePoses:
    """
    Poses of a command's three frames as seen from the contacts' frame; controlled may lack.

    gravity: of the frame in which gravity is given, None where there is none to turn.
    """

    axes: RigidTransform
    center: RigidTransform
    controlled: RigidTransform | None
    gravity: RigidTransform | None = None

    def same_as(self, other: FramePoses) -> bool:
        """Tell whether no frame has moved."""
        return all(
            _same(one, two)
            for one, two in (
                (self.axes, other.axes),
                (self.center, other.center),
                (self.controlled, other.controlled),
                (self.gravity, other.gravity),
            )
        )


@dataclass(frozen=True, eq=False)
class Placement:
    """
    Contacts seen about a command's moment centre.

    snapshot: the contacts as they came. frames: the command's. poses: of the command's frames.
    state: along the axes of the contacts' frame, about the command's moment centre, with the
    held object's inertia where it is known.
    rotation: (d, 6) takes a command's six-vector to the state's; its transpose leads back.
    """

    snapshot: Snapshot
    frames: Frames
    poses: FramePoses
    held_object: HeldObject | None
    state: ContactState
    rotation: Array

    @property
    def offset(self) -> Array:
        """The moment centre in the contacts' frame, (3,) [m]."""
        return self.poses.center.position

    def to_contact_frame(self, six: Array) -> Array:
        """Return a command's (6,) vector as the state's (d,): turned, the plane's part taken."""
        return self.rotation.dot(six)

    def left_out(self, six: Array) -> Array | None:
        """
        Return what of a command's (6,) vector leaves the plane of planar contacts, (6,).

        None where that is no more than rounding, and where contacts are spatial.
        """
        if self.state.dimension == SPATIAL:
            return None
        left = six - self.to_command_frame(self.to_contact_frame(six))
        most = COMMAND_FEASIBLE * np.abs(six).max()
        return left if np.abs(left).max() > most else None

    def to_command_frame(self, values: Array) -> Array:
        """Return a state's (d,) vector along the command's axes, (6,)."""
        return self.rotation.T.dot(values)

    def matrix_to_command_frame(self, matrix: Array) -> Array:
        """Return a (d, d) map of wrenches or twists as a (6, 6) one along the command's axes."""
        return self.rotation.T.dot(matrix).dot(self.rotation)

    def vectors_to_command_frame(self, vectors: Array) -> Array:
        """Return (k, 2 or 3) vectors of the state along the command's axes, (k, 3)."""
        return vectors.dot(self.rotation[: vectors.shape[1], :3])

    def setpoints(self, command: FramedCommand, mode: ContactMode | None) -> Setpoints:
        """Return what is commanded, in the state's terms."""
        parts = {part: self.to_contact_frame(six) for part, six in command.parts.items()}
        return Setpoints(parts.get('wrench'), parts.get('twist'), parts.get('accel'), mode)


def placed(
    snapshot: Snapshot,
    frames: Frames,
    tree: FrameTree,
    held_object: HeldObject | None,
    previous: Placement | None = None,
) -> Placement:
    """
    Return the contacts about a command's moment centre, the previous ones where nothing moved.

    held_object: None where its mass is not known. Raises UnknownTransformError where a frame is
    not known.
    """
    # As it all stood when the contacts were measured: both may move against each other.
    seen_from, stamp = snapshot.frame, snapshot.stamp
    controlled, gravity = None, None
    if held_object is not None:
        controlled = tree.pose(seen_from, frames.controlled, stamp)
        if held_object.gravity_frame and held_object.gravity.any():
            gravity = tree.pose(seen_from, held_object.gravity_frame, stamp)
    poses = FramePoses(
        tree.pose(seen_from, frames.axes, stamp),
        tree.pose(seen_from, frames.reference or frames.axes, stamp),
        controlled,
        gravity,
    )
    if (
        previous is not None
        and previous.held_object is held_object
        and poses.same_as(previous.poses)
    ):
        if previous.snapshot is snapshot and previous.frames == frames:
            return previous
        if previous.snapshot.state is snapshot.state:
            return replace(previous, snapshot=snapshot, frames=frames)
        if previous.state.dimension == snapshot.state.dimension:
            state = _moved(snapshot.state, poses, held_object)
            return replace(previous, snapshot=snapshot, frames=frames, state=state)
    state = _moved(snapshot.state, poses, held_object)
    rotation = _six_rotation(poses.axes, state.dimension)
    return Placement(snapshot, frames, poses, held_object, state, rotation)


def _six_rotation(axes: RigidTransform, dimension: int) -> Array:
    """Return the (d, 6) rotation to the contacts' axes; a rotation's rows are the child's axes."""
    rotation = np.zeros((SPATIAL, SPATIAL))
    rotation[:3, :3] = rotation[3:, 3:] = axes.rotation.T
    return frozen_array(rotation[PLANAR_ROWS] if dimension == PLANAR else rotation)


def _moved(state: ContactState, poses: FramePoses, held_object: HeldObject | None) -> ContactState:
    """Return the state about the moment centre, with the held object's inertia and gravity."""
    size = 2 if state.dimension == PLANAR else 3
    offset = poses.center.position
    moved = state.with_reference_point(offset[:size]) if offset[:size].any() else state
    if held_object is None or poses.controlled is None:
        return moved
    # Back from the controlled frame to the contacts' axes, about the moment centre.
    back = RigidTransform(poses.controlled.rotation.T, poses.controlled.transform_point(offset))
    inertia = held_object.inertia.transformed(back)
    if state.dimension == PLANAR:
        inertia = Inertia(inertia.matrix[np.ix_(PLANAR_ROWS, PLANAR_ROWS)])
    gravity = held_object.gravity
    if poses.gravity is not None:
        gravity = poses.gravity.rotation.T.dot(gravity)
    return replace(moved, inertia=inertia, gravity=gravity[:size])


def _same(one: RigidTransform | None, other: RigidTransform | None) -> bool:
    if one is other:
        return True
    if one is None or other is None:
        return False
    return same_entries(one.rotation, other.rotation) and same_entries(
        one.position, other.position
    )
