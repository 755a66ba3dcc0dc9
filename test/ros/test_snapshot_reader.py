# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Snapshots that differ by stamp and count alone are not unpacked again; all others are."""

from dataclasses import replace
import struct

import numpy as np
import pytest
from rclpy.serialization import serialize_message

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.conversions.wire.serialized import SnapshotReader
from frictioncone_ros.session.values import Snapshot

SETTINGS = node_settings({})


def state(height=0.0, friction=0.5):
    return ContactState(
        [ContactPoint((x, 0.0, height), (0, 0, 1), CircularCone(friction)) for x in (-0.1, 0.1)]
    )


def sent(snapshot):
    return serialize_message(snapshot_to_message(snapshot))


def again(data, seconds, rest, sequence):
    """Return the same bytes with another stamp and count; bytes of padding are as they were."""
    length = int.from_bytes(data[12:16], 'little')
    count = 16 + length + -(12 + length) % 8
    stamp = struct.pack('<iI', seconds, rest)
    return data[:4] + stamp + data[12:count] + struct.pack('<Q', sequence) + data[count + 8 :]


@pytest.mark.parametrize('frame', ['b', 'base', 'base_link', 'a_frame_of_16_b', 'ä' * 7])
def test_the_same_contacts_stay_the_same_object(frame):
    reader, first = SnapshotReader(), Snapshot(state(), frame, 1_500_000_000, 7)
    data = sent(first)
    known = reader.read(data, SETTINGS)
    later = reader.read(again(data, 2, 250_000_001, 8), SETTINGS)
    assert later.state is known.state
    assert (later.stamp, later.sequence, later.frame) == (2_250_000_001, 8, frame)


def test_every_other_difference_is_read():
    reader, first = SnapshotReader(), Snapshot(state(), 'base', 1, 1)
    known = reader.read(sent(first), SETTINGS)
    moved = reader.read(sent(replace(first, state=state(height=1e-12), stamp=2)), SETTINGS)
    assert moved.state is not known.state
    assert moved.state.positions[0, 2] == 1e-12
    rough = reader.read(sent(replace(first, state=state(friction=0.6))), SETTINGS)
    assert rough.state.contacts[0].friction == CircularCone(0.6)
    assert reader.read(sent(replace(first, frame='tool')), SETTINGS).frame == 'tool'
    gone = reader.read(sent(Snapshot(ContactState([], dimension=6), 'tool', 3)), SETTINGS)
    assert not gone.state.contact_count


def test_other_settings_read_it_anew():
    reader, snapshot = SnapshotReader(), Snapshot(state(), 'base', 1, 1)
    data = sent(snapshot)
    known = reader.read(data, SETTINGS)
    fewer = node_settings({'max_contacts': 1})
    with pytest.raises(InvalidInputError, match='max_contacts'):
        reader.read(data, fewer)
    other = reader.read(data, node_settings({'friction_confidence': 0.5}))
    assert other.state is not known.state


def test_what_is_refused_is_refused_each_time():
    """A stamp that is none, bytes that are cut off, and too many are refused, whatever came."""
    reader, good = SnapshotReader(), sent(Snapshot(state(), 'base', 1, 1))
    reader.read(good, SETTINGS)
    for _ in range(2):
        with pytest.raises(InvalidInputError, match='nanoseconds'):
            reader.read(good[:8] + b'\xff\xff\xff\xff' + good[12:], SETTINGS)
        with pytest.raises(InvalidInputError, match='size'):
            reader.read(good + bytes(10_000_000), SETTINGS)
        for end in (0, 3, 4, 10, 15, 17, 30, len(good) // 2):
            with pytest.raises(InvalidInputError):
                reader.read(good[:end], SETTINGS)
    assert reader.read(good, SETTINGS).stamp == 1


def test_random_bytes_end_nothing():
    reader, good = SnapshotReader(), sent(Snapshot(state(), 'base', 1, 1))
    generator, answered = np.random.default_rng(5), 0
    for _ in range(2000):
        data = bytearray(good)
        for place in generator.integers(0, len(good), 3):
            data[place] = generator.integers(0, 256)
        try:
            reader.read(bytes(data), SETTINGS)
        except InvalidInputError:
            continue
        answered += 1
    assert 0 < answered < 2000
