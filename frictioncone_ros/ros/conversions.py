# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Messages to values and back; no other module touches a message field.

Every field is written through float(), int() or bool(): rclpy stores a NumPy scalar or an
integer in a float64 field as garbage, without a word.
"""

from __future__ import annotations

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Accel, Twist, Vector3, Wrench
import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.values import Answer, Command, Frames, PARTS, Status
from frictioncone_ros.spatial import Array, as_vector, SPATIAL

HALVES = {'wrench': ('force', 'torque'), 'twist': ('linear', 'angular'),
          'accel': ('linear', 'angular')}
MESSAGES = {'wrench': Wrench, 'twist': Twist, 'accel': Accel}
NANOSECONDS = 1_000_000_000


def command_from_message(message: HybridCommand) -> Command:
    """Return the command, or raise InvalidInputError naming the field that cannot be used."""
    frames = Frames(message.header.frame_id, message.controlled_frame_id,
                    message.reference_frame_id)
    for name, frame in (('header.frame_id', frames.axes),
                        ('controlled_frame_id', frames.controlled)):
        if not frame:
            raise InvalidInputError(name, frame, 'the name of a frame', 'command')
    parts = {part: six_from_message(getattr(message, part), part)
             for part in PARTS if getattr(message, f'has_{part}')}
    if not parts:
        raise InvalidInputError('has_wrench, has_twist, has_accel', False,
                                'at least one to be true', 'command')
    return Command(frames, parts, time_from_message(message.header.stamp), message.sequence)


def command_to_message(command: Command) -> HybridCommand:
    """Return the command as a message; parts it has not are zero and flagged so."""
    message = HybridCommand(sequence=int(command.sequence))
    message.header.stamp = time_to_message(command.stamp)
    _write_command(command, message)
    return message


def answer_to_message(answer: Answer, stamp: int, compute_time: float) -> FilteredCommand:
    """Return the answer as a message stamped now [ns], with the time it took [s]."""
    message = FilteredCommand(command_sequence=int(answer.command.sequence),
                              compute_time=float(compute_time))
    message.header.stamp = time_to_message(stamp)
    message.command_stamp = time_to_message(answer.command.stamp)
    message.status = status_to_message(answer.status, stamp)
    _write_command(answer.command, message)
    return message


def status_to_message(status: Status, stamp: int) -> FilterStatus:
    """Return the status as a message judged at `stamp` [ns]."""
    return FilterStatus(
        stamp=time_to_message(stamp), code=int(status.code), codes=[int(status.code)],
        text=str(status.text), safe_output=bool(status.safe_output),
        received_count=int(status.received_count), dropped_count=int(status.dropped_count))


def six_from_message(message: Wrench | Twist | Accel, part: str) -> Array:
    """Return (6,) numbers, linear first; raise InvalidInputError unless all are finite."""
    first, second = (getattr(message, half) for half in HALVES[part])
    values = (first.x, first.y, first.z, second.x, second.y, second.z)
    return as_vector(values, SPATIAL, part, 'command')


def six_to_message(values: Array, part: str) -> Wrench | Twist | Accel:
    """Return (6,) numbers, linear first, as the message of that part."""
    first, second = np.asarray(values[:3]), np.asarray(values[3:])
    halves = dict(zip(HALVES[part], (_vector(first), _vector(second)), strict=True))
    return MESSAGES[part](**halves)


def time_from_message(message: Time) -> int:
    """Return a time stamp [ns]."""
    return int(message.sec) * NANOSECONDS + int(message.nanosec)


def time_to_message(nanoseconds: int) -> Time:
    """Return a time stamp [ns] as a message."""
    seconds, rest = divmod(int(nanoseconds), NANOSECONDS)
    return Time(sec=seconds, nanosec=rest)


def _write_command(command: Command, message: HybridCommand | FilteredCommand) -> None:
    message.header.frame_id = str(command.frames.axes)
    message.controlled_frame_id = str(command.frames.controlled)
    message.reference_frame_id = str(command.frames.reference)
    for part, values in command.parts.items():
        setattr(message, f'has_{part}', True)
        setattr(message, part, six_to_message(values, part))


def _vector(values: Array) -> Vector3:
    return Vector3(x=float(values[0]), y=float(values[1]), z=float(values[2]))
