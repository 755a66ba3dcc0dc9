# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The one description of the project's own 7-joint arm, made of cylinders, no meshes."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.spatial import Array, frozen_array


@dataclass(frozen=True)
class CylinderLink:
    """
    A solid cylinder along its frame's z axis, from z = 0 to z = length.

    mass [kg], radius and length [m]; density is uniform, so inertia follows from these.
    """

    name: str
    mass: float
    radius: float
    length: float

    @property
    def center_of_mass(self) -> Array:
        """Centre of mass in the link frame, (3,) [m]."""
        return frozen_array([0.0, 0.0, 0.5 * self.length])

    @property
    def principal_inertia(self) -> Array:
        """Diagonal of the inertia about the centre of mass, link axes, (3,) [kg m^2]."""
        across = self.mass * (3.0 * self.radius**2 + self.length**2) / 12.0
        along = 0.5 * self.mass * self.radius**2
        return frozen_array([across, across, along])


@dataclass(frozen=True)
class RevoluteJoint:
    """
    A hinge that carries the next link, its frame parallel to the parent's at angle zero.

    axis: unit vector in the joint frame. height: its origin on the parent's z axis [m].
    limit: largest angle either way [rad]; effort: largest torque [Nm];
    velocity: largest rate [rad/s]; damping [Nm s/rad].
    """

    name: str
    axis: tuple[float, float, float]
    height: float
    limit: float
    effort: float
    velocity: float = 3.0
    damping: float = 0.1


@dataclass(frozen=True)
class ArmDescription:
    """
    A serial arm: a fixed base, then joint and link in turn, then the hand behind a sensor.

    The wrist force-torque sensor sits where the hand joins the last link; what is held is fixed
    to the hand, hand_height [m] along the last link's z axis.
    """

    name: str
    base: CylinderLink
    joints: tuple[RevoluteJoint, ...]
    links: tuple[CylinderLink, ...]
    hand: CylinderLink

    @property
    def hand_height(self) -> float:
        """Origin of the hand on the last link's z axis [m]."""
        return self.links[-1].length


def seven_joint_arm() -> ArmDescription:
    """Return the arm of the scenes: 1.1 m reach, 10 kg, axes z y z y z y z when upright."""
    z_axis, y_axis = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)
    base = CylinderLink('base_link', 3.0, 0.08, 0.15)
    rows = (
        # axis, mass, radius, length, limit, effort
        (z_axis, 2.0, 0.060, 0.15, 2.9, 120.0),
        (y_axis, 1.8, 0.055, 0.20, 2.0, 120.0),
        (z_axis, 1.6, 0.050, 0.20, 2.9, 80.0),
        (y_axis, 1.4, 0.050, 0.18, 2.6, 80.0),
        (z_axis, 1.2, 0.045, 0.17, 2.9, 40.0),
        (y_axis, 0.8, 0.040, 0.10, 2.2, 40.0),
        (z_axis, 0.5, 0.040, 0.06, 2.9, 30.0),
    )
    joints, links, height = [], [], base.length
    for number, (axis, mass, radius, length, limit, effort) in enumerate(rows, start=1):
        joints.append(RevoluteJoint(f'joint_{number}', axis, height, limit, effort))
        links.append(CylinderLink(f'link_{number}', mass, radius, length))
        height = length
    hand = CylinderLink('hand', 0.3, 0.035, 0.03)
    return ArmDescription('seven_joint_arm', base, tuple(joints), tuple(links), hand)
