# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the node would make of a command, without sending anything."""

from __future__ import annotations

from collections.abc import Iterator
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import six_from_message
from frictioncone_ros.msg import ContactMode, FilteredCommand, FilterStatus
from frictioncone_ros.ros.conversions.commands import command_to_message
from frictioncone_ros.ros.conversions.neighbour import modes_from_message
from frictioncone_ros.ros.tools.terminal.caller import Caller, DONE, in_numbers, NO, run_verb
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS
from frictioncone_ros.srv import CheckCommand

TRIES = 4
"""
So often a question is asked whose answer was not found within the node's `time_budget`.

Commands come again and again: on a busy machine the first of them may meet a cold processor.
"""

WILL = {
    FilteredCommand.CARRIED_NOT_KNOWN: 'not judged',
    FilteredCommand.WILL_BE_CARRIED: 'yes',
    FilteredCommand.WILL_NOT_BE_CARRIED: 'no',
}


def ask(caller: Caller, options: SimpleNamespace) -> int:
    """Print the answer; 0 where the contacts can carry the command, 1 if not or refused."""
    response = settled_answer(caller, request(options))
    if not response.success:
        print(response.message, file=sys.stderr)
        return NO
    print('\n'.join(answer_lines(response)))
    return DONE if response.filtered.command_feasible else NO


def settled_answer(caller: Caller, question: CheckCommand.Request) -> Any:
    """Return the node's answer: asked again where the node had no time to find it."""
    for _ in range(TRIES):
        response = caller.call(CheckCommand, 'check_command', question)
        if FilterStatus.OVERRUN not in response.filtered.status.codes:
            break
    return response


def request(options: SimpleNamespace) -> CheckCommand.Request:
    """Return the question, or raise InvalidInputError."""
    given = {part: getattr(options, part) for part in PARTS if getattr(options, part) is not None}
    if not given:
        raise InvalidInputError('command', 'empty', '--wrench, --twist or --accel', 'ask')
    frames = Frames(options.frame, options.controlled or options.frame, options.reference)
    parts = {part: np.array(numbers, dtype=np.float64) for part, numbers in given.items()}
    return CheckCommand.Request(
        command=command_to_message(FramedCommand(frames, parts)),
        predict_modes=bool(options.predict),
        has_desired_mode=bool(options.mode),
        desired_mode=ContactMode(text=options.mode),
    )


def answer_lines(response: Any) -> Iterator[str]:
    """Yield the answer in a few lines."""
    filtered = response.filtered
    yield filtered.status.text or 'passes unchanged'
    for part in PARTS:
        if getattr(filtered, f'has_{part}'):
            numbers = six_from_message(getattr(filtered, part), part)
            yield f'  {part:<8} {in_numbers(numbers)}'
    yield f'  can be carried   {"yes" if filtered.command_feasible else "no"}'
    yield f'  will be carried  {WILL[filtered.will_be_carried]}'
    if filtered.has_margin:
        limiting = f' at {filtered.limiting_contact}' if filtered.limiting_contact else ''
        yield f'  margin           {in_numbers([filtered.margin])} N{limiting}'
    elif filtered.margin_unbounded:
        yield '  margin           no limit if the contacts squeeze hard enough'
    if response.has_prediction:
        modes = ' '.join(mode.text for mode in modes_from_message(response.prediction))
        yield f'  modes            {modes or response.prediction.text}'


if __name__ == '__main__':
    sys.exit(run_verb(ask))
