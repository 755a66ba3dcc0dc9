# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""MuJoCo's contacts as a snapshot of the held body's contacts."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionModel,
)
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

WITHOUT_FRICTION = 1
"""MuJoCo's dimension (condim) of a contact that transmits its normal force alone."""


def read_contacts(
    model: Any, data: Any, reference_point: Array, near: float | None = None
) -> ContactSnapshot:
    """
    Return the contacts of the moving body, named after its geoms, about a point in the world.

    The engine's normal runs from its first geom to its second; ours into the moving body, whose
    geoms are the named ones below a moving body. Friction is the widest circular cone inside the
    engine's set, which is the circle itself where that has elliptic cones and one coefficient;
    its torsional friction is not counted. Geoms that are near but carry no force are left out,
    unless their gap is at most `near` [m] and the model's margin lets the engine list them. A
    geom with several contacts gives them the names geom, geom/1 and so on.
    """
    points: list[ContactPoint] = []
    forces: list[Array] = []
    seen: Counter[str] = Counter()
    for index in range(data.ncon):
        contact = data.contact[index]
        force = _force(model, data, index)
        if force[0] <= 0.0 and (near is None or contact.dist > near):
            continue
        point, sign = _moving_side(model, contact, reference_point, seen)
        points.append(point)
        forces.append(point.frame @ (sign * (np.reshape(contact.frame, (3, 3)).T @ force)))
    state = ContactState(points, reference_point=reference_point, dimension=6)
    return ContactSnapshot(float(data.time), state, np.array(forces).reshape(-1, 3))


def _force(model: Any, data: Any, index: int) -> Array:
    """Return a contact's force (3,) on its second geom, axes of the contact [N]."""
    wrench = np.zeros(6)
    if data.contact[index].efc_address >= 0:
        load_mujoco().mj_contactForce(model, data, index, wrench)
    return wrench[:3]


def _moving_side(
    model: Any, contact: Any, reference_point: Array, seen: Counter[str]
) -> tuple[ContactPoint, float]:
    """Return a contact of the moving body, and -1 where that is the engine's first, else 1."""
    second_moves = model.body_weldid[model.geom_bodyid[contact.geom2]] != 0
    sign = 1.0 if second_moves else -1.0
    geom = int(contact.geom2 if second_moves else contact.geom1)
    other = int(contact.geom1 if second_moves else contact.geom2)
    name = model.geom(geom).name
    number, seen[name] = seen[name], seen[name] + 1
    point = ContactPoint(
        contact.pos - reference_point,
        sign * np.array(contact.frame[:3]),
        _friction(model, contact),
        name=f'{name}/{number}' if number else name,
        other_body=model.geom(other).name,
    )
    return point, sign


def _friction(model: Any, contact: Any) -> FrictionModel:
    """Return the widest circular cone that lies inside the engine's friction set."""
    if contact.dim == WITHOUT_FRICTION:
        return Frictionless()
    first, second = (float(coefficient) for coefficient in contact.friction[:2])
    if model.opt.cone == load_mujoco().mjtCone.mjCONE_ELLIPTIC:
        return CircularCone(min(first, second))
    # |f_1| / mu_1 + |f_2| / mu_2 <= f_n: a rhombus, whose sides are nearest between its corners.
    return CircularCone(first * second / (hypot(first, second) or 1.0))
