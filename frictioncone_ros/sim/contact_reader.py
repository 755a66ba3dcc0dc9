# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""MuJoCo's contacts as a snapshot of the held body's contacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array


def read_contacts(
    model: Any, data: Any, reference_point: Array, near: float | None = None
) -> ContactSnapshot:
    """
    Return the contacts of the moving body, named after its geoms, about a point in the world.

    The engine's normal runs from its first geom to its second; ours into the moving body, whose
    geoms are the named ones below a moving body. Friction is the circular cone of the elliptic
    engine. Geoms that are near but carry no force are left out, unless their gap is at most `near`
    [m] and the model's margin lets the engine list them. A geom with several contacts
    gives them the names geom, geom/1 and so on.
    """
    points: list[ContactPoint] = []
    forces: list[Array] = []
    for index in range(data.ncon):
        contact = data.contact[index]
        carries = contact.efc_address >= 0 and data.efc_force[contact.efc_address] > 0.0
        if not carries and (near is None or contact.dist > near):
            continue
        known = [point.name.split('/')[0] for point in points]
        point, force = _moving_side(model, data, index, (reference_point, known))
        points.append(point)
        forces.append(point.frame @ force)
    state = ContactState(points, reference_point=reference_point, dimension=6)
    return ContactSnapshot(float(data.time), state, np.array(forces).reshape(-1, 3))


def _moving_side(
    model: Any, data: Any, index: int, seen: tuple[Array, list[str]]
) -> tuple[ContactPoint, Array]:
    """Return a contact of the moving body and its force (3,) on it, world axes [N]."""
    mujoco = load_mujoco()
    contact, (reference_point, known) = data.contact[index], seen
    wrench = np.zeros(6)
    mujoco.mj_contactForce(model, data, index, wrench)
    axes = np.array(contact.frame).reshape(3, 3)
    second_moves = model.body_weldid[model.geom_bodyid[contact.geom2]] != 0
    sign = 1.0 if second_moves else -1.0
    geom = int(contact.geom2 if second_moves else contact.geom1)
    other = int(contact.geom1 if second_moves else contact.geom2)
    name = model.geom(geom).name
    point = ContactPoint(
        contact.pos - reference_point,
        sign * axes[0],
        CircularCone(float(contact.friction[0])),
        name=f'{name}/{known.count(name)}' if name in known else name,
        other_body=model.geom(other).name,
    )
    return point, sign * (axes.T @ wrench[:3])
