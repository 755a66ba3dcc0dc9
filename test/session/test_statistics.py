# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Figures for diagnostics between two looks, and the counts of what was not used."""

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session import statistics
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.statistics import Statistics
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

FRAMES = Frames('base', 'base', 'base')


def core():
    made = FilterCore(node_settings({}), StaticFrames(()))
    made.activate()
    return made


def command(stamp=0):
    return FramedCommand(FRAMES, {'wrench': np.zeros(6)}, stamp=stamp)


def test_rates_are_counted_between_two_looks():
    node, figures = core(), Statistics()
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
    first = figures.look(node, 10.0)
    assert first['command rate [Hz]'] == first['answer rate [Hz]'] == 'not known yet'
    assert first['command age [s]'] == 'never'
    for number in range(20):
        node.take_command(command(), 10.0 + 0.1 * number)
        figures.count(0.001 if number else 0.021)
    for number in range(6):
        node.take_contacts(Snapshot(state, 'base'), 10.0 + 0.3 * number)
    found = figures.look(node, 12.0)
    assert found['command rate [Hz]'] == '10.0'
    assert found['contacts rate [Hz]'] == '3.0'
    assert found['answer rate [Hz]'] == '10.0'
    assert found['mean compute time [ms]'] == '2.000'
    assert found['longest compute time [ms]'] == '21.000'
    assert found['command age [s]'] == '0.100'
    assert found['contacts age [s]'] == '0.500'
    assert 10.0 < float(found['memory [MB]']) < 10_000.0
    # Anew: nothing is counted twice.
    later = figures.look(node, 13.0)
    assert later['command rate [Hz]'] == later['answer rate [Hz]'] == '0.0'
    assert later['mean compute time [ms]'] == later['longest compute time [ms]'] == '0.000'


def test_what_was_not_used_is_counted_by_its_reason_and_transforms_are_no_loss():
    node, figures = core(), Statistics()
    reasons = {
        'invalid commands': FilterCode.INVALID_COMMAND,
        'invalid contacts': FilterCode.INVALID_CONTACTS,
        'missing transforms': FilterCode.TRANSFORM_UNAVAILABLE,
        'commands of others': FilterCode.COMMAND_CONFLICT,
        'internal faults': FilterCode.INTERNAL_ERROR,
    }
    for count, code in enumerate(reasons.values(), 1):
        for _ in range(count):
            node.refusals.add(code, 'why')
    node.take_command(command(stamp=2_000_000_000), 0.0)
    node.take_command(command(stamp=1_000_000_000), 0.001)
    found = figures.look(node, 1.0)
    assert [found[f'dropped: {reason}'] for reason in reasons] == ['1', '2', '3', '4', '5']
    assert found['dropped: commands out of order'] == '1'
    assert found['dropped: contacts out of order'] == '0'
    # A snapshot that waits for its transform is not lost.
    assert node.inputs.dropped_count == 1 + 2 + 4 + 5 + 1


def test_where_the_system_does_not_tell_the_memory_it_is_none(monkeypatch, tmp_path):
    monkeypatch.setattr(statistics, 'STATM', tmp_path / 'nowhere')
    assert statistics.resident_megabytes() == 0.0
    (tmp_path / 'statm').write_text('9000 250 7\n', encoding='ascii')
    monkeypatch.setattr(statistics, 'STATM', tmp_path / 'statm')
    assert statistics.resident_megabytes() == 250 * statistics.PAGE / 1e6
