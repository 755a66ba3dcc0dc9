# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What is followed, answered and said over random courses of events, beside a model of the pages.

The model knows when messages came and what was switched, and no more: stale inputs, a switched-off
node, an unknown frame and a latched stop are what docs/robot/node.md says they are.
"""

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode, Phase
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
COEFFICIENT, TIMEOUT, SPOKEN = 0.5, 0.1, 0.2
STATES = (
    ContactState([ContactPoint(foot, (0, 0, 1), CircularCone(COEFFICIENT)) for foot in FEET]),
    ContactState([ContactPoint((0, 0, 0.1), (0, 0, 1), CircularCone(COEFFICIENT), name='tip')]),
    ContactState(dimension=6),
)
FRAMES = tuple(Frames(axes, 'base', 'base') for axes in ('base', 'moon'))
SWITCHED = {
    FilterCode.COMMAND_STALE,
    FilterCode.CONTACTS_STALE,
    FilterCode.INACTIVE,
    FilterCode.TRANSFORM_UNAVAILABLE,
    FilterCode.EMERGENCY_STOP,
}
CHANCES = dict.fromkeys(('command', 'contacts', 'enabled', 'pressed', 'frame'), 0.003)
"""How often something begins to be missing or switched, a tick; it lasts for 50 on average."""


class Course:
    """A core, what happens to it, and what the pages say must hold then."""

    def __init__(self, seed, **settings):
        self.rng = np.random.default_rng(seed)
        values = {'command_timeout': TIMEOUT, 'contacts_timeout': TIMEOUT, 'time_budget': 1.0}
        values |= {'stop_publish_timeout': SPOKEN, 'recovery_ramp_duration': 0.1, **settings}
        self.core = FilterCore(node_settings(values), StaticFrames(()))
        self.core.activate()
        self.now, self.latched, self.neutral_since = 10.0, False, None
        self.wrong = dict.fromkeys(CHANCES, False)
        self.state, self.parts = STATES[0], {}
        self.heard = dict.fromkeys(('command', 'contacts'), self.now)
        self.told = FRAMES[0]

    def tick(self):
        rng, core = self.rng, self.core
        self.now += float(rng.choice([0.003, 0.007, 0.013]))
        for what, chance in CHANCES.items():
            self.wrong[what] ^= bool(rng.random() < (0.02 if self.wrong[what] else chance))
        if not self.parts or rng.random() < 0.03:
            self.parts = self.some_command()
        if rng.random() < 0.02:
            self.state = STATES[int(rng.integers(len(STATES)))]
        core.enable(not self.wrong['enabled'])
        if core.emergency_stop != self.wrong['pressed']:
            core.take_emergency_stop(self.wrong['pressed'])
        if not self.wrong['contacts']:
            core.take_contacts(Snapshot(self.state, 'base'), self.now)
            self.heard['contacts'] = self.now
        reset = bool(rng.random() < 0.05)
        if not self.wrong['command']:
            self.told = FRAMES[self.wrong['frame']]
            core.take_command(FramedCommand(self.told, self.parts), self.now)
            self.heard['command'] = self.now
        is_answer = not (self.wrong['command'] or reset)
        outcome = (
            core.tick(self.now, self.now)
            if is_answer
            else core.look(self.now, self.now, reset=reset)
        )
        self.judge(outcome, reset, is_answer)

    def some_command(self):
        rng = self.rng
        wrench = np.array([*rng.normal(size=2) * 3.0, -rng.uniform(-2.0, 20.0), 0.0, 0.0, 0.0])
        twist = np.array([*rng.normal(size=3) * 0.05, 0.0, 0.0, rng.normal()])
        parts = {'wrench': wrench * rng.choice([0.0, 1.0], p=(0.1, 0.9)), 'twist': twist}
        return {name: parts[name] for name in parts if rng.random() < 0.8}

    def expected(self, reset):
        """Return the conditions that hold by the pages, and update the latch."""
        holds = {
            FilterCode.COMMAND_STALE: self.now - self.heard['command'] > TIMEOUT,
            FilterCode.CONTACTS_STALE: self.now - self.heard['contacts'] > TIMEOUT,
            FilterCode.TRANSFORM_UNAVAILABLE: self.told is FRAMES[1],
        }
        fresh = not any(holds.values())
        self.latched = self.wrong['pressed'] or (self.latched and not (reset and fresh))
        holds[FilterCode.INACTIVE] = self.wrong['enabled']
        holds[FilterCode.EMERGENCY_STOP] = self.latched
        return {code for code, value in holds.items() if value}

    def judge(self, outcome, reset, is_answer):
        status, expected = status_of(outcome, self.core), self.expected(reset)
        codes, parts = set(status.codes), output_parts(outcome)
        zero = not any(values.any() for values in parts.values())
        assert codes & SWITCHED == expected
        assert list(status.codes) == sorted(codes, reverse=True) and status.code == max(codes)
        assert status.safe_output or not expected
        assert expected or not status.safe_output or FilterCode.INFEASIBLE in codes
        assert zero or FilterCode.EMERGENCY_STOP not in codes
        silent = not outcome.assessment.publish
        if silent:
            assert zero and self.neutral_since is not None
            assert self.now - self.neutral_since >= SPOKEN - 1e-9
        stopped = expected and FilterCode.EMERGENCY_STOP not in expected
        assert outcome.publish or not is_answer or stopped, 'a command without an answer'
        self.neutral_since = (self.neutral_since or self.now) if zero else None
        self.judge_words(outcome, parts, status)

    def judge_words(self, outcome, parts, status):
        """Judge that what is said of the command is true of what is sent."""
        asked, codes = outcome.command.parts, set(status.codes)
        same = all(np.array_equal(parts[name], values) for name, values in asked.items())
        extra = any(values.any() for name, values in parts.items() if name not in asked)
        assert not (codes == {FilterCode.OK} and (not same or extra))
        assert 'not known)' not in status.text
        reports = outcome.assessment.contacts
        if not reports:
            return
        normals = np.array([report.normal_force for report in reports])
        shear = np.array([np.linalg.norm(report.force[:2]) for report in reports])
        depths = (COEFFICIENT * normals - shear) / np.hypot(1.0, COEFFICIENT)
        assert depths == pytest.approx([report.slip_margin for report in reports], abs=1e-9)
        assert depths.min() >= -1e-6 * (1.0 + normals.max())
        limiting = [report.name for report in reports].index(outcome.assessment.limiting_contact)
        assert depths[limiting] <= depths.min() + 1e-6 * (1.0 + normals.max())
        best = outcome.assessment.carriable_margin
        if best is not None:
            assert best >= 0.97 * depths.min() - 1e-6 * (1.0 + normals.max())
        low = outcome.assessment.will_be_carried is False
        assert not low or max(codes) >= FilterCode.LOW_MARGIN
        assert FilterCode.LOW_MARGIN not in codes or normals.any()


@pytest.mark.parametrize(
    'settings',
    [
        {},
        {'margin': 1.0, 'recovery_ramp_duration': 0.0},
        {'infeasible_policy': 'neutral', 'stop_ramp_duration': 0.0},
        {'max_force_rate': 40.0, 'max_removed_fraction': 0.3, 'min_normal_force': 0.5},
        {'hold_normal': True, 'max_force': 8.0, 'margin_of': 'can', 'margin': 0.5},
    ],
)
@pytest.mark.parametrize('seed', range(rounds(1, 2)))
def test_what_is_followed_answered_and_said_is_what_the_pages_say(settings, seed):
    course = Course(seed, **settings)
    phases = set()
    for _ in range(1200):
        course.tick()
        phases.add(course.core.last.assessment.watched.state.phase)
    assert phases > {Phase.FOLLOWING, Phase.STOPPING, Phase.SILENT, Phase.EMERGENCY}
