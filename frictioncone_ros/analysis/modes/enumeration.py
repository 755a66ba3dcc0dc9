# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every kinematic contact mode: which contacts part, and how the others slide or stick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.faces import AdmissibleMotions, DividedFace
from frictioncone_ros.analysis.modes.rows import ModeRows, velocity_rows
from frictioncone_ros.contact import (
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    SEPARATING,
    SLIDING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, frozen_array, PLANAR
from frictioncone_ros.spatial.arguments import checked, checked_fields


@checked_fields
@dataclass(frozen=True, eq=False)
class SlideStickMode:
    """
    One kinematic mode.

    separation: one letter per contact, c contact kept, s separating.
    signs: (k, K) sign of the sliding velocity along each given tangent; 0 where separating.
    motion: (d,) a twist strictly inside the mode, at the reference point; its size is arbitrary
        unless surfaces move.
    vertices (v, d), rays (r, d), lines (l, d): all twists of the mode, closed, are
        conv(vertices) + cone(rays) + span(lines); without moving surfaces the vertex is 0.
    """

    separation: str
    signs: NDArray[np.int8]
    motion: Array
    vertices: Array
    rays: Array
    lines: Array

    @property
    def contact_mode(self) -> ContactMode:
        """
        The mode in letters: s, f where no tangent sees sliding, else l and r in the plane, d.

        It loses the signs in space, and f means fixed only if the tangents span the plane.
        """
        dimension = len(self.motion)
        rows = zip(self.separation, self.signs, strict=True)
        return ContactMode(tuple(_interaction(letter, row, dimension) for letter, row in rows))

    def __str__(self) -> str:
        """Return the letters with the signs of sliding, as in 's(+0)(00)'."""
        rows = zip(self.separation, self.signs, strict=True)
        return ''.join('s' if letter == 's' else _sign_text(row) for letter, row in rows)


class KinematicModes(Iterator[SlideStickMode]):
    """
    The slide-stick modes one after the other, found as they are asked for.

    Stop whenever enough are seen: each contact-separate mode is divided only when its turn comes.
    `exhaustive` says whether all modes have been given.
    """

    def __init__(self, state: ContactState, tangents: Array | None = None) -> None:
        """Prepare the modes of a state; tangents (k, K, 2 or 3), default the contacts' own."""
        self._admissible = AdmissibleMotions.of(velocity_rows(state, tangents))
        self._pending = self._every_mode()
        self._remaining = True

    @property
    def exhaustive(self) -> bool:
        """Whether the iterator has come to its end, so that no mode is missing."""
        return not self._remaining

    @property
    def separations(self) -> tuple[str, ...]:
        """All contact-separate modes; they are known before any slide-stick mode is."""
        admissible = self._admissible
        return tuple(sorted(admissible.separation_string(face) for face in admissible.faces))

    def __next__(self) -> SlideStickMode:
        """Return the next mode."""
        try:
            return next(self._pending)
        except StopIteration:
            self._remaining = False
            raise

    def _every_mode(self) -> Iterator[SlideStickMode]:
        for face in self._admissible.divided_faces():
            yield from _modes_of(face, self._admissible.separation_string(face.face))


@checked_fields
@dataclass(frozen=True, eq=False)
class ModeTable:
    """
    Many modes at once, as arrays.

    separations: contact-separate modes found, sorted; counts: slide-stick modes of each.
    signs: (m, k, K) of all slide-stick modes; owner: (m,) index into separations of each.
    exhaustive: False if a limit stopped the search; then whole contact-separate modes lack.
    """

    separations: tuple[str, ...]
    counts: tuple[int, ...]
    signs: NDArray[np.int8]
    owner: NDArray[np.intp]
    exhaustive: bool

    def __len__(self) -> int:
        """Return the number of slide-stick modes."""
        return len(self.signs)

    @checked
    def of_separation(self, separation: str) -> NDArray[np.int8]:
        """Return the sign vectors (m, k, K) of one contact-separate mode; none if impossible."""
        if separation not in self.separations:
            return self.signs[:0]
        return self.signs[self.owner == self.separations.index(separation)]


def contact_separate_modes(state: ContactState) -> tuple[str, ...]:
    """
    Return which contacts can part while which others hold, as strings of c and s, sorted.

    The all-fixed and the all-separating motions are included where they are possible; surfaces
    that move are taken into account.
    """
    rows = velocity_rows(state)
    admissible = AdmissibleMotions.of(replace(rows, sliding=rows.sliding[:0], owner=()))
    return tuple(sorted(admissible.separation_string(face) for face in admissible.faces))


@checked
def kinematic_mode_table(
    state: ContactState, tangents: Array | None = None, limit: int | None = None
) -> ModeTable:
    """
    Return all slide-stick modes of a state, or the first whole groups up to `limit` modes.

    tangents: (k, K, 2 or 3) directions of sliding, default the contacts' own.
    """
    if limit is not None and limit < 1:
        raise InvalidInputError('limit of modes', limit, 'an integer >= 1 or None')
    admissible = AdmissibleMotions.of(velocity_rows(state, tangents))
    found: dict[str, NDArray[np.int8]] = {}
    total = 0
    for face in admissible.divided_faces():
        total += len(face.cells)
        if limit is not None and total > limit:
            break
        found[admissible.separation_string(face.face)] = _signs_by_contact(face)
    return _table(found, len(found) == len(admissible.faces), _sign_shape(admissible.rows))


def _table(
    found: dict[str, NDArray[np.int8]], exhaustive: bool, shape: tuple[int, int]
) -> ModeTable:
    names = tuple(sorted(found))
    counts = tuple(len(found[name]) for name in names)
    signs = np.concatenate([np.zeros((0, *shape), np.int8), *(found[name] for name in names)])
    owner = np.repeat(np.arange(len(names)), counts)
    return ModeTable(names, counts, signs, owner, exhaustive)


def _modes_of(face: DividedFace, separation: str) -> Iterator[SlideStickMode]:
    lines = frozen_array(face.twists(face.cone.line_vectors))
    cells = zip(_signs_by_contact(face), face.inner_motions(), face.generators(), strict=True)
    for signs, motion, (vertices, rays) in cells:
        yield SlideStickMode(
            separation,
            signs,
            frozen_array(motion),
            frozen_array(vertices),
            frozen_array(rays),
            lines,
        )


def _signs_by_contact(face: DividedFace) -> NDArray[np.int8]:
    return face.signs.reshape(len(face.cells), *_sign_shape(face.rows))


def _sign_shape(rows: ModeRows) -> tuple[int, int]:
    count = max(Counter(rows.owner).values(), default=0)
    return rows.contact_count, count


def _interaction(letter: str, signs: NDArray[np.int8], dimension: int) -> Interaction:
    if letter == 's':
        return SEPARATING
    if not signs.any():
        return FIXED
    if dimension != PLANAR:
        return SLIDING
    return SLIDING_LEFT if signs[0] > 0 else SLIDING_RIGHT


def _sign_text(signs: NDArray[np.int8]) -> str:
    return '(' + ''.join('0+-'[int(sign)] for sign in signs) + ')'
