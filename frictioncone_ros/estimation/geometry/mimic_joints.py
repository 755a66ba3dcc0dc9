# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Joints that follow another, as the second finger of a gripper: URDF's <mimic>."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from frictioncone_ros.exceptions import InvalidInputError

Joints = tuple[list[str], list[float], list[float]]
"""Names, positions [rad, m] and velocities [rad/s, m/s], which may be none."""


@dataclass(frozen=True)
class MimicJoint:
    """A joint at multiplier times the position of its leader, plus an offset [rad, m]."""

    name: str
    leader: str
    multiplier: float
    offset: float


def mimic_joints(urdf: str) -> tuple[MimicJoint, ...]:
    """Return the joints of a robot description that follow another."""
    return tuple(
        MimicJoint(
            joint.get('name', ''),
            mimic.get('joint', ''),
            _number(mimic, 'multiplier', 1.0),
            _number(mimic, 'offset', 0.0),
        )
        for joint in Xml.fromstring(urdf).iter('joint')
        for mimic in joint.findall('mimic')
    )


def with_followers(
    followers: Sequence[MimicJoint],
    names: Sequence[str],
    positions: Sequence[float],
    velocities: Sequence[float],
) -> Joints:
    """Return a joint state with the followers that it leaves out, as many drivers do."""
    joints: Joints = list(names), list(positions), list(velocities)
    places = {name: index for index, name in enumerate(names)}
    for follower in followers:
        index = places.get(follower.leader)
        if index is None or follower.name in places:
            continue
        joints[0].append(follower.name)
        joints[1].append(follower.multiplier * positions[index] + follower.offset)
        if len(velocities):
            joints[2].append(follower.multiplier * velocities[index])
    return joints


def _number(mimic: Xml.Element, name: str, default: float) -> float:
    try:
        return float(mimic.get(name, default))
    except ValueError:
        raise InvalidInputError(
            f'{name} of a mimic joint', mimic.get(name), 'a number', 'robot_description'
        ) from None
