# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands: messages to values and back."""

from __future__ import annotations

from typing import TypeAlias

from geometry_msgs.msg import AccelStamped, TwistStamped, WrenchStamped
from std_msgs.msg import Bool

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import HybridCommand
from frictioncone_ros.ros.conversions.bounds import frame_from_message, text_from_message
from frictioncone_ros.ros.conversions.geometry import (
    six_from_message,
    six_from_values,
    six_to_message,
    time_from_message,
    time_from_values,
    time_to_message,
)
from frictioncone_ros.ros.conversions.wire.cdr import Layout, values_of
from frictioncone_ros.ros.conversions.wire.cdr_fields import Values
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS
from frictioncone_ros.spatial import Array

STAMPED = {'wrench': WrenchStamped, 'twist': TwistStamped, 'accel': AccelStamped}
"""The plain message of each part."""

COMMAND = Layout(HybridCommand)
"""How a command lies on the wire."""

LARGEST_COMMAND = 4096
"""More than a command with the longest names has [bytes]."""

PlainMessage: TypeAlias = WrenchStamped | TwistStamped | AccelStamped


def command_from_bytes(serialized: bytes) -> FramedCommand:
    """Return the command that came off the wire, or raise InvalidInputError."""
    size = len(serialized)
    if size > LARGEST_COMMAND:
        raise InvalidInputError(
            'size of the message', f'{size} bytes', f'at most {LARGEST_COMMAND}', 'command'
        )
    try:
        values = COMMAND.from_subscription(serialized)
    except ValueError as error:
        raise InvalidInputError(
            'message', f'{size} bytes', f'a HybridCommand ({error})', 'command'
        ) from None
    return _command(values)


def command_from_message(message: HybridCommand) -> FramedCommand:
    """Return the command, or raise InvalidInputError naming the field that cannot be used."""
    return _command(values_of(message))


def _command(values: Values) -> FramedCommand:
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


def command_to_message(command: FramedCommand) -> HybridCommand:
    """Return the command as a message; parts it has not are zero and flagged so."""
    message = HybridCommand(sequence=int(command.sequence))
    message.header.stamp = time_to_message(command.stamp)
    _write_command(command, message)
    return message


def stop_from_message(message: Bool) -> bool:
    """Return whether the stop button is pressed."""
    return bool(message.data)


def part_from_message(message: PlainMessage, part: str) -> tuple[str, Array, int]:
    """Return a plain command's frame, its (6,) numbers and its stamp [ns], or raise."""
    frame = frame_from_message(message.header.frame_id, 'header.frame_id', f'{part} command')
    return (
        frame,
        six_from_message(getattr(message, part), part),
        time_from_message(message.header.stamp, f'{part} command'),
    )


def part_to_message(values: Array, part: str, frame: str, stamp: int) -> PlainMessage:
    """Return (6,) numbers of one part as a plain message stamped [ns]."""
    message = STAMPED[part]()
    message.header.frame_id = str(frame)
    message.header.stamp = time_to_message(stamp)
    setattr(message, part, six_to_message(values, part))
    return message


def _write_command(command: FramedCommand, message: HybridCommand) -> None:
    message.header.frame_id = str(command.frames.axes)
    message.controlled_frame_id = str(command.frames.controlled)
    message.reference_frame_id = str(command.frames.reference)
    for part, values in command.parts.items():
        setattr(message, f'has_{part}', True)
        setattr(message, part, six_to_message(values, part))
