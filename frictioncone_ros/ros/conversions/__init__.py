# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Values to messages, and what only a node reads; `messages` reads the fields of the others."""

from frictioncone_ros.ros.conversions.answers import (
    answer_to_message,
    status_from_message,
    status_to_message,
)
from frictioncone_ros.ros.conversions.commands import (
    command_to_message,
    part_to_message,
)
from frictioncone_ros.ros.conversions.geometry import time_to_message
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.session.outcome import output_parts

__all__ = [
    'answer_to_message',
    'command_to_message',
    'output_parts',
    'part_to_message',
    'snapshot_to_message',
    'status_from_message',
    'status_to_message',
    'time_to_message',
]
