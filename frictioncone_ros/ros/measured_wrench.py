# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The measured wrench, without what only accelerates the held object."""

from __future__ import annotations

from geometry_msgs.msg import WrenchStamped
import numpy as np
from rclpy.lifecycle import LifecycleNode

from frictioncone_ros.analysis.projections import contact_part_of_measured_wrench
from frictioncone_ros.constraints import Constraint
from frictioncone_ros.control.output.published import PLANAR_ROWS
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.messages.commands import part_from_message
from frictioncone_ros.ros.conversions.commands import part_to_message
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.spatial import Array, PLANAR, RigidTransform, SPATIAL


class MeasuredWrench:
    """
    From ~/measured_wrench to ~/filtered_measured_wrench, keeping its sign, frame and stamp.

    A sensor between arm and held object also feels the forces that accelerate the object along
    its free motions; exactly these are taken off. Without object_mass, without contacts or with
    stale ones nothing is published: an unfiltered wrench under this name would be a trap.
    """

    def __init__(self, node: LifecycleNode, core: FilterCore) -> None:
        """Connect both topics."""
        self._node, self._core = node, core
        self._publisher = node.create_lifecycle_publisher(
            WrenchStamped, '~/filtered_measured_wrench', OUTPUT
        )
        self._subscription = node.create_subscription(
            WrenchStamped, '~/measured_wrench', self._take, INPUT
        )

    def destroy(self) -> None:
        """Disconnect."""
        self._node.destroy_subscription(self._subscription)
        self._node.destroy_lifecycle_publisher(self._publisher)

    def _take(self, message: WrenchStamped) -> None:
        if not self._core.active or self._core.settings.held_object is None:
            return
        try:
            frame, wrench, stamp = part_from_message(message, 'wrench')
            filtered = self._filtered(frame, wrench, stamp)
        except FrictionConeError as error:
            self._node.get_logger().warning(f'measured wrench: {error}', throttle_duration_sec=1.0)
            return
        if filtered is not None:
            self._publisher.publish(part_to_message(filtered, 'wrench', frame, stamp))

    def _filtered(self, frame: str, wrench: Array, stamp: int) -> Array | None:
        """Return the part of a wrench about its frame's origin that the contacts cause."""
        outcome = self._core.last
        if outcome is None or outcome.placement is None or outcome.assessment.is_fallback:
            return None
        placement, prepared = outcome.placement, outcome.assessment.prepared
        if prepared is None or placement.state.inertia is None:
            return None
        if prepared.state is not placement.state:
            # What these contacts constrain could not be worked out: what is there is of others.
            return None
        sensor = self._core.tree.pose(placement.snapshot.frame, frame, stamp)
        return filtered_measurement(wrench, sensor, placement, prepared.constraint)


def filtered_measurement(
    wrench: Array, sensor: RigidTransform, placement: Placement, constraint: Constraint
) -> Array:
    """
    Return the contact part of a wrench (6,) about the sensor's origin along its axes [N, Nm].

    sensor: its pose as seen from the contacts' frame. The constraint and the object's inertia are
    about the command's moment centre along the contacts' axes: there and back.
    """
    inertia = placement.state.inertia
    if inertia is None:
        raise InvalidInputError('inertia', None, "the held object's", 'measured wrench')
    judged = sensor.inverse().then(RigidTransform(np.eye(3), placement.offset))
    there = judged.force_transform @ wrench
    if placement.state.dimension == PLANAR:
        there = there[PLANAR_ROWS]
    kept = contact_part_of_measured_wrench(there, constraint, inertia)
    if placement.state.dimension == PLANAR:
        six = np.zeros(SPATIAL)
        six[PLANAR_ROWS] = kept
        kept = six
    return judged.inverse().force_transform @ kept
