# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Draw the four examples of Balkcom, Trinkle and Gottlieb's figure 4, one picture each.

Left the workpiece with its fixels, friction cones and the generators of the mode's wrench cone as
lines of force (arcs where a generator is a moment); right the wrenches of one downward newton,
(fx, -1, tau), coloured by what they are consistent with.
"""

from __future__ import annotations

import argparse
from pathlib import Path
import sys
from typing import Any

import numpy as np

from frictioncone_ros.analysis.mode_cones import (
    approach_choices,
    exclusive_wrenches,
    finger_placements,
    mode_cone,
    most_robust_wrench,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import (
    force_closure,
    PaperExample,
    peg_insertion,
    peg_jamming,
    seating,
)
from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.spatial import Array

EXAMPLES = {'a': seating, 'b': force_closure, 'c': peg_insertion, 'd': peg_jamming}
FAR = 2.5
"""A line of force farther away than this many sizes of the workpiece is drawn as a moment."""

SAMPLES = 121
SPAN = 3.0
COLORS = ('#ffffff', '#f5b7b1', '#1f77b4')
"""Not the mode; the mode and others; the mode only."""


def main() -> int:
    """Write the pictures and print what they show."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    options = parser.parse_args()
    for letter, make in EXAMPLES.items():
        example = make()
        print(f'{example.title}: {summary(example)}')
        try:
            path = draw(example, options.output_directory / f'mode_cone_{letter}.png')
            print(f'  figure: {path}')
        except MissingDependencyError as error:
            print(f'  no figure: {error}')
    return 0


def summary(example: PaperExample) -> str:
    """Return in a line what the example shows."""
    wrenches = exclusive_wrenches(example.state, example.mode, example.open_contacts)
    best = most_robust_wrench(wrenches)
    if best.found:
        return f'a wrench for this mode only, margin {best.margin:.3f} per newton'
    cone = wrenches.cones[0].closed
    holding = [str(o.mode) for o in wrenches.overlapping() if o.closed.contains_cone(cone)]
    plan = approach_choices(example.state, example.open_contacts[0])[0]
    return (
        f'every wrench may also give {" ".join(holding)}; '
        f'instead {plan.mode}, margin {plan.margin:.3f} per newton'
    )


def draw(example: PaperExample, path: Path) -> Path:
    """Draw one example into a file and return its path."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  (optional)
    except ImportError:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib') from None
    figure = Figure(figsize=(9.0, 4.2), layout='constrained')
    scene, plane = figure.subplots(1, 2)
    draw_scene(scene, example)
    draw_wrenches(plane, example)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=90)
    return path


def draw_scene(axes: Any, example: PaperExample) -> None:
    """Draw workpiece, fixels, finger places and the generators."""
    outline, size = example.outline, float(np.abs(example.outline).max())
    axes.fill(*outline.T, facecolor='#e8e8e8', edgecolor='#404040')
    axes.plot(0.0, 0.0, 'k+')
    for index, contact in enumerate(example.state.contacts):
        place = contact.contact_position
        mark = 'o' if index not in example.open_contacts else 'D'
        axes.plot(
            *place,
            mark,
            color='#c0392b',
            markerfacecolor=('none' if index in example.open_contacts else '#c0392b'),
        )
        for slope in (-1.0, 1.0):
            edge = (
                contact.frame[0]
                + slope * contact.friction.friction_coefficient * (contact.frame[1])
            )
            axes.plot(*np.transpose((place, place + 0.3 * size * edge)), color='#c0392b', lw=0.8)
    cone = mode_cone(example.state, example.mode)
    for generator in cone.closed.minimal().generators.T:
        draw_generator(axes, generator, size)
    if example.mode == 'fff':
        for one in finger_placements(cone, outline):
            axes.plot(*np.transpose((one.start, one.end)), color='black', lw=5)
    low, high = outline.min(axis=0) - 0.7 * size, outline.max(axis=0) + 0.7 * size
    axes.set_xlim(low[0], high[0])
    axes.set_ylim(low[1], high[1])
    axes.set_aspect('equal')
    axes.set_title(example.title)
    axes.set_xlabel('x [m]')
    axes.set_ylabel('y [m]')


def draw_generator(axes: Any, wrench: Array, size: float) -> None:
    """Draw a wrench as an arrow on its line of force, or as an arc about the centre of mass."""
    force, moment = wrench[:2], wrench[2]
    strength = float(np.linalg.norm(force))
    if abs(moment) > FAR * size * strength:
        angles = np.linspace(0.0, 1.5 * np.pi, 40) * np.sign(moment)
        axes.plot(0.4 * size * np.cos(angles), 0.4 * size * np.sin(angles), color='#1f77b4')
        axes.plot(
            0.4 * size * np.cos(angles[-1]),
            0.4 * size * np.sin(angles[-1]),
            marker='o',
            color='#1f77b4',
        )
        return
    nearest = moment / strength**2 * np.array((force[1], -force[0]))
    step = 0.8 * size * force / strength
    axes.annotate(
        '',
        xy=nearest + step,
        xytext=nearest - step,
        arrowprops={'arrowstyle': '->', 'color': '#1f77b4', 'lw': 1.6},
        annotation_clip=False,
    )


def draw_wrenches(axes: Any, example: PaperExample) -> None:
    """Colour the wrenches of one downward newton."""
    from matplotlib.colors import ListedColormap  # noqa: PLC0415  (optional)

    values = np.linspace(-SPAN, SPAN, SAMPLES)
    axes.pcolormesh(
        values,
        values,
        consistency(example, values),
        vmin=0,
        vmax=2,
        cmap=ListedColormap(COLORS),
        shading='nearest',
    )
    for color, label in zip(COLORS[1:], ('this mode and others', 'this mode only'), strict=True):
        axes.plot([], [], 's', color=color, label=label)
    axes.legend(loc='upper right', fontsize=8)
    axes.set_title('wrenches with fy = -1 N')
    axes.set_xlabel('fx [N]')
    axes.set_ylabel('tau [Nm]')


def consistency(example: PaperExample, values: Array) -> Array:
    """Return for each (tau, fx) 0 outside the mode's cone, 1 with other modes, 2 for it only."""
    wrenches = exclusive_wrenches(example.state, example.mode, example.open_contacts)
    (cone,) = wrenches.cones
    kinds = np.zeros((values.size, values.size))
    for row, moment in enumerate(values):
        for column, force in enumerate(values):
            wrench = (force, -1.0, moment)
            if cone.contains_strictly(wrench):
                kinds[row, column] = 2.0 if wrenches.contains(wrench) else 1.0
    return kinds


if __name__ == '__main__':
    sys.exit(main())
