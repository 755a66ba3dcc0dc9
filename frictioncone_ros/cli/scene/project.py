# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone project`: the nearest wrench that the contacts can carry with a margin."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.analysis.wrench_projection import project_wrench, ProjectedWrench
from frictioncone_ros.cli.report import number, print_answer, require_proved, vector
from frictioncone_ros.cli.scene.scene_argument import add_scene, add_wrench, scene_of
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial import as_non_negative

EXAMPLE = 'frictioncone project box_on_table --wrench 15 0 -19.62 0 0 0 --margin 0.5'

BORDER = 1e-7
"""The projected wrench's own margin may fall short by this part of the wrench [-]."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene, the wrench and the margin."""
    add_scene(parser)
    add_wrench(parser)
    parser.add_argument(
        '--margin',
        type=float,
        default=0.0,
        metavar='N',
        help='how deep every contact force is kept inside its friction cone [N] (0)',
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the nearest wrench; 0 where nothing had to be removed, else 1."""
    scene = scene_of(arguments)
    problem = contact_wrench_problem(scene.required_state())
    margin = as_non_negative(arguments.margin, '--margin')
    # Moments count divided by the characteristic length: the default metric.
    nearest = project_wrench(problem, -scene.required_wrench(), margin=margin)
    carried = produce(problem, nearest.contact_wrench)
    # On the border of what has this margin, one rounding decides on which side the answer is.
    slack = BORDER * float(abs(problem.scaling * scene.required_wrench()).max())
    require_proved(carried.margin >= margin - slack)
    answer = {
        'external_wrench': scene.required_wrench(),
        'nearest_wrench': -nearest.contact_wrench,
        'removed': -nearest.removed,
        'changed': nearest.changed,
        'contact_forces': nearest.contact_forces,
        'limiting_twist': nearest.limiting_twist,
        'margin': carried.margin,
    }
    print_answer(arguments, scene, answer, _lines(scene, nearest, carried.margin))
    return 1 if nearest.changed else 0


def _lines(scene: Scenario, nearest: ProjectedWrench, margin: float) -> Iterator[str]:
    yield f'external wrench {vector(scene.required_wrench())} N, Nm'
    if not nearest.changed:
        yield f'carried as it is, with a margin of {number(margin)} N'
        return
    yield f'nearest carried {vector(-nearest.contact_wrench)} N, Nm'
    yield f'removed         {vector(-nearest.removed)} N, Nm'
    yield f'margin          {number(margin)} N'
    direction = nearest.limiting_twist / np.abs(nearest.limiting_twist).max()
    yield f'what is removed pushes along the motion {vector(direction)}, up to a factor'
