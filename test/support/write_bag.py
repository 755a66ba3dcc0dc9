# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Bags written without ROS, with messages of this package's own definitions."""

from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
COMMAND = 'frictioncone_ros/msg/HybridCommand'
CONTACTS = 'frictioncone_ros/msg/ContactStateArray'
FILTERED = 'frictioncone_ros/msg/FilteredCommand'
MODES = 'frictioncone_ros/msg/ContactModePrediction'


def own_types():
    """Return rosbags' store of types with this package's messages."""
    from rosbags.typesys import get_types_from_msg, get_typestore, Stores

    store = get_typestore(Stores.ROS2_JAZZY)
    types = {}
    for path in sorted((ROOT / 'msg').glob('*.msg')):
        text = path.read_text(encoding='utf-8')
        types.update(get_types_from_msg(text, f'frictioncone_ros/msg/{path.stem}'))
    store.register(types)
    return store


def blank(store, name):
    """Return a message with every field zero or empty."""
    _, fields = store.fielddefs[name]
    return store.types[name](**{key: _blank_field(store, kind) for key, kind in fields})


def _blank_field(store, described):
    kind, detail = described
    if kind.name == 'NAME':
        return blank(store, detail)
    if kind.name == 'BASE':
        name = detail[0]
        return '' if name == 'string' else False if name == 'bool' else 0
    if kind.name == 'ARRAY':
        (_, inner), length = detail
        return np.zeros(length, dtype=inner[0])
    (inner_kind, inner), _ = detail
    if inner_kind.name == 'BASE' and inner[0] != 'string':
        return np.zeros(0, dtype=inner[0])
    return []


def set_time(message, nanoseconds):
    message.sec, message.nanosec = divmod(nanoseconds, 1_000_000_000)


def write_bag(path, storage, messages, store, *, compressed=False):
    """
    Write (topic, type, time [ns], message or bytes) into a bag: mcap or sqlite3.

    compressed: each message by itself, as `ros2 bag record --compression-mode message` does.
    """
    from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer

    plugin = StoragePlugin.MCAP if storage == 'mcap' else StoragePlugin.SQLITE3
    made = Writer(path, version=9, storage_plugin=plugin)
    if compressed:
        made.set_compression(CompressionMode.MESSAGE, CompressionFormat.ZSTD)
    with made as writer:
        connections = {}
        for topic, kind, time, message in messages:
            if topic not in connections:
                connections[topic] = writer.add_connection(topic, kind, typestore=store)
            data = message if isinstance(message, bytes) else store.serialize_cdr(message, kind)
            writer.write(connections[topic], time, bytes(data))
    return path


def contacts(store, time):
    array = blank(store, CONTACTS)
    array.header.frame_id = 'table'
    set_time(array.header.stamp, time)
    for index, (x, y) in enumerate([(1, 1), (1, -1), (-1, 1), (-1, -1)]):
        state = blank(store, 'frictioncone_ros/msg/ContactState')
        state.in_contact, state.probability = True, 1.0
        point = state.point
        point.name, point.friction_model, point.friction_coefficient = f'foot_{index}', 1, 0.5
        point.position.x, point.position.y, point.normal.z = 0.1 * x, 0.1 * y, 1.0
        array.contacts.append(state)
    return array


def hybrid(store, time, sequence):
    command = blank(store, COMMAND)
    command.header.frame_id = command.controlled_frame_id = 'table'
    set_time(command.header.stamp, time)
    command.sequence, command.has_wrench = sequence, True
    command.wrench.force.z, command.wrench.force.x = -20.0, 0.03 * sequence
    return command


def answered(store, messages, rows):
    """Return messages with an answer to each row, as a node that sends the same would send it."""
    found = list(messages)
    begin = messages[0][2]
    for row in rows:
        answer = blank(store, FILTERED)
        stamp, answer.command_sequence = row.key
        set_time(answer.command_stamp, stamp)
        answer.has_wrench, answer.will_be_carried = True, 1
        force, torque = answer.wrench.force, answer.wrench.torque
        force.x, force.y, force.z, torque.x, torque.y, torque.z = row.sent['wrench'].tolist()
        set_time(answer.header.stamp, stamp + 300_000)
        answer.compute_time = (stamp + 300_000 - begin - round(row.time * 1e9)) * 1e-9
        answer.status.code = int(row.code)
        found.append(('/frictioncone/filtered_command', FILTERED, stamp + 300_000, answer))
    return sorted(found, key=lambda one: one[2])


def prediction(store, modes):
    """Return an exhaustive prediction of some modes, a letter a contact each."""
    message = blank(store, MODES)
    message.exhaustive = True
    for text in modes:
        mode = blank(store, 'frictioncone_ros/msg/ContactMode')
        mode.text = text
        message.modes.append(mode)
    return message
