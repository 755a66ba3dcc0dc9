# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the node says, a line a message, or how many messages a second."""

from __future__ import annotations

from collections.abc import Callable
import sys
from time import monotonic
from types import SimpleNamespace
from typing import Any

from frictioncone_ros.control.status import code_name
from frictioncone_ros.messages.numbers import six_from_message
from frictioncone_ros.msg import ContactModePrediction, FilteredCommand, FilterStatus
from frictioncone_ros.ros.conversions.neighbour import modes_from_message
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.tools.terminal.caller import (
    Caller,
    DONE,
    in_numbers,
    NodeSilentError,
    run_verb,
)
from frictioncone_ros.session.values import PARTS

RATE_PERIOD = 1.0
"""Messages are counted for so long for each rate [s]."""


def echo(caller: Caller, options: SimpleNamespace) -> int:
    """Print lines until there are as many as asked for; raise where nothing comes."""
    kind, name, in_words = TOPICS[options.topic]
    received: list[Any] = []
    caller.node.create_subscription(kind, f'{caller.target}/{name}', received.append, OUTPUT)
    printed = 0
    if not caller.wait_until(lambda: bool(received)):
        raise NodeSilentError(caller.silence())
    while not options.count or printed < options.count:
        if options.rate:
            print(_rate(caller, received), flush=True)
            printed += 1
            continue
        caller.wait_until(lambda: bool(received), RATE_PERIOD)
        while received and not (options.count and printed >= options.count):
            print(in_words(received.pop(0)), flush=True)
            printed += 1
    return DONE


def _rate(caller: Caller, received: list[Any]) -> str:
    received.clear()
    start = monotonic()
    caller.wait_until(lambda: False, RATE_PERIOD)
    return f'{len(received) / (monotonic() - start):.1f} Hz'


def _status(message: FilterStatus) -> str:
    codes = ', '.join(code_name(code) for code in message.codes or (message.code,))
    return f'{codes}: {message.text}' if message.text else codes


def _modes(message: ContactModePrediction) -> str:
    modes = ' '.join(mode.text or '(no contact)' for mode in modes_from_message(message))
    more = '' if message.exhaustive else ' ... perhaps more'
    return f'{modes or "none"}{more}: {message.text}' if message.text else f'{modes}{more}'


def _command(message: FilteredCommand) -> str:
    words = [code_name(message.status.code)]
    for part in PARTS:
        if getattr(message, f'has_{part}'):
            numbers = six_from_message(getattr(message, part), part)
            words.append(f'{part} {in_numbers(numbers)}')
    if message.has_margin:
        words.append(f'margin {in_numbers([message.margin])} N')
    return '  '.join(words)


TOPICS: dict[str, tuple[type, str, Callable[[Any], str]]] = {
    'status': (FilterStatus, 'status', _status),
    'modes': (ContactModePrediction, 'contact_modes', _modes),
    'command': (FilteredCommand, 'filtered_command', _command),
}
"""What can be listened to: type, topic, and a message in one line."""


if __name__ == '__main__':
    sys.exit(run_verb(echo))
