# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What makes two candidates the same mode: the law of force of each contact, not its sectors."""

from __future__ import annotations

from frictioncone_ros.analysis.motions.spatial.candidates import Candidates
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem

Pattern = tuple[tuple[str, tuple[int, ...]], ...]
"""Per touching contact a letter and the signs that matter: s separating, f and d fixed and
sliding on a circular cone (spin), k kept on a polyhedral one (all its lines), * kept anyhow."""

NO_BALANCE = (
    'no contact forces of this mode balance inertia and applied wrench: on the '
    'separating twist all of them do non-negative work, the needed ones negative work'
)
"""Why a mode is impossible, beside the twist that proves it."""


def mode_pattern(
    problem: SpatialProblem, candidates: Candidates, cell: int, whole_face: bool
) -> Pattern:
    """Return the pattern of a candidate; that of a whole face leaves open what slides."""
    parts: list[tuple[str, tuple[int, ...]]] = []
    for place, contact in enumerate(problem.touching):
        if not candidates.keeps(cell, place):
            parts.append(('s', ()))
        elif whole_face:
            parts.append(('*', ()))
        elif contact.starts_anywhere:
            tangential = _sector_signs(problem, candidates, cell, place)
            spin = _signs(problem, candidates, cell, place)[len(tangential) :]
            parts.append(('d' if any(tangential) else 'f', spin))
        else:
            parts.append(('k', _signs(problem, candidates, cell, place)))
    return tuple(parts)


def letters_of(pattern: Pattern) -> Pattern:
    """Return the pattern without the spins of contacts that slide on circular cones."""
    return tuple((letter, () if letter == 'd' else signs) for letter, signs in pattern)


def starting_contacts(
    problem: SpatialProblem, candidates: Candidates, cell: int
) -> tuple[int, ...]:
    """Return the places of contacts that start to slide on circular cones in a candidate."""
    return tuple(
        place
        for place, contact in enumerate(problem.touching)
        if contact.starts_anywhere
        and candidates.keeps(cell, place)
        and any(_sector_signs(problem, candidates, cell, place))
    )


def sector_rows(problem: SpatialProblem, places: tuple[int, ...]) -> list[int]:
    """Return the sliding rows that cut the circular cones of some touching contacts."""
    rows = []
    for place in places:
        contact = problem.touching[place]
        rows += [
            contact.first_row + i
            for i, line in enumerate(contact.free)
            if contact.law.lines[line, 2] == 0.0
        ]
    return rows


def _sector_signs(
    problem: SpatialProblem, candidates: Candidates, cell: int, place: int
) -> tuple[int, ...]:
    return tuple(candidates.signs[cell, sector_rows(problem, (place,))].tolist())


def _signs(
    problem: SpatialProblem, candidates: Candidates, cell: int, place: int
) -> tuple[int, ...]:
    contact = problem.touching[place]
    first = contact.first_row
    return tuple(candidates.signs[cell, first : first + len(contact.free)].tolist())
