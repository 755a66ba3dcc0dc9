# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What makes two candidates the same mode: the law of force of each contact, not its sectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.spatial.touching import TouchingContact

Pattern = tuple[tuple[str, tuple[int, ...]], ...]
"""Per touching contact a letter and the signs that matter: s separating, f and d fixed and
sliding on a circular cone (spin), k kept on a polyhedral one (all its lines), * kept anyhow."""

NO_BALANCE = (
    'no contact forces of this mode balance inertia and applied wrench: on the '
    'separating twist all of them do non-negative work, the needed ones negative work'
)
"""Why a mode is impossible, beside the twist that proves it."""


def pattern_of(
    touching: Sequence[TouchingContact], separating: int, signs: NDArray[np.int8] | None
) -> Pattern:
    """
    Return the pattern of a candidate.

    separating: bit i set where touching contact i separates. signs: (sliding rows,) of the
    candidate; None for a whole face, which leaves open what slides.
    """
    parts: list[tuple[str, tuple[int, ...]]] = []
    given = [] if signs is None else signs.tolist()
    for place, contact in enumerate(touching):
        own = tuple(given[contact.first_row : contact.first_row + len(contact.free)])
        if separating >> place & 1:
            parts.append(('s', ()))
        elif signs is None:
            parts.append(('*', ()))
        elif contact.starts_anywhere:
            tangential = len(contact.sector_rows)
            parts.append(('d' if any(own[:tangential]) else 'f', own[tangential:]))
        else:
            parts.append(('k', own))
    return tuple(parts)


def letters_of(pattern: Pattern) -> Pattern:
    """Return the pattern without the spins of contacts that slide on circular cones."""
    return tuple((letter, () if letter == 'd' else signs) for letter, signs in pattern)
