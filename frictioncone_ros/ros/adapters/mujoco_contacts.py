# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of mujoco_ros2_control (ContactArray), whose fields are read here alone."""

from __future__ import annotations

from functools import partial
import sys
from typing import Any

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import require_in_range, three_from_message
from frictioncone_ros.ros.adapters.stated_node import Read, run_stated, Values
from frictioncone_ros.spatial import as_finite_number, as_vector

SIDES = 2
"""Participants of a contact."""
DIMENSIONS = (1, 3, 4, 6)
"""What a contact space of the engine may have."""
FRICTIONLESS, WITH_TORSION = 1, 4
"""Contact space dimensions: below the second no moment about the normal is carried."""
CONTACT = 'contact of MuJoCo'
PYRAMID_EDGES = 4
"""Edges of the engine's pyramid: n + mu_1 t_1, n - mu_1 t_1 and likewise along tangent 2."""
INCLUDED, IN_GAP = 0, 1
"""Why a contact carries no force: it does; or the bodies are near and do not touch."""


def contacts_of_mujoco(message: Any, body: str, pyramids: bool) -> list[ContactEstimate]:
    """
    Return the contacts of the body whose name, or whose geom's, begins so; '': the second's.

    pyramids: whether the simulation has pyramidal cones. Contacts of flexible bodies have no
    names and are left out, and so are those that the engine leaves out but for near ones.
    """
    found: list[ContactEstimate] = []
    for contact in message.contacts:
        side = _side(contact, body)
        if side is not None and contact.exclude in (INCLUDED, IN_GAP):
            found.append(_estimate(contact, side, len(found), pyramids))
    return found


def _side(contact: Any, body: str) -> int | None:
    """Return which participant is the body, None for neither."""
    for what in ('body_names', 'geom_names'):
        if len(getattr(contact, what)) != SIDES:
            raise InvalidInputError(what, list(getattr(contact, what)), 'two', CONTACT)
    names = [(str(contact.body_names[side]), str(contact.geom_names[side])) for side in (0, 1)]
    if not all(any(pair) for pair in names):
        return None
    for side in (1, 0):
        if not body or any(name.startswith(body) for name in names[side]):
            return side
    return None


def _estimate(contact: Any, side: int, index: int, pyramids: bool) -> ContactEstimate:
    body, other = (_name(contact, which) for which in (side, 1 - side))
    name = f'{body}:{other}:{index}'
    where = f'contact {name!r}'
    # The engine's normal points from participant 0 to participant 1; ours into the body.
    normal = (1.0 if side == 1 else -1.0) * three_from_message(contact.normal, 'normal', where)
    point = ContactPoint(
        three_from_message(contact.position, 'position', where),
        normal,
        _friction(contact, pyramids, where),
        tangent_hint=three_from_message(contact.tangent_1, 'tangent_1', where),
        name=name,
        body=body,
        other_body=other,
    )
    gap = as_finite_number(contact.distance, 'distance', where)
    margin = as_finite_number(contact.include_margin, 'include_margin', where)
    require_in_range((gap,), 'distance', where)
    touches = contact.exclude == INCLUDED and gap <= margin
    return ContactEstimate(point, in_contact=bool(touches), distance=gap)


def _name(contact: Any, side: int) -> str:
    return str(contact.geom_names[side] or contact.body_names[side])


def _friction(contact: Any, pyramids: bool, where: str) -> FrictionModel:
    """
    Return the engine's friction; rolling friction has no model here and is left out.

    A pyramid of the engine has its edges along the tangents, |f_1| / mu_1 + |f_2| / mu_2 <= f_n,
    and lies inside the circular cone; Gazebo's, our FrictionPyramid, has its sides across them.
    """
    given = as_vector(contact.friction[:3], 3, 'friction', where)
    require_in_range(given, 'friction', where)
    first, second, spin = given.tolist()
    if contact.dimension not in DIMENSIONS:
        raise InvalidInputError('dimension', contact.dimension, '1, 3, 4 or 6', where)
    if contact.dimension == FRICTIONLESS:
        return Frictionless()
    edges = PYRAMID_EDGES if pyramids else None
    if first != second:
        return EllipticCone(first, second, edges)
    if edges is not None:
        return FrictionPolygon(first, edges)
    if contact.dimension >= WITH_TORSION and spin > 0.0:
        return SoftFinger(first, spin)
    return CircularCone(first)


PARAMETERS: dict[str, object] = {'body': '', 'friction_set': 'pyramid'}
"""Defaults; see docs/robot/adapters.md. The engine's own, which lies inside its other one."""
FRICTION_SETS = {'cone': False, 'pyramid': True}
"""Whether cones are pyramidal, by the word for it."""


def reader(values: Values) -> Read:
    """Return what reads messages by these parameters, or raise InvalidInputError."""
    body, kind = str(values['body']), values['friction_set']
    if kind not in FRICTION_SETS:
        raise InvalidInputError('friction_set', kind, ' or '.join(FRICTION_SETS), 'parameters')
    return partial(contacts_of_mujoco, body=body, pyramids=FRICTION_SETS[kind])


def main() -> int:
    """Run the adapter until told to stop."""
    package = 'mujoco_ros2_control_msgs'
    return run_stated('mujoco_contacts', package, 'ContactArray', reader, PARAMETERS)


if __name__ == '__main__':
    sys.exit(main())
