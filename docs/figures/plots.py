# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Figures of docs/figures.md: each kind that the room `plotting` draws, of a shipped scene."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings
from frictioncone_ros.pipeline import filter_command
from frictioncone_ros.plotting import (
    acceleration_figure,
    force_plane_figure,
    ForcePlane,
    jamming_figure,
    raster_figure,
    save_figure,
    Timeline,
    timeline_figure,
    wrench_cone_figure,
)
from frictioncone_ros.scenario import load_scenario
from frictioncone_ros.spatial import Array, Inertia

PUSHES = np.linspace(0.0, 1.0, 121)
"""Parts of the run that the time line shows [-]."""
PUSH, WEIGHT = 9.0, 9.81
"""Greatest sideways push and the block's weight [N]."""


def pushed_block() -> tuple[ContactState, Array, Array, list]:
    """Return a block, wrenches asked for and sent (n, 3) on it, and all answers."""
    state = load_scenario('block_on_table').required_state()
    asked = np.array(
        [(PUSH * np.sin(2.0 * np.pi * part), -WEIGHT, 1.5 * np.sin(4.0 * np.pi * part))
         for part in PUSHES]
    )  # fmt: skip
    settings = FilterSettings(margin=0.3)
    answers = [filter_command(state, wrench, settings) for wrench in asked]
    sent = np.array([answer.command.wrench for answer in answers])
    return state, asked, sent, answers


def main() -> int:
    """Draw all figures into a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    output = parser.parse_args().output_directory
    output.mkdir(parents=True, exist_ok=True)
    block, asked, sent, answers = pushed_block()
    plane = ForcePlane(np.array([0.0, -WEIGHT, 0.0]), (0, 2), (-14.0, 14.0, -14.0, 14.0))
    tracks = {'commanded': asked, 'filtered': sent}
    peg = load_scenario('peg').required_state()
    figures = {
        'force_plane': force_plane_figure(block, plane, tracks),
        'wrench_cones': wrench_cone_figure(
            {mode: mode_cone(block, mode).closed for mode in ('ff', 'rr', 'sf')}, 1.0
        ),
        'timeline': run_figure(asked, sent, answers),
        'raster': modes_figure(block, sent),
        'jamming': jamming_figure(peg, 0.01),
        'accelerations': acceleration_figure(painleve_motions()),
    }
    for name, figure in figures.items():
        print(save_figure(figure, output / f'plot_{name}.png'))
    return 0


def run_figure(asked: Array, sent: Array, answers: list) -> object:
    """Return the time line of the run, as if it took four seconds."""
    names = [report.name for report in answers[0].contacts]
    margins = {
        name: np.array([answer.contacts[index].slip_margin for answer in answers])
        for index, name in enumerate(names)
    }
    components = {
        '$f_x$ [N]': (asked[:, 0], sent[:, 0]),
        r'$\tau$ [Nm]': (asked[:, 2], sent[:, 2]),
    }
    statuses = [answer.code.name for answer in answers]
    return timeline_figure(Timeline(4.0 * PUSHES, margins, statuses, components))


def modes_figure(block: ContactState, sent: Array) -> object:
    """Return what each contact did when the same push went unfiltered and 1.3 times as hard."""
    letters: dict[str, list[str]] = {name: [] for name in block.names}
    for wrench in sent * (1.6, 1.0, 1.6):
        mode = str(find_motions(block, wrench).motions[0].mode)
        for name, letter in zip(block.names, mode, strict=True):
            letters[name].append(letter)
    return raster_figure(4.0 * PUSHES, letters)


def painleve_motions() -> object:
    """Return the two motions of a rod that slides with much friction and turns fast."""
    tip = -np.array([1.0, 2.0]) / np.sqrt(5.0)
    contact = ContactPoint(tip, (0.0, 1.0), CircularCone(2.0), name='tip')
    velocity = np.array([-1.0, 0.0]) - 4.0 * np.array([-tip[1], tip[0]])
    inertia = Inertia.planar_body(1.0, 1.0 / np.sqrt(3.0))
    return find_motions(
        ContactState([contact], inertia, np.array([*velocity, 4.0])), (0, -9.81, 0)
    )


if __name__ == '__main__':
    raise SystemExit(main())
