# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The only place where plain numbers become the package's objects and its answers plain again."""

from __future__ import annotations

from collections.abc import Mapping
import re

import numpy as np
from records import Array, Friction, PlainBody, PlainContact, Pose

from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.situation import ModeVerdict
from frictioncone_ros.spatial import Inertia, RigidTransform

Letters = tuple[tuple[str, float | None], ...]


def friction_model(friction: Friction) -> FrictionModel:
    """Return the package's model of a plain friction."""
    if friction.kind == 'none':
        return Frictionless()
    if friction.kind == 'pyramid':
        return FrictionPyramid(friction.first, friction.second)
    if friction.kind == 'polygon':
        return FrictionPolygon(friction.first, friction.edges)
    if friction.kind == 'soft':
        return SoftFinger(
            friction.first, friction.torsion, friction.edges or None, friction.independent
        )
    return CircularCone(friction.first)


def contact_state(
    contacts: tuple[PlainContact, ...], dimension: int, body: PlainBody | None = None
) -> ContactState:
    """Return the package's contact state of plain contacts, and of a body about the origin."""
    points = tuple(
        ContactPoint(
            contact.position,
            contact.normal,
            friction_model(contact.friction),
            contact.name,
            contact.hint,
            **({} if contact.surface is None else {'surface_velocity': contact.surface}),
        )
        for contact in contacts
    )
    inertia = None
    if body is not None and dimension == 6:
        inertia = Inertia.spatial_body(body.mass, body.rotational, body.center)
    elif body is not None:
        gyration = float(np.sqrt(body.rotational[2, 2] / body.mass))
        inertia = Inertia.planar_body(body.mass, gyration, body.center[:2])
    return ContactState(points, inertia, dimension=dimension)


def contact_mode(text: str | None) -> ContactMode | None:
    """Return the package's mode of its letters."""
    return None if text is None else ContactMode.parse(text)


def letters_of(text: str | None, count: int, dimension: int) -> Letters | None:
    """Return one letter and direction [rad] a contact, None where the mode does not fit."""
    if text is None:
        return None
    found = tuple(
        (letter, float(np.radians(float(degrees))) if degrees else None)
        for letter, degrees in re.findall(r'([a-z*])(?:\[([^]]*)\])?', text)
    )
    wrong = 'd' if dimension == 3 else 'lr'
    if len(found) != count or any(letter in wrong for letter, _ in found):
        return None
    return found


def filter_settings(values: Mapping[str, float | bool | str]) -> FilterSettings:
    """Return the package's settings; those it does not know yet are left out."""
    known = FilterSettings.__dataclass_fields__
    return FilterSettings(**{name: value for name, value in values.items() if name in known})


VERDICT_TIMEOUT = 0.15
"""Age up to which a prediction counts [s], at the default rate and time limit of the node."""


def mode_verdict(found: tuple[int, bool]) -> ModeVerdict:
    """Return what a prediction found: how many modes, and whether it judged all."""
    return ModeVerdict(found[0], exhaustive=found[1])


def is_unique(found: tuple[int, bool] | None, age: float) -> bool | None:
    """Return whether a prediction found exactly one mode; None where none counts any more."""
    return None if found is None or age > VERDICT_TIMEOUT else found == (1, True)


def rigid_transform(frame: Pose, parent: Pose) -> RigidTransform:
    """Return the pose of a frame as seen from another one, both given in the world."""
    return RigidTransform(frame.axes @ parent.axes.T, parent.axes @ (frame.origin - parent.origin))


def reported_forces(assessment: object, geometry_contacts: int) -> Array:
    """Return the reported contact forces (c,), empty where there are no contacts."""
    forces = np.asarray(assessment.contact_forces, dtype=float)
    return forces if geometry_contacts else np.zeros(0)


def given_parts(command: object) -> dict[str, Array]:
    """Return wrench, twist and acceleration (d,) of an answer by part."""
    return {
        'wrench': np.asarray(command.wrench),
        'twist': np.asarray(command.twist),
        'accel': np.asarray(command.acceleration),
    }
