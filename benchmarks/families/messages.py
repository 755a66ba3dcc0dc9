# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Conversion of each message, beside what the middleware alone needs to read or write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

from measuring import Case, Wrong
import numpy as np
from ticking import ring

from frictioncone_ros.contact import CircularCone, ContactMode

COUNTS = (1, 4, 16)
HAS_ROS = find_spec('rclpy') is not None and find_spec('frictioncone_ros.msg') is not None


def cases() -> Iterator[Case]:
    """Yield what comes in, beside deserialization, and what goes out, beside serialization."""
    if not HAS_ROS:
        print('  ROS 2 or the built messages are missing; not run')
        return
    yield _command()
    for count in COUNTS:
        yield from _with_contacts(count)


def _command() -> Case:
    from rclpy.serialization import deserialize_message, serialize_message  # noqa: PLC0415

    from frictioncone_ros.messages.commands import command_from_message  # noqa: PLC0415
    from frictioncone_ros.msg import HybridCommand  # noqa: PLC0415
    from frictioncone_ros.ros.conversions.commands import (  # noqa: PLC0415
        command_from_bytes,
        command_to_message,
    )
    from frictioncone_ros.session.values import FramedCommand, Frames  # noqa: PLC0415

    parts = {'wrench': np.arange(6.0), 'twist': np.ones(6)}
    message = command_to_message(FramedCommand(Frames('base', 'tool', 'base'), parts, 1, 1))
    written = serialize_message(message)

    def wrong() -> Wrong:
        ours, theirs = command_from_bytes(written), command_from_message(message)
        differ = [not np.array_equal(ours.parts[k], theirs.parts[k]) for k in parts]
        return Wrong(sum(differ), None, len(parts))

    return Case(
        'HybridCommand from bytes',
        lambda: command_from_bytes(written),
        lambda: deserialize_message(written, HybridCommand),
        'rclpy, bytes to message object',
        1.0,
        wrong=wrong,
        guard=True,
    )


def _with_contacts(count: int) -> Iterator[Case]:
    from rclpy.serialization import deserialize_message, serialize_message  # noqa: PLC0415

    from frictioncone_ros.messages.contacts import admitted_snapshot  # noqa: PLC0415
    from frictioncone_ros.msg import ContactStateArray  # noqa: PLC0415
    from frictioncone_ros.node_interface import node_settings  # noqa: PLC0415
    from frictioncone_ros.ros.conversions import snapshot_to_message  # noqa: PLC0415
    from frictioncone_ros.session.values import Snapshot  # noqa: PLC0415

    settings = node_settings({'max_contacts': 64})
    snapshot = Snapshot(ring(count, CircularCone(0.5)), 'base')
    message = snapshot_to_message(snapshot)
    written = serialize_message(message)
    yield Case(
        f'ContactStateArray of {count} from message',
        lambda: admitted_snapshot(message, settings),
        lambda: deserialize_message(written, ContactStateArray),
        'rclpy, bytes to message object',
        wrong=lambda: Wrong(
            int(admitted_snapshot(message, settings).state.contact_count != count), None, 1
        ),
    )
    yield Case(
        f'ContactStateArray of {count} to message',
        lambda: snapshot_to_message(snapshot),
        lambda: serialize_message(message),
        'rclpy, message object to bytes',
    )
    for name, write in _outputs(count).items():
        message = write()
        yield Case(
            f'{name} of {count} contacts to message',
            write,
            lambda m=message: serialize_message(m),
            'rclpy, message object to bytes',
        )


def _outputs(count: int) -> dict[str, Callable[[], object]]:
    """Return what a node that has answered once writes, by message."""
    from frictioncone_ros.messages.contacts import admitted_snapshot  # noqa: PLC0415
    from frictioncone_ros.node_interface import node_settings  # noqa: PLC0415
    from frictioncone_ros.ros.conversions import snapshot_to_message  # noqa: PLC0415
    from frictioncone_ros.ros.conversions.answers import (  # noqa: PLC0415
        answer_to_message,
        status_to_message,
    )
    from frictioncone_ros.ros.conversions.markers import markers_to_message  # noqa: PLC0415
    from frictioncone_ros.ros.conversions.predictions import mode_to_message  # noqa: PLC0415
    from frictioncone_ros.session.filter_core import FilterCore  # noqa: PLC0415
    from frictioncone_ros.session.frames import StaticFrames  # noqa: PLC0415
    from frictioncone_ros.session.marker_shapes import shapes_of  # noqa: PLC0415
    from frictioncone_ros.session.outcome import output_parts  # noqa: PLC0415
    from frictioncone_ros.session.reports import status_of  # noqa: PLC0415
    from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot  # noqa: PLC0415

    state, settings = ring(count, CircularCone(0.5)), node_settings({'max_contacts': 64})
    core = FilterCore(settings, StaticFrames(()))
    core.activate()
    core.awaits_emergency_stop = False
    base = Frames('base', 'base', 'base')
    message = snapshot_to_message(Snapshot(state, 'base'))
    core.take_contacts(admitted_snapshot(message, settings), 1.0)
    core.take_command(FramedCommand(base, {'wrench': np.array((0, 0, -10.0, 0, 0, 0))}), 1.0)
    outcome = core.tick(1.0, 1.0)
    status, parts = status_of(outcome, core), output_parts(outcome)
    mode = ContactMode.parse('f' * count)
    return {
        'FilteredCommand': lambda: answer_to_message(outcome, parts, status, 1),
        'FilterStatus': lambda: status_to_message(status, 1, 'base'),
        'ContactMode': lambda: mode_to_message(mode, state),
        'MarkerArray': lambda: markers_to_message(shapes_of(outcome, 'f' * count), 'base', 1),
    }
