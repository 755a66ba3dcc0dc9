# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figure of docs/start/conventions.md: normal, tangent, moment centre, and three wrenches."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.plotting.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    new_figure,
    ORANGE,
    PURPLE,
    save_figure,
    VERMILION,
)

HALF_ANGLE = np.arctan(0.5)
CONTACT = np.array([0.0, 0.0])
REFERENCE = np.array([0.7, 1.15])


def main() -> int:
    """Draw the conventions at one contact, and the wrenches of a body at rest."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    output = parser.parse_args().output_directory
    output.mkdir(parents=True, exist_ok=True)
    figure = new_figure(8.0, 4.0)
    left, right = figure.subplots(1, 2)
    contact(left)
    wrenches(right)
    for axes in (left, right):
        axes.set(aspect='equal', xlim=(-1.5, 2.0), ylim=(-1.15, 1.95), xticks=[], yticks=[])
        axes.grid(False)
    print(save_figure(figure, output / 'conventions.png'))
    return 0


def contact(axes: Any) -> None:
    """Draw a body on its environment: normal, tangent, position and friction cone."""
    ground(axes)
    cone = np.array([(0, 0), (-np.tan(HALF_ANGLE), 1.0), (np.tan(HALF_ANGLE), 1.0)])
    axes.fill(*cone.T, facecolor=f'{BLUE}40', edgecolor=BLUE, hatch='//', linewidth=0.8)
    arrow(axes, CONTACT, (0.0, 1.3), BLUE)
    arrow(axes, CONTACT, (-1.0, 0.0), GREEN)
    arrow(axes, REFERENCE, CONTACT, PURPLE)
    axes.plot(*REFERENCE, 'o', color=PURPLE, ms=6)
    axes.plot(*CONTACT, 's', color=BLACK, ms=5)
    for text, place, colour in (
        ('normal $n$:\ninto the body', (-0.75, 1.3), BLUE),
        ('tangent $t$:\n$n$ turned +90 deg', (-1.4, 0.12), GREEN),
        ('position $p$', (0.5, 0.55), PURPLE),
        ('reference point:\nmoments are about it', (0.45, 1.35), PURPLE),
        ('friction cone', (-0.95, 0.75), BLUE),
    ):
        axes.text(*place, text, color=colour, fontsize=8, ha='left')
    turn = np.linspace(-0.5 * np.pi, np.pi, 40)
    axes.plot(1.6 + 0.16 * np.cos(turn), 0.85 + 0.16 * np.sin(turn), color=BLACK, linewidth=1.0)
    arrow(axes, (1.46, 0.9), (1.44, 0.82), BLACK)
    axes.text(1.3, 0.45, r'$\tau > 0$', fontsize=9)
    axes.set_title('One contact')


def wrenches(axes: Any) -> None:
    """Draw what the robot does to the environment, and what acts on the body."""
    ground(axes)
    arrow(axes, (0.0, 1.85), (0.0, 1.25), VERMILION)
    arrow(axes, (0.0, 0.0), (0.0, 0.65), GREEN)
    arrow(axes, (0.0, -0.05), (0.0, -0.7), ORANGE)
    for text, place, colour in (
        ('external: everything but the\ncontacts, on the body', (0.1, 1.35), VERMILION),
        ('contact: environment\non the body', (0.1, 0.3), GREEN),
        ('commanded: robot on the\nenvironment (messages)', (0.1, -0.6), ORANGE),
    ):
        axes.text(*place, text, color=colour, fontsize=8)
    axes.set_title('Three wrenches on and from a body at rest')


def ground(axes: Any) -> None:
    """Draw the body above the environment."""
    axes.fill([-1.0, 1.2, 1.2, -1.0], [0.0, 0.0, 1.2, 1.2], facecolor=f'{GREY}25', edgecolor=GREY)
    axes.fill([-1.5, 2.0, 2.0, -1.5], [0.0, 0.0, -0.9, -0.9], facecolor=f'{GREY}45',
              edgecolor=GREY)  # fmt: skip
    axes.text(0.75, 0.12, 'moving\nbody', fontsize=7, color=GREY)
    axes.text(-1.45, -1.1, 'environment', fontsize=7, color=GREY)


def arrow(axes: Any, start: Any, end: Any, colour: str) -> None:
    """Draw an arrow."""
    properties = {'arrowstyle': '-|>', 'color': colour, 'linewidth': 1.8}
    axes.annotate('', end, start, arrowprops=properties)


if __name__ == '__main__':
    raise SystemExit(main())
