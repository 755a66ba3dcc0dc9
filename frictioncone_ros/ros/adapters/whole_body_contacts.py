# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of whole_body_state_msgs/WholeBodyState, whose fields are read here alone."""

from __future__ import annotations

from functools import partial
import sys
from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import require_in_range, three_from_message
from frictioncone_ros.ros.adapters.raw_contacts import unit_or_none
from frictioncone_ros.ros.adapters.stated_node import Read, run_stated, Values
from frictioncone_ros.spatial import as_non_negative

UNKNOWN, CLOSED, OPEN, SLIPPING = -1, 0, 1, 2
"""ContactState's own constants."""
SURE, UNSURE = 1.0, 0.5
"""Probability of what is stated, and of what is taken of a contact whose state is not known."""


def contacts_of_whole_body(message: Any, body: str, friction: float) -> list[ContactEstimate]:
    """
    Return the contacts whose body's name begins so, along the message's frame.

    friction: for contacts that state none (a coefficient of zero). An open contact is a candidate,
    and so is one of which nothing is known: no force may lean on it. A candidate without a normal
    is left out; one that touches is refused: it could not be judged, and left out it would be
    free space.
    """
    chosen = [contact for contact in message.contacts if str(contact.name).startswith(body)]
    found = [_estimate(contact, friction) for contact in chosen]
    return [estimate for estimate in found if estimate is not None]


def _estimate(contact: Any, friction: float) -> ContactEstimate | None:
    where = f'contact {str(contact.name)!r}'
    state = int(contact.contact_state)
    if state not in (UNKNOWN, CLOSED, OPEN, SLIPPING):
        raise InvalidInputError('contact_state', state, '-1 to 2', where)
    touches = state in (CLOSED, SLIPPING)
    given = contact.surface_normal
    normal = unit_or_none(
        np.array((given.x, given.y, given.z), dtype=np.float64), 'surface_normal', where
    )
    if normal is None:
        if touches:
            raise InvalidInputError('surface_normal', [0.0, 0.0, 0.0], 'a direction', where)
        return None
    coefficient = (
        as_non_negative(contact.friction_coefficient, 'friction_coefficient', where) or friction
    )
    require_in_range((coefficient,), 'friction_coefficient', where)
    point = ContactPoint(
        three_from_message(contact.pose.position, 'position', where),
        normal,
        CircularCone(coefficient),
        name=str(contact.name),
        body=str(contact.name),
    )
    force = three_from_message(contact.wrench.force, 'force', where)
    return ContactEstimate(
        point,
        in_contact=touches,
        probability=UNSURE if state == UNKNOWN else SURE,
        relative_velocity=three_from_message(contact.velocity.linear, 'velocity', where),
        force=force if force.any() and touches else None,
    )


PARAMETERS: dict[str, object] = {'body': '', 'friction_coefficient': 0.5}
"""Defaults; see docs/robot/adapters.md."""


def reader(values: Values) -> Read:
    """Return what reads messages by these parameters, or raise InvalidInputError."""
    friction = as_non_negative(
        values['friction_coefficient'], 'friction_coefficient', 'parameters'
    )
    return partial(contacts_of_whole_body, body=str(values['body']), friction=friction)


def main() -> int:
    """Run the adapter until told to stop."""
    package = 'whole_body_state_msgs'
    return run_stated('whole_body_contacts', package, 'WholeBodyState', reader, PARAMETERS)


if __name__ == '__main__':
    sys.exit(main())
