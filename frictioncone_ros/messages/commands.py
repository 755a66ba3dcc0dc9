# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Commands as they come: whole ones, and parts on topics of their own.

Contact modes: messages to what is desired.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TYPE_CHECKING

from frictioncone_ros.contact import ContactMode, Interaction, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import frame_from_message, require_few, text_from_message
from frictioncone_ros.messages.constants import INTERACTIONS
from frictioncone_ros.messages.numbers import (
    HALVES,
    six_from_message,
    six_from_values,
    three_from_message,
    time_from_message,
    time_from_values,
)
from frictioncone_ros.session.modes.desired_mode import DesiredMode
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS
from frictioncone_ros.spatial import Array

if TYPE_CHECKING:
    from frictioncone_ros.msg import ContactMode as ContactModeMessage


def command_from_message(message: Any) -> FramedCommand:
    """Return the command, or raise InvalidInputError naming the field that cannot be used."""
    values: dict[str, Any] = {
        'header.frame_id': message.header.frame_id,
        'header.stamp': (message.header.stamp.sec, message.header.stamp.nanosec),
    }
    for name in ('controlled_frame_id', 'reference_frame_id', 'sequence'):
        values[name] = getattr(message, name)
    for part in PARTS:
        values[f'has_{part}'] = getattr(message, f'has_{part}')
        halves = [getattr(getattr(message, part), half) for half in HALVES[part]]
        values[part] = tuple(getattr(half, axis) for half in halves for axis in 'xyz')
    return command_from_values(values)


def command_from_values(values: Mapping[str, Any]) -> FramedCommand:
    """
    Return the command, or raise InvalidInputError naming the field that cannot be used.

    values: by the names of the fields, those of nested messages after a dot; the numbers of a
    part, linear first, and seconds and nanoseconds of a stamp as one sequence.
    """
    frames = Frames(
        frame_from_message(values['header.frame_id'], 'header.frame_id', 'command'),
        frame_from_message(values['controlled_frame_id'], 'controlled_frame_id', 'command'),
        text_from_message(values['reference_frame_id'], 'reference_frame_id', 'command'),
    )
    parts = {part: six_from_values(values[part], part) for part in PARTS if values[f'has_{part}']}
    if not parts:
        raise InvalidInputError(
            'has_wrench, has_twist, has_accel', False, 'at least one to be true', 'command'
        )
    seconds, rest = values['header.stamp']
    stamp = time_from_values(seconds, rest, 'command')
    return FramedCommand(frames, parts, stamp, values['sequence'])


def part_from_message(message: Any, part: str) -> tuple[str, Array, int]:
    """Return a plain command's frame, its (6,) numbers and its stamp [ns], or raise."""
    frame = frame_from_message(message.header.frame_id, 'header.frame_id', f'{part} command')
    return (
        frame,
        six_from_message(getattr(message, part), part),
        time_from_message(message.header.stamp, f'{part} command'),
    )


KINDS = {number: InteractionKind[name] for name, number in INTERACTIONS.items()}


def desired_mode_from_message(message: ContactModeMessage) -> DesiredMode | None:
    """Return the desired mode, None where none is; raise InvalidInputError by field."""
    for field in ('contact_names', 'interactions', 'sliding_directions'):
        require_few(getattr(message, field), field, 'mode')
    if len(message.sliding_directions) not in (0, len(message.interactions)):
        raise InvalidInputError(
            'number of sliding_directions',
            len(message.sliding_directions),
            f'0 or {len(message.interactions)}, one an entry of interactions',
            'mode',
        )
    names = tuple(
        text_from_message(name, 'contact_names', 'mode') for name in message.contact_names
    )
    if not len(message.interactions):
        mode = ContactMode.parse(text_from_message(message.text, 'text', 'mode'))
        return DesiredMode(mode.interactions, names) if len(mode) else None
    interactions, directions = [], []
    for index, number in enumerate(message.interactions):
        if number not in KINDS:
            raise InvalidInputError(f'interactions[{index}]', int(number), '0 to 6')
        kind = KINDS[number]
        interactions.append(Interaction(kind))
        directions.append(_direction(message, index, kind))
    return DesiredMode(tuple(interactions), names, tuple(directions))


def _direction(message: ContactModeMessage, index: int, kind: InteractionKind) -> Array | None:
    """Return the unit direction stated for a sliding contact, None where there is none."""
    if kind is not InteractionKind.SLIDING or not len(message.sliding_directions):
        return None
    where = f'sliding_directions[{index}]'
    direction = three_from_message(message.sliding_directions[index], where, 'mode')
    return direction if direction.any() else None
