# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hostile contacts: redundant, antipodal, nearly parallel or coincident, far, jittering."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.random import Generator
from records import Array, Friction, PlainContact

SCENES = ('random', 'feet', 'pinch', 'parallel', 'coincident', 'corner', 'far', 'single')


def random_contacts(
    rng: Generator, size: int, length: float, names: int = 0
) -> tuple[PlainContact, ...]:
    """Return 1 to 8 contacts in the plane (size 2) or in space (3), about `length` [m] apart."""
    scene = str(rng.choice(SCENES))
    count = 1 if scene == 'single' else int(rng.integers(2, 9))
    positions = length * rng.normal(size=(count, size))
    normals = np.array([unit(rng.normal(size=size)) for _ in range(count)])
    axis = unit(rng.normal(size=size))
    if scene == 'feet':
        normals[:] = axis
        positions -= np.outer(positions @ axis, axis)
    elif scene == 'pinch':
        normals[0], normals[1::2], normals[2::2] = axis, -axis, axis
        positions[0], positions[1] = -length * axis, length * axis
    elif scene == 'parallel':
        tilt = 10.0 ** rng.uniform(-9.0, -1.0)
        normals = np.array([unit(axis + tilt * rng.normal(size=size)) for _ in range(count)])
    elif scene == 'coincident':
        positions = positions[0] + 10.0 ** rng.uniform(-9.0, -2.0) * positions
    elif scene == 'corner':
        normals = np.abs(normals)
    elif scene == 'far':
        positions[0] *= 10.0 ** rng.uniform(0.0, 1.0)
    alike = random_friction(rng) if rng.random() < 0.5 else None
    return tuple(
        PlainContact(
            f'c{names + index}',
            position,
            unit(normal),
            alike or random_friction(rng),
            _hint(rng, normal),
            _surface(rng, normal),
        )
        for index, (position, normal) in enumerate(zip(positions, normals, strict=True))
    )


def random_friction(rng: Generator) -> Friction:
    """Return one of the friction models; coefficients from none to very rough."""
    kind = str(rng.choice(['circular', 'circular', 'pyramid', 'polygon', 'soft', 'none']))
    first = float(rng.choice([0.05, 0.3, 0.5, 1.0, 3.0]))
    if kind == 'none':
        return Friction('none')
    if kind == 'pyramid':
        return Friction(kind, first, float(rng.choice([first, 0.5 * first, 0.0])))
    if kind == 'polygon':
        return Friction(kind, first, edges=int(rng.integers(3, 17)))
    if kind == 'soft':
        torsion = float(rng.choice([0.0, 0.005, 0.05]))
        edges = int(rng.choice([0, 1, 6]))
        independent = edges == 1 or (edges == 6 and torsion > 0.01)
        return Friction(kind, first, 0.0, torsion, edges if edges > 1 else 0, independent)
    return Friction(kind, float(rng.choice([first, first, 0.0])))


def jittered(
    rng: Generator, contacts: tuple[PlainContact, ...], amount: float, length: float
) -> tuple[PlainContact, ...]:
    """Return the contacts as a noisy estimator sees them: positions and normals by `amount`."""
    return tuple(
        replace(
            contact,
            position=contact.position + amount * length * rng.normal(size=contact.position.shape),
            normal=unit(contact.normal + amount * rng.normal(size=contact.normal.shape)),
        )
        for contact in contacts
    )


def moved(
    contacts: tuple[PlainContact, ...], axes: Array, origin: Array
) -> tuple[PlainContact, ...]:
    """Return the contacts along other axes (rows) about another origin [m]."""
    size = len(contacts[0].position) if contacts else 3
    turn, way = axes[:size, :size], origin[:size]
    return tuple(
        replace(
            contact,
            position=turn @ (contact.position - way),
            normal=turn @ contact.normal,
            hint=None if contact.hint is None else turn @ contact.hint,
            surface=None if contact.surface is None else turn @ contact.surface,
        )
        for contact in contacts
    )


def unit(vector: Array) -> Array:
    """Return the vector at unit length."""
    return np.asarray(vector / np.linalg.norm(vector))


def _hint(rng: Generator, normal: Array) -> Array | None:
    if normal.shape[0] == 2 or rng.random() < 0.5:
        return None
    hint = rng.normal(size=3)
    along = abs(float(unit(hint) @ unit(normal)))
    return None if along > 0.99 else hint


def _surface(rng: Generator, normal: Array) -> Array | None:
    """Return a conveyor's velocity in three of ten, now and then one along the normal too."""
    chance = rng.random()
    if chance < 0.7:
        return None
    velocity = 0.1 * rng.normal(size=normal.shape)
    if chance < 0.95:
        velocity -= (velocity @ unit(normal)) * unit(normal)
    return np.asarray(velocity)
