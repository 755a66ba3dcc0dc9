# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands: off the wire, and to messages; `messages.commands` reads their fields."""

from __future__ import annotations

from typing import TypeAlias

from geometry_msgs.msg import AccelStamped, TwistStamped, WrenchStamped
from std_msgs.msg import Bool

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import command_from_values
from frictioncone_ros.msg import HybridCommand
from frictioncone_ros.ros.conversions.geometry import six_to_message, time_to_message
from frictioncone_ros.ros.conversions.wire.cdr import Layout
from frictioncone_ros.session.values import FramedCommand
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
    return command_from_values(values)


def command_to_message(command: FramedCommand) -> HybridCommand:
    """Return the command as a message; parts it has not are zero and flagged so."""
    message = HybridCommand(sequence=int(command.sequence))
    message.header.stamp = time_to_message(command.stamp)
    _write_command(command, message)
    return message


def stop_from_message(message: Bool) -> bool:
    """Return whether the stop button is pressed."""
    return bool(message.data)


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
