# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How long a prediction counts, and of which command it is."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import FLOOR, FRAMES, PUSH

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control import FilterCode, ModeVerdict
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.modes.desired_mode import (
    counted_age,
    DesiredMode,
    subject_of,
    TimedModeVerdict,
)
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

ONE = ModeVerdict(1)
COMMAND = FramedCommand(FRAMES, {'wrench': PUSH})
STEP = 0.01
FRAME_NAMES = ('tool', 'other')


class Core:
    """A filter core with a clock of its own, told of modes as background work tells it."""

    def __init__(self, **parameters):
        values = {
            'require_unique_mode': True,
            'recovery_ramp_duration': 0.0,
            'static_transforms': [f'base {name} 0 0 0 0 0 0 1' for name in FRAME_NAMES],
        }
        values |= parameters
        settings = node_settings(values)
        self.core = FilterCore(settings, StaticFrames(settings.placed_frames))
        self.core.activate()
        self.now, self.command, self.state = 5.0, COMMAND, FLOOR

    def tick(self, predicted=False):
        self.now += STEP
        if predicted:
            subject = subject_of(self.command, self.state, self.core.modes.desired)
            self.core.modes.judge(TimedModeVerdict(ONE, subject, self.now))
        self.core.take_command(self.command, self.now)
        self.core.take_contacts(Snapshot(self.state, 'base'), self.now)
        return self.core.tick(self.now, self.now)

    def ticks_followed(self):
        """Return how many ticks in a row follow the command without a new prediction."""
        for count in range(1000):
            if self.tick().assessment.is_fallback:
                return count
        return 1000


def is_unknown(outcome):
    return outcome.assessment.is_fallback and outcome.codes == (FilterCode.MODE_UNKNOWN,)


def test_nothing_is_followed_before_the_first_prediction():
    core = Core()
    assert all(is_unknown(core.tick()) for _ in range(50))
    assert not core.tick(predicted=True).assessment.is_fallback


@pytest.mark.parametrize(
    ('rate', 'limit', 'age'),
    [
        (20.0, 0.05, 0.15),
        (100.0, 0.05, 0.04),
        (10.0, 0.001, 0.201),
        (20.0, 10.0, 0.2),
        (0.0, 0.05, 0.0),
    ],
)
def test_a_prediction_counts_for_two_periods_beyond_its_search(rate, limit, age):
    assert counted_age(rate, limit) == pytest.approx(age)


def test_a_prediction_that_stays_away_stops_the_robot():
    core = Core(prediction_rate=20.0, prediction_time_limit=0.05)
    core.tick(predicted=True)
    assert 14 <= core.ticks_followed() <= 15
    assert core.core.last.codes == (FilterCode.MODE_UNKNOWN,)


def test_without_predictions_nothing_is_ever_followed():
    core = Core(prediction_rate=0.0)
    core.tick(predicted=True)
    assert is_unknown(core.tick())


FEWER = ContactState(FLOOR.contacts[:3])
OTHERS = ContactState(
    [replace(contact, name=f'toe_{index}') for index, contact in enumerate(FLOOR.contacts)]
)
KEPT = DesiredMode(tuple(ContactMode.parse('ffff')))


@pytest.mark.parametrize(
    'change',
    [
        {'state': FEWER},
        {'state': OTHERS},
        {'command': FramedCommand(FRAMES, {'wrench': PUSH, 'twist': np.zeros(6)})},
        {'command': FramedCommand(Frames('base', 'tool', 'other'), {'wrench': PUSH})},
        {'desired_mode': KEPT},
    ],
)
def test_a_prediction_of_something_else_does_not_count(change):
    core = Core()
    core.tick(predicted=True)
    assert not core.tick().assessment.is_fallback
    for name, value in change.items():
        if name == 'desired_mode':
            core.core.modes.desire(value)
        else:
            setattr(core, name, value)
    assert is_unknown(core.tick())
    assert not core.tick(predicted=True).assessment.is_fallback


def test_numbers_may_change_while_a_prediction_counts():
    core = Core()
    core.tick(predicted=True)
    core.command = FramedCommand(FRAMES, {'wrench': 1.1 * PUSH})
    core.state = ContactState([contact.moved((0.01, 0, 0)) for contact in FLOOR.contacts])
    assert not core.tick().assessment.is_fallback


def test_free_space_needs_no_prediction():
    core = Core()
    core.state = ContactState(dimension=6)
    core.tick()
    outcome = core.tick()
    assert FilterCode.MODE_UNKNOWN not in outcome.codes
    assert not outcome.assessment.is_fallback


def test_where_modes_need_not_be_unique_a_lack_of_predictions_is_not_said():
    core = Core(require_unique_mode=False)
    core.tick()
    assert core.tick().codes == core.tick(predicted=True).codes == ()
    core.now += 1.0
    assert FilterCode.MODE_UNKNOWN not in core.tick().codes
