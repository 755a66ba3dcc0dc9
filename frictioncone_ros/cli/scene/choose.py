# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone choose`: a wrench for one contact mode alone, or a split for a motion in it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from frictioncone_ros.analysis.mode_cones import (
    exclusive_wrenches,
    ExclusiveWrenches,
    wrench_for_mode,
    WrenchChoice,
)
from frictioncone_ros.cli.report import number, print_answer, require_proved, vector
from frictioncone_ros.cli.scene.motion_split import add_motion, run_split
from frictioncone_ros.cli.scene.scene_argument import add_mode, add_scene, scene_of
from frictioncone_ros.exceptions import InvalidInputError

EXAMPLE = 'frictioncone choose block_on_table --mode rr'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene, the mode, and which wrench is preferred."""
    add_scene(parser)
    add_mode(parser)
    parser.add_argument(
        '--preferred',
        nargs='+',
        type=float,
        metavar='N',
        help='the nearest to this external wrench [N, Nm]; without it the most robust one of 1 N',
    )
    parser.add_argument(
        '--margin',
        type=float,
        metavar='N',
        help='beside --preferred: least distance from wrenches of other modes [N] (0); beside '
        '--motion: of sticking contacts from slipping (1)',
    )
    add_motion(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the wrench or the split; 1 where there is none."""
    scene = scene_of(arguments)
    if arguments.motion is not None:
        if arguments.preferred:
            raise InvalidInputError('--preferred', arguments.preferred, 'nothing beside --motion')
        return run_split(arguments, scene)
    state = scene.required_state()
    if scene.mode is None:
        raise InvalidInputError('mode', None, '--mode, or one in the scene', scene.name)
    if arguments.margin and not arguments.preferred:
        raise InvalidInputError('--margin', arguments.margin, '--preferred beside it')
    wrenches = exclusive_wrenches(state, scene.mode)
    margin = arguments.margin or 0.0
    choice = wrench_for_mode(wrenches, None, arguments.preferred or None, margin)
    # On its limit a wrench with margin 0 is shared with the neighbouring mode.
    require_proved(not choice.found or choice.margin <= 0.0 or wrenches.contains(choice.wrench))
    print_answer(arguments, scene, _answer(choice, wrenches), _lines(choice, wrenches))
    return 0 if choice.found else 1


def _answer(choice: WrenchChoice, wrenches: ExclusiveWrenches) -> dict[str, object]:
    return {
        'mode': str(choice.mode),
        'found': choice.found,
        'possible': wrenches.is_possible,
        'external_wrench': choice.wrench if choice.found else None,
        'margin': choice.margin if choice.found else None,
        'distance': choice.distance if choice.found else None,
        'consistent_modes': _consistent(choice, wrenches),
        'empty_branches': len(choice.proof),
    }


def _consistent(choice: WrenchChoice, wrenches: ExclusiveWrenches) -> list[str]:
    """Return the modes that go with the wrench, judged anew from every mode's cone."""
    if not choice.found:
        return []
    return [str(mode) for mode in wrenches.consistent_modes(choice.wrench)]


def _lines(choice: WrenchChoice, wrenches: ExclusiveWrenches) -> Iterator[str]:
    yield f'desired mode {wrenches.desired}; {len(wrenches.others)} other modes are possible'
    if not wrenches.is_possible:
        yield 'no wrench: the mode is impossible'
        return
    if not choice.found:
        yield f'no wrench gives this mode alone: {len(choice.proof)} branches searched, all empty'
        return
    yield f'external wrench {vector(choice.wrench)} N, Nm'
    yield f'margin {number(choice.margin)} N: a smaller change of the wrench keeps the mode'
    if choice.distance > 0.0:
        yield f'distance from the preferred wrench {number(choice.distance)} N'
    found = _consistent(choice, wrenches)
    yield 'modes of this wrench, judged anew: ' + (', '.join(found) or 'on the limit of the mode')
