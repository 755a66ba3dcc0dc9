# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands as they come: whole ones, and parts on topics of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.bounds import frame_from_message, text_from_message
from frictioncone_ros.messages.numbers import (
    HALVES,
    six_from_message,
    six_from_values,
    time_from_message,
    time_from_values,
)
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS
from frictioncone_ros.spatial import Array


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
