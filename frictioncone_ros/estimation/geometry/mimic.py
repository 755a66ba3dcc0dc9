# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Joints that follow another, as the second finger of a gripper: URDF's <mimic>."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from xml.etree import ElementTree as Xml

from frictioncone_ros.estimation.sized_arrays import Finite
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import as_finite_number
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import as_items, as_number

Joints = tuple[list[str], list[float], list[float]]
"""Names, positions [rad, m] and velocities [rad/s, m/s], which may be none."""


@checked_fields
@dataclass(frozen=True)
class MimicJoint:
    """A joint at multiplier times the position of its leader, plus an offset [rad, m]."""

    name: str
    leader: str
    multiplier: Finite
    offset: Finite


@checked
def urdf_root(urdf: str, where: str) -> Xml.Element:
    """Return the root of a description's XML: parsers of URDF read some that is none."""
    try:
        return Xml.fromstring(urdf)
    except (Xml.ParseError, ValueError) as error:
        raise InvalidInputError('urdf', str(error), 'well-formed XML', where) from None


@checked
def mimic_joints(urdf: str) -> tuple[MimicJoint, ...]:
    """Return the joints of a robot description that follow another."""
    return tuple(
        MimicJoint(
            joint.get('name', ''),
            mimic.get('joint', ''),
            _number(mimic, 'multiplier', 1.0),
            _number(mimic, 'offset', 0.0),
        )
        for joint in urdf_root(urdf, 'robot_description').iter('joint')
        for mimic in joint.findall('mimic')
    )


def as_numbers(values: Any, what: str) -> tuple[float, ...]:
    """Return numbers one by one, NaN among them where nothing is known, or refuse them."""
    if isinstance(values, (str, bytes, bytearray, dict)):
        raise InvalidInputError(what, values, 'numbers')
    items = as_items(values, what, 'numbers')
    return tuple(as_number(one, f'{what}[{place}]') for place, one in enumerate(items))


Numbers = Annotated[Sequence[float], as_numbers]


@checked
def with_followers(
    followers: Sequence[MimicJoint],
    names: Sequence[str],
    positions: Numbers,
    velocities: Numbers,
) -> Joints:
    """
    Return a joint state with the followers that it leaves out, as many drivers do.

    A leader may follow another in its turn, wherever it stands in the description.
    """
    if len(positions) != len(names) or len(velocities) not in (0, len(names)):
        counts = f'{len(names)}, {len(positions)}, {len(velocities)}'
        raise InvalidInputError('counts of joint state', counts, 'one position a name')
    joints: Joints = list(names), list(positions), list(velocities)
    places = {name: index for index, name in enumerate(names)}
    left = [follower for follower in followers if follower.name not in places]
    while ready := [follower for follower in left if follower.leader in places]:
        for follower in ready:
            index = places[follower.leader]
            places[follower.name] = len(joints[0])
            joints[0].append(follower.name)
            joints[1].append(follower.multiplier * joints[1][index] + follower.offset)
            if len(velocities):
                joints[2].append(follower.multiplier * joints[2][index])
        left = [follower for follower in left if follower.name not in places]
    return joints


def _number(mimic: Xml.Element, name: str, default: float) -> float:
    try:
        return as_finite_number(float(mimic.get(name, default)), name)
    except ValueError:  # of words and of numbers that are not finite
        raise InvalidInputError(
            f'{name} of a mimic joint', mimic.get(name), 'a finite number', 'robot_description'
        ) from None
