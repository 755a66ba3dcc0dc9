# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone choose --motion`: which directions to control by velocity and which by force."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import degrees, inf

from frictioncone_ros.analysis.hybrid_split import (
    force_split,
    ForceLimits,
    ForceSplit,
    Manipulation,
    split_motion,
    VelocitySplit,
)
from frictioncone_ros.cli.report import number, print_answer, require_proved, table, vector
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.scenario.friction_section import FREE
from frictioncone_ros.scenario.scenario import DesiredMotion
from frictioncone_ros.spatial.arrays import as_finite_number

DEFAULT_MARGIN = 1.0
"""Distance of sticking contacts from slipping where none is asked for [N]."""


def add_motion(parser: argparse.ArgumentParser) -> None:
    """Add the motion and what every contact is to have beside it."""
    parser.add_argument(
        '--motion',
        nargs='*',
        metavar='V',
        help='split the directions for this twist of the body [m/s, rad/s], "free" for what may '
        "be anything; without numbers the scene's motion",
    )
    parser.add_argument(
        '--least-normal',
        type=float,
        default=0.0,
        metavar='N',
        help='beside --motion: normal force of every contact that is kept (0)',
    )
    parser.add_argument(
        '--greatest-normal',
        type=float,
        default=inf,
        metavar='N',
        help='beside --motion: and at most (unlimited)',
    )


def run_split(arguments: argparse.Namespace, scene: Scenario) -> int:
    """Print the split; 1 where there is none, or no forces that keep the mode."""
    motion = _motion(arguments.motion, scene)
    if scene.mode is None:
        raise InvalidInputError('mode', None, '--mode, or one in the scene', scene.name)
    about = Manipulation(scene.required_state(), scene.mode, motion.hand, motion.hand_turns)
    split = split_motion(about.twist_problem(motion.twist))
    require_proved(split.certificate_holds())
    margin = DEFAULT_MARGIN if arguments.margin is None else arguments.margin
    limits = ForceLimits(margin, arguments.least_normal, arguments.greatest_normal)
    forces = ForceSplit()
    if split.found:
        forces = force_split(about, split, scene.required_wrench(), limits)
    lines = _lines(about, motion, split, forces)
    print_answer(arguments, scene, _answer(about, motion, split, forces), lines)
    return 0 if forces.found else 1


def _motion(words: Sequence[str], scene: Scenario) -> DesiredMotion:
    """Return the scene's motion, with the twist of the command line where there is one."""
    known = scene.motion
    if not words:
        if known is None:
            raise InvalidInputError('--motion', None, 'numbers, or a motion in the scene')
        return known
    twist = tuple(None if word == FREE else _number(word) for word in words)
    return DesiredMotion(twist) if known is None else replace(known, twist=twist)


def _number(word: str) -> float:
    try:
        return as_finite_number(float(word), '--motion')
    except ValueError:
        raise InvalidInputError('--motion', word, f'a number or "{FREE}"') from None


def _answer(
    about: Manipulation, motion: DesiredMotion, split: VelocitySplit, forces: ForceSplit
) -> dict[str, object]:
    return {
        'mode': str(about.mode),
        'motion': list(motion.twist),
        'hand': list(motion.hand),
        'found': split.found,
        'refusal': split.refusal.value if split.refusal else None,
        'proof': split.proof,
        'velocity_directions': split.velocity_directions,
        'speeds': split.speeds,
        'force_directions': split.force_directions,
        'condition_number': split.condition_number if split.found else None,
        'angle': split.angle if split.found else None,
        'characteristic_length': about.state.characteristic_length,
        'forces': forces.forces,
        'robot_force': forces.robot_force,
        'contacts': [about.state.names[index] for index in about.kept],
        'contact_forces': forces.contact_forces,
        'torsions': forces.torsions,
        'margins': forces.margins,
    }


def _lines(
    about: Manipulation, motion: DesiredMotion, split: VelocitySplit, forces: ForceSplit
) -> Iterator[str]:
    twist = ', '.join(FREE if value is None else number(value) for value in motion.twist)
    yield f'desired motion ({twist}) m/s, rad/s, mode {about.mode}'
    holder = f'{", ".join(motion.hand)} of the hand' if motion.hand else 'held by the robot'
    if about.hand_turns or not motion.hand:
        length = number(about.state.characteristic_length)
        yield f'{holder}; turning counts times {length} m, moments over it'
    else:
        yield holder
    if split.refusal is not None:
        proof = '' if split.proof is None else f'; proof {vector(split.proof)}'
        yield f'no split: {split.refusal.value}{proof}'
        return
    for row, speed in zip(split.velocity_directions, split.speeds.tolist(), strict=True):
        yield f'velocity {number(speed)} m/s along {vector(row)}'
    for index, row in enumerate(split.force_directions):
        force = '?' if forces.forces is None else number(float(forces.forces[index]))
        yield f'force {force} N along {vector(row)}'
    angle = number(degrees(split.angle))
    yield f'condition number {number(split.condition_number)}: {angle} deg to the constraints'
    yield from _contact_lines(about, forces)


def _contact_lines(about: Manipulation, forces: ForceSplit) -> Iterator[str]:
    if forces.contact_forces is None or forces.margins is None:
        yield 'no forces keep this mode with the margin'
        return
    rows = [
        (about.state.names[index], str(about.mode[index]), number(force[0]), number(margin))
        for index, force, margin in zip(
            about.kept, forces.contact_forces.tolist(), forces.margins.tolist(), strict=True
        )
    ]
    yield from table(('contact', 'mode', 'normal [N]', 'margin [N]'), rows)
