# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""MoveIt's ContactInformation as contacts of what the robot moves; fields are read here alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from frictioncone_ros.ros.adapters.raw_contacts import RawPoint

ROBOT_LINK, WORLD_OBJECT, ROBOT_ATTACHED = 0, 1, 2
"""ContactInformation's own constants."""


def points_of_moveit(contacts: Sequence[Any]) -> list[RawPoint]:
    """
    Return the points between the robot (links, attached objects) and the world.

    The robot's side comes first. The normal is that of the collision check, from body 1 to
    body 2: into body 2. Contacts of the robot with itself are left out.
    """
    return [_point(contact) for contact in contacts if _meets_the_world(contact)]


def _meets_the_world(contact: Any) -> bool:
    kinds = (contact.body_type_1, contact.body_type_2)
    return (WORLD_OBJECT in kinds) and kinds != (WORLD_OBJECT, WORLD_OBJECT)


def _point(contact: Any) -> RawPoint:
    names = [str(contact.contact_body_1), str(contact.contact_body_2)]
    normal = np.array((contact.normal.x, contact.normal.y, contact.normal.z))
    if contact.body_type_1 != WORLD_OBJECT:
        normal = -normal
    else:
        names.reverse()
    place = contact.position
    position = np.array((place.x, place.y, place.z))
    return RawPoint(names[0], names[1], position, normal, None, float(contact.depth))
