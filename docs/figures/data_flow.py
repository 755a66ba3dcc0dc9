# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figure of docs/index.md: where the filter stands between planner and controller."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from frictioncone_ros.plotting.style import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    new_figure,
    ORANGE,
    save_figure,
    VERMILION,
)

BOXES = (
    ('planner, teleoperation,\nlearned policy', (0.0, 1.0), GREY),
    ('contact estimator:\ngeometry, force-torque\nsensor, YAML', (0.0, -0.3), GREY),
    ('frictioncone_ros', (2.4, 0.6), BLUE),
    ('hybrid force/motion\ncontroller', (4.8, 0.6), GREY),
)
STEPS = (
    '1  split: what contacts carry, what they leave free',
    '2  project into the friction cones, with a margin',
    '3  predict every contact mode',
    '4  limits, ramps, watchdog; neutral where in doubt',
)
WIDTH, HEIGHT = 1.5, 0.7


def main() -> int:
    """Draw it."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    output = parser.parse_args().output_directory
    output.mkdir(parents=True, exist_ok=True)
    figure = new_figure(8.0, 3.3)
    axes = figure.subplots()
    axes.set(xlim=(-0.9, 5.7), ylim=(-1.35, 1.5), aspect='equal')
    axes.set_axis_off()
    for text, (x, y), colour in BOXES:
        axes.text(x, y, text, ha='center', va='center', fontsize=8.5, zorder=3,
                  bbox={'boxstyle': 'round,pad=0.5', 'facecolor': 'white', 'edgecolor': colour,
                        'linewidth': 2.0 if colour == BLUE else 1.0})  # fmt: skip
    for index, step in enumerate(STEPS):
        axes.text(1.15, -0.35 - 0.25 * index, step, fontsize=8, color=BLUE)
    flow(axes, ((0.75, 1.0), (1.75, 0.7)), 'wrench, twist', VERMILION)
    flow(axes, ((0.85, -0.1), (1.75, 0.45)), 'contacts    ', ORANGE)
    flow(axes, ((3.05, 0.6), (4.05, 0.6)), 'what can\nbe carried', GREEN)
    axes.annotate('', (2.4, 1.2), (2.4, 0.82), arrowprops={'arrowstyle': '-|>', 'lw': 2.0})
    axes.text(2.4, 1.27, 'modes, margin, why', ha='center', fontsize=8, color=BLACK)
    print(save_figure(figure, output / 'data_flow.png'))
    return 0


def flow(axes: Any, ends: tuple[tuple[float, float], ...], text: str, colour: str) -> None:
    """Draw an arrow with its name above the middle."""
    start, end = ends
    axes.annotate('', end, start, arrowprops={'arrowstyle': '-|>', 'color': colour, 'lw': 2.0})
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 0.1)
    axes.text(*middle, text, ha='center', va='bottom', fontsize=8, color=colour)


if __name__ == '__main__':
    raise SystemExit(main())
