# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rates hold between the moments at which answers leave, however unevenly they are delayed."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.send_delay import SendDelay
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

FLOOR = ContactState(
    [
        ContactPoint((x, y, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))
        for x in (-0.1, 0.1)
        for y in (-0.1, 0.1)
    ]
)
RATE = 300.0


@pytest.mark.parametrize('seed', range(5))
def test_no_step_is_longer_than_the_rate_allows_between_two_answers_that_left(seed):
    random = np.random.default_rng(seed)
    core = FilterCore(
        node_settings({'max_force_rate': RATE, 'time_budget': 1.0}), StaticFrames(())
    )
    core.activate()
    now, before, left_before, full = 0.0, None, 0.0, 0
    for step in range(400):
        now += random.uniform(0.001, 0.01)
        sign = 1.0 if step // 40 % 2 else 0.2
        core.take_contacts(Snapshot(FLOOR, 'base'), now)
        wrench = np.array((0.0, 0.0, -30.0 * sign, 0.0, 0.0, 0.0))
        core.take_command(FramedCommand(Frames('base', 'base', 'base'), {'wrench': wrench}), now)
        outcome = core.tick(now, now)
        # At least as long as the quickest so far, now and then kept waiting for milliseconds.
        seconds = 0.0005 + (random.exponential(0.004) if step and random.random() < 0.3 else 0.0)
        core.note_sent(now, seconds)
        force, left = output_parts(outcome)['wrench'][:3], now + seconds
        if before is not None:
            size = float(np.linalg.norm(force - before))
            assert size <= RATE * (left - left_before) * (1.0 + 1e-9)
            full += size > 0.5 * RATE * (left - left_before)
        before, left_before, now = force, left, max(now, left)
    assert full > 50


def test_a_time_of_sending_moves_rates_only_forward_and_only_after_an_answer():
    core = FilterCore(node_settings({'recovery_ramp_duration': 0.0}), StaticFrames(()))
    core.activate()
    core.note_sent(1.0, 0.01)
    assert core.memory.time is None
    core.take_contacts(Snapshot(FLOOR, 'base'), 5.0)
    press = {'wrench': np.array((0.0, 0.0, -10.0, 0.0, 0.0, 0.0))}
    core.take_command(FramedCommand(Frames('base', 'base', 'base'), press), 5.0)
    core.tick(5.0, 5.0)
    for received, seconds, expected in ((4.0, 0.01, 5.0), (5.0, 0.03, 5.02), (5.0, 0.02, 5.02)):
        core.note_sent(received, seconds)
        assert core.memory.time == pytest.approx(expected)


def test_answers_that_take_equally_long_lose_nothing():
    delay = SendDelay()
    assert [delay.counted_from(1.0 + k, 0.002) for k in range(3)] == [1.0, 2.0, 3.0]
    assert delay.counted_from(5.0, 0.005) == pytest.approx(5.003)
    # What was quick long ago counts no more.
    for k in range(64):
        late = delay.counted_from(10.0 + k, 0.01)
    assert late == pytest.approx(73.0)
