# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The modes of spatial contacts with polygonal friction: each contact in one of its cells.

What an unspecified interaction stands for.

The table's row for * (a_n = 0, any tangential acceleration, any force of the friction set) has
one convex cone: Balkcom's way to maintain contact without saying how. It is an outer bound, for
it lets friction help the motion. Exact is the union over the interactions that keep contact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import degrees

import numpy as np

from frictioncone_ros.analysis.modes import KinematicModes, SlideStickMode
from frictioncone_ros.constraints import (
    cell_directions,
    hard_edges,
    opposing_corners,
    refuse_thin_friction,
    require_fitting_mode,
)
from frictioncone_ros.contact import (
    APPROACHING,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, PLANAR
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.tolerances import SLIDING_CELL


def spatial_modes(state: ContactState, open_contacts: frozenset[int]) -> Iterator[ContactMode]:
    """
    Yield every mode the contacts that are made can be in, with a or s at each open contact.

    Those at open contacts are candidates: not every combination is possible.
    """
    made = [i for i in range(state.contact_count) if i not in open_contacts]
    of_open = list(product((SEPARATING, APPROACHING), repeat=len(open_contacts)))
    for interactions in _modes_of_made_contacts(state, made):
        for guesses in of_open:
            chosen = dict(zip(made, interactions, strict=True))
            chosen.update(zip(sorted(open_contacts), guesses, strict=True))
            yield ContactMode(tuple(chosen[index] for index in range(state.contact_count)))


@dataclass(frozen=True, eq=False)
class CellsOfContact:
    """
    The sliding cells of one contact.

    edges: (m, 3) corners of the friction set. directions: the angle that stands for the cell
    opposed by these corners [rad]. borders: (b, 3) tangents that change sign between cells.
    by_signs: the interaction of a contact whose slip has these signs along the borders.
    """

    edges: Array
    directions: dict[tuple[int, ...], float]
    borders: Array
    by_signs: dict[tuple[int, ...], Interaction]

    @classmethod
    def of(cls, contact: ContactPoint) -> CellsOfContact:
        """Return the cells of a hard finger with polygonal friction."""
        edges = hard_edges(contact)
        refuse_thin_friction(contact)
        directions = {opposing_corners(edges, angle): angle for angle in cell_directions(edges)}
        pairs = [opposing for opposing in directions if len(opposing) == 2]
        sides = [edges[second, 1:] - edges[first, 1:] for first, second in pairs]
        units = [side / np.linalg.norm(side) for side in sides]
        lines = _distinct_lines(np.array(units or [np.array((1.0, 0.0))]))
        named = _by_signs(edges, directions, lines)
        return cls(edges, directions, lines @ contact.frame[1:], named)

    def interaction(self, signs: Sequence[int]) -> Interaction:
        """
        Return fixed, or sliding in the cell with these signs along the borders, (b or more,).

        By signs, not by an angle: a slip that is along a border up to rounding, or up to what
        tells two contacts apart, is so for the name as it is for the motions.
        """
        row = tuple(signs[: len(self.borders)])
        if row not in self.by_signs:
            # Borders of a polygon so long and thin that an arrangement takes them for one.
            row = min(self.by_signs, key=lambda other: int(np.sum(np.not_equal(other, row))))
        return self.by_signs[row]

    def in_direction(self, angle: float) -> Interaction:
        """Return sliding in the cell in which a direction lies [rad], named by its own angle."""
        opposing = opposing_corners(self.edges, angle)
        return Interaction(InteractionKind.SLIDING, self.directions[opposing])


def _by_signs(
    edges: Array, directions: dict[tuple[int, ...], float], lines: Array
) -> dict[tuple[int, ...], Interaction]:
    """Return what each possible row of signs along the lines (b, 2) is called."""
    slides = {
        corners: Interaction(InteractionKind.SLIDING, angle)
        for corners, angle in directions.items()
    }
    rest = (0,) * len(lines)
    if len(slides) == 1:  # without friction there are no borders, and rest is part of the cell
        return dict.fromkeys((rest, (1,), (-1,)), *slides.values())
    # Few corners cannot hold rest: across the line of two it is part of their cell.
    named = {rest: FIXED if len(edges) > 2 else slides[0, 1]}
    across = np.arctan2(lines[:, 0], -lines[:, 1])
    rays = np.sort(np.concatenate((across, across + np.pi)) % (2.0 * np.pi))
    sectors = rays + 0.5 * np.diff(rays, append=rays[0] + 2.0 * np.pi)
    for angle in (*rays, *sectors):
        along = lines @ (np.cos(angle), np.sin(angle))
        signs = np.where(np.abs(along) > SLIDING_CELL, np.sign(along), 0.0).astype(int)
        # A line is a border on one side only where a polygon has no side across from it.
        named.setdefault(tuple(signs.tolist()), slides[opposing_corners(edges, float(angle))])
    return named


def _modes_of_made_contacts(
    state: ContactState, made: list[int]
) -> Iterator[tuple[Interaction, ...]]:
    contacts = [state.contacts[index] for index in made]
    part = ContactState(contacts, state.inertia, dimension=state.dimension)
    cells = [CellsOfContact.of(contact) for contact in contacts]
    seen = set()
    for mode in KinematicModes(part, _padded([one.borders for one in cells])):
        interactions = _interactions(mode, cells)
        if interactions not in seen:
            seen.add(interactions)
            yield interactions


def _interactions(mode: SlideStickMode, cells: list[CellsOfContact]) -> tuple[Interaction, ...]:
    return tuple(
        SEPARATING if letter == 's' else one.interaction(signs)
        for letter, one, signs in zip(mode.separation, cells, mode.signs.tolist(), strict=True)
    )


def _distinct_lines(units: Array) -> Array:
    kept: list[Array] = []
    for unit in units:
        if all(abs(unit[0] * other[1] - unit[1] * other[0]) > SLIDING_CELL for other in kept):
            kept.append(unit)
    return np.array(kept)


def _padded(borders: list[Array]) -> Array:
    """Return (k, K, 3): every contact with as many tangents, its first one repeated."""
    count = max((len(rows) for rows in borders), default=1)
    padded = [
        np.vstack((rows, np.repeat(rows[:1], count - len(rows), axis=0))) for rows in borders
    ]
    return np.array(padded).reshape(len(borders), count, 3)


@checked
def expanded_modes(state: ContactState, mode: ContactMode) -> frozenset[ContactMode]:
    """Return the modes a mode stands for: every * as each interaction that keeps contact."""
    require_fitting_mode(state, mode)
    choices = [
        _meanings(contact, interaction)
        for contact, interaction in zip(state.contacts, mode, strict=True)
    ]
    return frozenset(ContactMode(chosen) for chosen in product(*choices))


def _meanings(contact: ContactPoint, interaction: Interaction) -> tuple[Interaction, ...]:
    unspecified = interaction.kind is InteractionKind.UNSPECIFIED
    if contact.dimension == PLANAR:
        return (FIXED, SLIDING_LEFT, SLIDING_RIGHT) if unspecified else (interaction,)
    cells = CellsOfContact.of(contact)
    if unspecified or interaction == Interaction(InteractionKind.SLIDING):
        slides = tuple(
            Interaction(InteractionKind.SLIDING, angle) for angle in cells.directions.values()
        )
        rests = (FIXED,) if unspecified and len(cells.edges) > 2 else ()
        return (*rests, *slides)
    if interaction == FIXED and len(cells.edges) <= 2:
        angle = degrees(cells.directions[tuple(range(len(cells.edges)))])
        expected = f'd[{angle:g}]: without friction across, rest is part of that cell'
        raise InvalidInputError('interaction', str(interaction), expected, contact.label)
    if interaction.direction is not None:
        return (cells.in_direction(interaction.direction),)
    return (interaction,)
