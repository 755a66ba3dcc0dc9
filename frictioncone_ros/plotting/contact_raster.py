# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each contact did over time: sticking, sliding, separated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from frictioncone_ros.plotting.style import BLUE, GREY, new_figure, ORANGE, VERMILION
from frictioncone_ros.spatial import Array

KINDS = {
    'f': ('sticks', BLUE, ''),
    'd': ('slides', ORANGE, '//'),
    'l': ('slides left', ORANGE, '\\\\'),
    'r': ('slides right', VERMILION, '//'),
    's': ('separated', GREY, '..'),
}
"""What a letter of a mode says, its colour and its hatch."""
HEIGHT = 0.8
"""Of a bar, beside the distance of two [-]."""


def raster_figure(times: Array, letters: Mapping[str, Sequence[str]]) -> Any:
    """
    Return a bar a contact that says what it did.

    times: (n,) [s]. letters: n letters (f, d, l, r, s; others are left white) by contact.
    """
    figure = new_figure(7.5, 0.45 * len(letters) + 1.5)
    axes = figure.subplots()
    used = []
    for row, (_, said) in enumerate(letters.items()):
        for letter, begin, end in stretches(times, said):
            if letter not in KINDS:
                continue
            label, colour, hatch = KINDS[letter]
            axes.broken_barh(
                [(begin, end - begin)], (row - HEIGHT / 2, HEIGHT), facecolor=f'{colour}90',
                edgecolor='white', hatch=hatch, linewidth=0.0,
                label='_' if letter in used else label,
            )  # fmt: skip
            used.append(letter)
    axes.set(xlabel='time [s]', yticks=range(len(letters)), yticklabels=list(letters))
    axes.set(xlim=(times[0], times[-1]), ylim=(len(letters) - 0.5, -0.5))
    axes.grid(False)
    figure.legend(loc='outside upper center', ncols=5, frameon=False)
    return figure


def stretches(times: Array, letters: Sequence[str]) -> list[tuple[str, float, float]]:
    """Return (letter, begin, end) [s] of each stretch with one letter."""
    changes = [0, *(i for i in range(1, len(letters)) if letters[i] != letters[i - 1])]
    ends = np.append(times[changes[1:]], times[-1])
    return [
        (letters[index], float(times[index]), float(end))
        for index, end in zip(changes, ends, strict=True)
    ]
