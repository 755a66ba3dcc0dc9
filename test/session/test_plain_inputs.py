# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Plain parts make one command only where they are of one time, each in the order of its topic."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.inputs.plain_inputs import PlainInputs
from frictioncone_ros.session.values import Snapshot

TIMEOUT = 0.1
SETTINGS = node_settings({'command_timeout': TIMEOUT, 'recovery_ramp_duration': 0.0})
RAMPED = replace(SETTINGS.filter, recovery_ramp_duration=0.5)
PRESS, TURN = np.array([0.0, 0.0, -10.0, 0, 0, 0]), np.array([0.01, 0, 0, 0, 0, 0.0])
BEGIN = 1_000.0


def nanoseconds(seconds):
    return int(seconds * 1e9)


def give(plain, part, now, late=0.0):
    values = {'wrench': PRESS, 'twist': TURN}[part]
    given = 'base', values, nanoseconds(BEGIN + now - late)
    return plain.joined(part, given, (now, BEGIN + now), SETTINGS)


def test_a_late_part_is_refused_and_not_carried_along_by_a_fresh_one():
    plain = PlainInputs()
    for step in range(20):
        now = 0.01 * step
        assert set(give(plain, 'twist', now).parts) == {'twist'}
        with pytest.raises(
            InvalidInputError, match=r'wrench command: header.stamp is .4.999 s before'
        ):
            give(plain, 'wrench', now + 0.001, late=5.0)


def test_a_part_that_was_in_time_counts_as_silent_once_it_is_too_far_behind():
    plain = PlainInputs()
    give(plain, 'wrench', 0.0, late=0.05)
    assert set(give(plain, 'twist', 0.04).parts) == {'wrench', 'twist'}
    # Received 0.06 s ago, and stamped 0.11 s before.
    later = give(plain, 'twist', 0.06)
    assert set(later.parts) == {'twist'} and later.silent == ('wrench',)


def test_clocks_that_differ_a_little_lose_nothing():
    core = FilterCore(SETTINGS, StaticFrames(()))
    core.activate()
    plain = PlainInputs()
    for step in range(50):
        now = 0.01 * step
        for part, late in (('wrench', -0.03), ('twist', 0.03)):
            command = give(plain, part, now, late)
            assert core.take_command(command, now)
            assert set(command.parts) == (
                {'wrench'} if step == 0 and part == 'wrench' else {'wrench', 'twist'}
            )
    assert core.commands.out_of_order == 0


def test_a_part_behind_its_own_last_one_is_refused():
    for begin in (0.02, 50.0):
        plain = PlainInputs()
        give(plain, 'wrench', begin)
        with pytest.raises(InvalidInputError, match='a stamp after the last one'):
            give(plain, 'wrench', begin + 0.01, late=0.02)
        # After a silence a sender that counts anew is followed.
        assert give(plain, 'wrench', begin + 0.01 + 2 * TIMEOUT, late=1.0).stamp


def test_alone_a_late_part_is_a_stale_command():
    core = FilterCore(SETTINGS, StaticFrames(()))
    core.activate()
    plain = PlainInputs()
    floor = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
    core.take_contacts(Snapshot(floor, 'base'), 0.0)
    core.take_command(give(plain, 'wrench', 0.0, late=5.0), 0.0)
    outcome = core.tick(0.0, BEGIN)
    assert FilterCode.COMMAND_STALE in outcome.codes and outcome.assessment.is_fallback


def test_without_stamps_receipt_alone_counts():
    plain = PlainInputs()
    plain.joined('wrench', ('base', PRESS, 0), (0.0, BEGIN), SETTINGS)
    assert set(give(plain, 'twist', 0.05).parts) == {'wrench', 'twist'}
    again = plain.joined('wrench', ('base', PRESS, 0), (0.06, BEGIN + 0.06), SETTINGS)
    assert set(again.parts) == {'wrench', 'twist'}


@pytest.mark.parametrize('back', [2.0, 999.0])
def test_after_a_jump_back_of_the_clock_older_stamps_are_accepted_anew(back):
    plain = PlainInputs()
    for part in ('wrench', 'twist'):
        give(plain, part, 0.0)
    for now in (0.02, 0.04, 0.06):
        for part in ('twist', 'wrench'):
            stamp = nanoseconds(BEGIN + now - back)
            given = 'base', {'wrench': PRESS, 'twist': TURN}[part], stamp
            joined = plain.joined(part, given, (now, BEGIN + now - back), SETTINGS)
            assert set(joined.parts) == {'wrench', 'twist'} and joined.stamp == stamp
    # In the time there is now the order counts as before.
    with pytest.raises(InvalidInputError, match='a stamp after the last one'):
        late = 'base', PRESS, nanoseconds(BEGIN + 0.05 - back)
        plain.joined('wrench', late, (0.07, BEGIN + 0.07 - back), SETTINGS)


def test_a_part_that_fell_silent_comes_back_through_the_ramp():
    core = FilterCore(replace(SETTINGS, filter=RAMPED), StaticFrames(()))
    core.activate()
    plain = PlainInputs()
    floor = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
    forces = []
    for step in range(300):
        now = 0.01 * step
        core.take_contacts(Snapshot(floor, 'base'), now)
        # The wrench's publisher is gone for a second; the other one goes on.
        for part in ('twist',) if 100 <= step < 200 else ('twist', 'wrench'):
            core.take_command(give(plain, part, now), now)
        outcome = core.tick(now, BEGIN + now)
        forces.append(-outcome.assessment.command.wrench[2])
        if step in (199, 299):
            assert not outcome.assessment.is_fallback
    assert forces[99] == forces[299] == 10.0 and forces[199] == 0.0
    assert max(np.diff(forces)) == pytest.approx(10.0 * 0.01 / RAMPED.recovery_ramp_duration)


def test_parts_go_together_up_to_the_timeout_and_no_longer():
    for apart, together in ((0.125, True), (0.126, False)):
        plain, settings = PlainInputs(), node_settings({'command_timeout': 0.125})
        # Stamps of zero say nothing of when.
        plain.joined('wrench', ('base', PRESS, 0), (1.0, BEGIN), settings)
        found = plain.joined('twist', ('base', TURN, 0), (1.0 + apart, BEGIN), settings)
        assert ('wrench' in found.parts) == together
