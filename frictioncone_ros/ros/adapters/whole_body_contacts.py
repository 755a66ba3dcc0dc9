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
from frictioncone_ros.ros.adapters.stated_node import Read, run_stated, Values
from frictioncone_ros.spatial import Array, as_non_negative, as_vector

UNKNOWN, CLOSED, OPEN, SLIPPING = -1, 0, 1, 2
"""ContactState's own constants."""
SURE, UNSURE = 1.0, 0.5
"""Probability of what is stated, and of what is taken of a contact whose state is not known."""


def contacts_of_whole_body(message: Any, body: str, friction: float) -> list[ContactEstimate]:
    """
    Return the contacts whose body's name begins so, along the message's frame.

    friction: for contacts that state none (a coefficient of zero). An open contact is a candidate,
    and so is one of which nothing is known: no force may lean on it. One without a normal is left
    out: it could not be judged.
    """
    return [
        _estimate(contact, friction)
        for contact in message.contacts
        if str(contact.name).startswith(body) and _normal(contact).any()
    ]


def _estimate(contact: Any, friction: float) -> ContactEstimate:
    normal = _normal(contact)
    coefficient = float(contact.friction_coefficient) or friction
    point = ContactPoint(
        _three(contact.pose.position, 'position', contact),
        normal / np.linalg.norm(normal),
        CircularCone(coefficient),
        name=str(contact.name),
        body=str(contact.name),
    )
    state = int(contact.contact_state)
    if state not in (UNKNOWN, CLOSED, OPEN, SLIPPING):
        raise InvalidInputError(
            'contact_state', state, '-1 to 2', f'contact {str(contact.name)!r}'
        )
    force, touches = _three(contact.wrench.force, 'force', contact), state in (CLOSED, SLIPPING)
    return ContactEstimate(
        point,
        in_contact=touches,
        probability=UNSURE if state == UNKNOWN else SURE,
        relative_velocity=_three(contact.velocity.linear, 'velocity', contact),
        force=force if force.any() and touches else None,
    )


def _normal(contact: Any) -> Array:
    return _three(contact.surface_normal, 'surface_normal', contact)


def _three(vector: Any, what: str, contact: Any) -> Array:
    return as_vector((vector.x, vector.y, vector.z), 3, what, f'contact {str(contact.name)!r}')


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
