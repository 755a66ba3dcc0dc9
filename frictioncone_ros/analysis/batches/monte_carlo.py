# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contacts drawn at random about what was estimated, each asked whether it holds the body.

Draw number i depends on the seed and on i alone: however many are drawn at a time and by whom,
the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.batches.wrenches import BatchVerdict, resist_each
from frictioncone_ros.contact import ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR

BLOCK = 256
"""Draws that share one stream of random numbers."""


@dataclass(frozen=True)
class Deviations:
    """
    Standard deviations of what is drawn, independent, 0 for what is known.

    friction: of the factor on all limits of each contact [-], cut off at 0. normal: of each
    contact's normal about each axis across it [rad]. position: of each contact along each axis
    [m]. shift, turn: of the whole contact set along [m] and about [rad] each axis of the frame,
    while the wrench stays.
    """

    friction: float = 0.0
    normal: float = 0.0
    position: float = 0.0
    shift: float = 0.0
    turn: float = 0.0

    def __post_init__(self) -> None:
        """Check every deviation."""
        for field in fields(self):
            value = as_non_negative(getattr(self, field.name), f'deviation {field.name}')
            object.__setattr__(self, field.name, value)


@checked
def resist_drawn(
    state: ContactState,
    external_wrench: ArrayLike,
    deviations: Deviations,
    draws: range,
    seed: int = 0,
) -> BatchVerdict:
    """Judge whether contacts drawn about a state, numbered `draws`, hold against a wrench."""
    states = list(drawn_states(state, deviations, draws, seed))
    return resist_each(states, [external_wrench] * len(states))


@checked
def drawn_states(
    state: ContactState, deviations: Deviations, draws: range, seed: int = 0
) -> Iterator[ContactState]:
    """Yield the contact sets of some draws, by number."""
    if not isinstance(draws, range) or draws.step != 1 or draws.start < 0:
        raise InvalidInputError('draws', draws, 'a range of numbers from 0 on, one by one')
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InvalidInputError('seed', seed, 'a whole number >= 0')
    for block in range(draws.start // BLOCK, -(-draws.stop // BLOCK)):
        numbers = _block(state, seed, block)
        first, last = max(draws.start, block * BLOCK), min(draws.stop, (block + 1) * BLOCK)
        for number in range(first, last):
            yield _drawn(state, deviations, numbers[number - block * BLOCK])


def _block(state: ContactState, seed: int, block: int) -> Array:
    """Return the standard normal numbers of a block, (BLOCK, contacts + 1, 7)."""
    stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,)))
    return stream.standard_normal((BLOCK, state.contact_count + 1, 7))


def _drawn(state: ContactState, deviations: Deviations, numbers: Array) -> ContactState:
    whole, own = numbers[-1], numbers[:-1]
    size = 2 if state.dimension == PLANAR else 3
    turn = _rotation(deviations.turn * whole[3:6], size)
    shift = deviations.shift * whole[:size]
    moved = [
        _moved(contact, deviations, values, (turn, shift))
        for contact, values in zip(state.contacts, own, strict=True)
    ]
    return replace(state, contacts=moved)


def _moved(
    contact: ContactPoint, deviations: Deviations, numbers: Array, pose: tuple[Array, Array]
) -> ContactPoint:
    turn, shift = pose
    size = contact.contact_position.size
    tilt = _rotation(deviations.normal * numbers[3:6], size)
    hint = contact.tangent_hint
    return replace(
        contact,
        contact_position=turn @ (contact.contact_position + deviations.position * numbers[:size])
        + shift,
        contact_normal=turn @ (tilt @ contact.contact_normal),
        tangent_hint=None if hint is None else turn @ (tilt @ hint),
        friction=contact.friction.scaled(max(0.0, 1.0 + deviations.friction * float(numbers[6]))),
    )


def _rotation(vector: Array, size: int) -> Array:
    """Return the rotation about a vector [rad], of the plane by its last component."""
    if size == 2:
        sine, cosine = np.sin(vector[2]), np.cos(vector[2])
        return np.array([[cosine, -sine], [sine, cosine]])
    x, y, z = vector.tolist()
    angle = float(np.sqrt(vector @ vector))
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    # sinc keeps both factors finite at no rotation at all.
    half = np.sinc(0.5 * angle / np.pi)
    turned: Array = np.eye(3) + np.sinc(angle / np.pi) * skew + 0.5 * half * half * (skew @ skew)
    return turned
