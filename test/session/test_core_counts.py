# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the core counts and says of inputs it could not use: each once, for as long as it holds."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.sender_streams import Sender
from frictioncone_ros.session.reports import missing_inputs
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

FRAMES = Frames('base', 'base', 'base')
PRESS = {'wrench': np.array([0.0, 0.0, -10.0, 0.0, 0.0, 0.0])}


def floor(height=0.0):
    return ContactState([ContactPoint((0.0, 0.0, height), (0.0, 0.0, 1.0), CircularCone(0.5))])


def core_of(**values):
    core = FilterCore(node_settings({'recovery_ramp_duration': 0.0, **values}), StaticFrames(()))
    core.activate()
    return core


def tick(core, now, frames=FRAMES, state=None, stamp=0):
    core.take_contacts(Snapshot(state or floor(), 'base'), now)
    core.take_command(FramedCommand(frames, PRESS, stamp=stamp), now)
    return core.tick(now, now)


def test_contacts_too_far_away_are_counted_once_a_snapshot_and_not_once_a_command():
    core = core_of(max_contact_distance=1.0)
    far = floor(5.0)
    core.take_contacts(Snapshot(far, 'base'), 0.0)
    for step in range(5):
        core.take_command(FramedCommand(FRAMES, PRESS), 0.01 * step)
        outcome = core.tick(0.01 * step, 0.01 * step)
        assert FilterCode.INVALID_CONTACTS in outcome.codes
    assert core.refusals.counts[FilterCode.INVALID_CONTACTS] == 1
    assert 'max_contact_distance' in dict(outcome.refusals)[FilterCode.INVALID_CONTACTS]
    core.take_contacts(Snapshot(far, 'base'), 0.06)
    core.tick(0.06, 0.06)
    assert core.refusals.counts[FilterCode.INVALID_CONTACTS] == 2
    assert FilterCode.INVALID_CONTACTS not in tick(core, 0.07).codes


def test_only_a_stamp_further_ahead_of_the_clock_than_tolerated_is_refused():
    core = core_of(future_tolerance=0.25)
    for ahead in (-10.0, 0.0, 0.249):
        core.require_not_ahead(int((1_000.0 + ahead) * 1e9), 1_000.0, 'contacts')
    core.require_not_ahead(0, 1_000.0, 'contacts')
    with pytest.raises(InvalidInputError, match=r'contacts: header.stamp is .0.251 s ahead'):
        core.require_not_ahead(int(1_000.251 * 1e9), 1_000.0, 'contacts')


def test_transforms_that_were_not_there_are_counted_and_are_no_dropped_inputs():
    core = core_of()
    refusals = core.refusals
    for code in (FilterCode.INVALID_COMMAND, *[FilterCode.TRANSFORM_UNAVAILABLE] * 3):
        refusals.counts[code] += 1
    assert core.inputs.dropped_count == 1
    tick(core, 0.0, stamp=2_000_000_000)
    assert not core.take_command(FramedCommand(FRAMES, PRESS, stamp=1_000_000_000), 0.01)
    assert core.inputs.dropped_count == 2


def test_nothing_is_predicted_of_a_command_without_contacts_or_of_contacts_alone():
    modes = core_of().modes
    command, state = FramedCommand(FRAMES, PRESS), floor()
    assert modes.verdict(None, None, 0.0) == (None, 0.0)
    assert modes.verdict(command, None, 0.0) == (None, 0.0)
    assert modes.verdict(None, state, 0.0) == (None, 0.0)


def test_a_frame_that_is_not_known_is_said_until_it_is():
    core = core_of()
    tick(core, 0.0)
    nowhere = tick(core, 0.01, Frames('moon', 'base', 'base'))
    assert FilterCode.TRANSFORM_UNAVAILABLE in nowhere.codes
    assert 'moon' in dict(nowhere.refusals)[FilterCode.TRANSFORM_UNAVAILABLE]
    again = tick(core, 0.02)
    assert FilterCode.TRANSFORM_UNAVAILABLE not in again.codes and not again.refusals


def test_a_jump_back_of_the_clock_is_counted_once_and_older_stamps_count_again():
    core = core_of()
    second = 1_000_000_000
    tick(core, 100.0, stamp=100 * second)
    assert core.inputs.clock_jumps == 0
    assert not core.take_command(FramedCommand(FRAMES, PRESS, stamp=50 * second), 100.01)
    assert core.commands.out_of_order == 1
    core.tick(100.02, 50.0)
    core.tick(100.03, 50.01)
    assert core.inputs.clock_jumps == 1
    assert core.take_command(FramedCommand(FRAMES, PRESS, stamp=50 * second), 100.04)
    # A little back is the clock being set right.
    core.tick(100.05, 50.01 - 0.5 * core.settings.filter.future_tolerance)
    assert core.inputs.clock_jumps == 1


def test_what_came_before_the_end_is_let_go_and_stays_counted():
    core = core_of()
    tick(core, 0.0)
    outcome = core.shutdown_command(0.01, 0.01)
    assert outcome.command.frames == FRAMES
    assert core.commands.value is None and core.contacts.value is None
    assert core.commands.count == 1 and core.contacts.age(0.02) == pytest.approx(0.02)
    core.activate()
    assert core.commands.count == 0 and core.contacts.age(0.02) is None


def test_two_that_cannot_be_told_apart_are_a_conflict_and_neither_is_followed():
    core = core_of()
    assert FilterCode.COMMAND_CONFLICT not in tick(core, 0.0).codes
    for step in range(60):
        now = 0.01 + 0.01 * step
        core.inputs.owner.claim('hybrid', Sender(None, None, 2), now, 0.2)
        core.take_contacts(Snapshot(floor(), 'base'), now)
        outcome = core.look(now, now)
    assert FilterCode.COMMAND_CONFLICT in outcome.codes
    # Long after the last of them it is said no longer.
    outcome = tick(core, 5.0)
    assert FilterCode.COMMAND_CONFLICT not in outcome.codes


def test_a_refused_second_commander_is_counted_and_said_for_a_while():
    core = core_of()
    tick(core, 0.0)
    for number in range(1, 4):
        core.inputs.owner.claim('hybrid', Sender(number), 0.0, 0.2)
    core.inputs.owner.claim('wrench', Sender(1), 0.01, 0.2)
    assert core.inputs.refuse_sender() and not core.inputs.refuse_sender()
    assert core.refusals.counts[FilterCode.COMMAND_CONFLICT] == 2
    assert core.inputs.dropped_count == 2
    core.tick(0.02, 0.02)
    assert FilterCode.COMMAND_CONFLICT in core.refusals
    core.tick(3.0, 3.0)
    assert FilterCode.COMMAND_CONFLICT not in core.refusals


def test_what_is_missing_is_said_in_words():
    core = core_of()
    assert missing_inputs(core) == 'a command and contacts'
    core.await_emergency_stop(True)
    core.take_contacts(Snapshot(floor(), 'base'), 0.0)
    assert missing_inputs(core) == 'a command and the emergency stop'
    core.inputs.note_sources({'a command': 'a command on /here (0 publishers)'})
    assert missing_inputs(core).startswith('a command on /here (0 publishers) and')
    core.take_command(FramedCommand(FRAMES, PRESS), 0.0)
    core.await_emergency_stop(False)
    assert missing_inputs(core) == 'nothing'


@pytest.mark.parametrize('part', ['contacts', 'command', 'both'])
def test_nothing_that_came_before_activation_counts(part):
    core = core_of()
    tick(core, 0.0)
    core.activate()
    if part != 'command':
        core.take_contacts(Snapshot(floor(), 'base'), 0.01)
    if part != 'contacts':
        core.take_command(FramedCommand(FRAMES, PRESS), 0.01)
    outcome = core.tick(0.01, 0.01)
    assert (FilterCode.WAITING in outcome.codes) == (part != 'both')
    assert core.refusals.counts.total() == 0
