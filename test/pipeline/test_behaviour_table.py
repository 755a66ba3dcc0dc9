# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter does when things go wrong, one fault a test, by a fake clock."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.control import (
    FilterCode,
    FilterMemory,
    FilterSettings,
    ModeVerdict,
    Phase,
    Setpoints,
    Situation,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline import assess

SETTINGS = FilterSettings(
    command_timeout=0.1,
    contacts_timeout=0.1,
    stop_ramp_duration=0.2,
    recovery_ramp_duration=0.4,
    stop_publish_timeout=0.5,
)
TIP = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5), name='tip')])
NO_CONTACT = ContactState(dimension=6)
PRESS = Setpoints(wrench=(1.0, 0, -10, 0, 0, 0), twist=(0, 0, 0, 0, 0, 0.1))
FORCE = np.array(PRESS.wrench)
STEP = 0.01


class Robot:
    """Ticks the pipeline with a clock of its own; inputs are fresh unless switched off."""

    def __init__(self, settings=SETTINGS, state=TIP, setpoints=PRESS):
        self.settings, self.state, self.setpoints = settings, state, setpoints
        self.now = 100.0
        self.memory = FilterMemory()
        self.last_command = self.last_contacts = self.now
        self.history = []

    def tick(self, seconds=STEP, command=True, contacts=True, **situation):
        """Turn the clock on in steps and return the last assessment."""
        for _ in range(max(1, round(seconds / STEP))):
            self.now += STEP
            self.last_command = self.now if command else self.last_command
            self.last_contacts = self.now if contacts else self.last_contacts
            moment = Situation(
                now=self.now,
                stamp_clock=self.now,
                command_received=self.last_command,
                command_stamp=self.last_command,
                contacts_received=self.last_contacts,
                contacts_stamp=self.last_contacts,
                **situation,
            )
            answer = assess(self.state, self.setpoints, self.settings, self.memory, moment)
            assert answer.command.is_finite
            self.memory = answer.memory
            self.history.append(answer)
        return answer

    def largest_step(self, since=0):
        """Return the largest change of force between neighbouring ticks."""
        forces = np.array([answer.command.wrench for answer in self.history[since:]])
        return np.abs(np.diff(forces, axis=0)).max()


def following(**arguments):
    robot = Robot(**arguments)
    answer = robot.tick(1.0)
    assert answer.watched.state.phase is Phase.FOLLOWING
    return robot


def test_the_command_is_followed_when_all_is_well():
    answer = following().tick()
    assert np.array_equal(answer.command.wrench, FORCE)
    assert answer.publish
    assert not answer.is_fallback
    assert answer.code is FilterCode.OK


def test_emergency_stop_is_neutral_at_once_and_latched_until_reset_with_fresh_inputs():
    robot = following()
    stopped = robot.tick(emergency_stop=True)
    assert not stopped.command.wrench.any()
    assert not stopped.command.twist.any()
    assert stopped.code is FilterCode.EMERGENCY_STOP
    assert stopped.publish
    assert not robot.tick(1.0).command.wrench.any()
    late = robot.tick(0.3, command=False)
    assert late.code is FilterCode.EMERGENCY_STOP
    assert robot.tick(command=False, reset=True).code is FilterCode.EMERGENCY_STOP
    begun = len(robot.history)
    assert robot.tick(reset=True).codes[0] is FilterCode.RAMPING
    assert np.array_equal(robot.tick(0.5).command.wrench, FORCE)
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.4


def test_bad_messages_never_become_inputs_and_the_previous_one_counts_until_stale():
    robot = following()
    for bad in ({'wrench': (np.nan,) * 6}, {'twist': (np.inf,) * 6}, {'wrench': (1, 2)}):
        with pytest.raises(InvalidInputError):
            Setpoints(**bad)
    for bad in ({'contact_normal': (0, 0, 2)}, {'contact_position': (np.nan, 0, 0)}):
        fields = {'contact_position': (0, 0, 0), 'contact_normal': (0, 0, 1)}
        with pytest.raises(InvalidInputError):
            ContactPoint(**(fields | bad), friction=CircularCone(0.5))
    with pytest.raises(InvalidInputError):
        CircularCone(-0.1)
    # The refused command was the only one: the one before counts until it is too old.
    assert np.array_equal(robot.tick(0.09, command=False).command.wrench, FORCE)
    assert robot.tick(0.02, command=False).code is FilterCode.COMMAND_STALE


def test_a_stale_command_ramps_to_neutral_is_held_falls_silent_and_recovers_without_a_jump():
    robot = following()
    begun = len(robot.history) - 1
    half = robot.tick(0.21, command=False)
    assert half.code is FilterCode.COMMAND_STALE
    assert half.is_fallback
    assert 0 < -half.command.wrench[2] < 10
    neutral = robot.tick(0.2, command=False)
    assert not neutral.command.wrench.any()
    assert neutral.publish
    silent = robot.tick(0.6, command=False)
    assert not silent.publish
    assert robot.tick().code is FilterCode.RAMPING
    assert np.array_equal(robot.tick(0.5).command.wrench, FORCE)
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.2


def test_staleness_by_stamp_alone_counts_too():
    robot = following()
    moment = Situation(
        now=robot.now,
        stamp_clock=robot.now,
        command_received=robot.now,
        command_stamp=robot.now - 1,
        contacts_received=robot.now,
    )
    answer = assess(TIP, PRESS, SETTINGS, robot.memory, moment)
    assert answer.code is FilterCode.COMMAND_STALE
    back = replace(moment, command_stamp=robot.now + 1)
    assert assess(TIP, PRESS, SETTINGS, robot.memory, back).code is FilterCode.COMMAND_STALE


def test_stale_contacts_are_never_free_space():
    robot = following()
    stale = robot.tick(0.15, contacts=False)
    assert stale.code is FilterCode.CONTACTS_STALE
    assert FilterCode.CONTACT_LOST not in stale.codes
    assert not robot.tick(0.5, contacts=False).command.wrench.any()


def test_hold_normal_keeps_pressing_while_contacts_are_stale():
    robot = following(settings=replace(SETTINGS, hold_normal=True))
    begun = len(robot.history) - 1
    held = robot.tick(5.0, contacts=False)
    assert np.allclose(held.command.wrench, (0, 0, -10, 0, 0, 0))
    assert not held.command.twist.any()
    assert held.publish
    assert robot.largest_step(begun) <= 1.01 * STEP / 0.2
    both = robot.tick(0.5, contacts=False, command=False)
    assert not both.command.wrench.any()


def test_contact_lost_drops_force_at_once_and_slows_motion():
    settings = replace(SETTINGS, free_motion_limit=0.05, free_rotation_limit=0.02)
    robot = following(settings=settings)
    robot.state = NO_CONTACT
    lost = robot.tick()
    assert lost.code is FilterCode.CONTACT_LOST
    assert not lost.command.wrench.any()
    assert lost.command.twist[5] == pytest.approx(0.02)
    assert lost.margin is None
    robot.setpoints = Setpoints(wrench=FORCE, twist=(0.3, 0, -0.4, 0, 0, 0.0))
    assert np.allclose(robot.tick().command.twist, (0.03, 0, -0.04, 0, 0, 0))
    # Touching again: the force comes back over the ramp.
    robot.state, begun = TIP, len(robot.history)
    assert FilterCode.RAMPING in robot.tick().codes
    robot.tick(0.6)
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.4


@pytest.mark.parametrize(('policy', 'desired'), [
    ('project', (2, 0, -4)), ('scale', None), ('neutral', (0, 0, 0)),
])  # fmt: skip
def test_infeasible_commands_meet_the_policy(policy, desired):
    settings = replace(SETTINGS, infeasible_policy=policy)
    robot = Robot(settings=settings, setpoints=Setpoints(wrench=(6, 0, -2, 0, 0, 0)))
    answer = robot.tick(1.0)
    assert answer.publish
    assert answer.code is FilterCode.INFEASIBLE
    assert not answer.feasible
    assert answer.target.force.separating_twist is not None
    if desired is not None:
        assert np.allclose(answer.command.wrench[:3], desired, atol=1e-3)
    tangential, normal = answer.command.wrench[0], -answer.command.wrench[2]
    assert tangential <= 0.5 * normal + 1e-9


def test_what_is_given_up_for_the_margin_is_not_said_to_be_beyond_the_contacts():
    settings = replace(SETTINGS, margin=5.0)
    answer = following(settings=settings, setpoints=Setpoints((0, 0, -100.0, 0, 0, 0))).tick()
    assert answer.code is FilterCode.OK
    light = Robot(settings=settings, setpoints=Setpoints((0, 0, -1.0, 0, 0, 0)))
    answer = light.tick(1.0)
    assert answer.code is FilterCode.INFEASIBLE and answer.feasible and answer.command.is_neutral
    assert answer.text.startswith('too much of the commanded force is not carried with the margin')


def test_too_much_removed_is_neutral():
    settings = replace(SETTINGS, max_removed_fraction=0.5)
    robot = following(settings=settings)
    robot.setpoints = Setpoints((6, 0, -2, 0, 0, 0), PRESS.twist)
    begun = len(robot.history) - 1
    answer = robot.tick(0.3)
    assert not answer.command.wrench.any()
    assert not answer.command.twist.any()
    assert answer.is_fallback and FilterCode.INFEASIBLE in answer.codes
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.2, 'not by the stop ramp'
    # Answered as long as the command comes, and back through the recovery ramp.
    assert robot.tick(2.0).publish
    robot.setpoints, begun = PRESS, len(robot.history)
    assert np.array_equal(robot.tick(1.0).command.wrench, FORCE)
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.4, 'not by the recovery ramp'


def test_what_would_be_sent_of_a_command_that_is_given_up_is_what_is_sent_of_it():
    settings, steep = replace(SETTINGS, max_removed_fraction=0.5), (6, 0, -2, 0, 0, 0)
    robot = following(settings=settings)
    robot.setpoints = Setpoints(steep, PRESS.twist)
    sent, told = robot.tick(0.5), assess(TIP, robot.setpoints, settings)
    assert told.is_fallback and told.codes == sent.codes == (FilterCode.INFEASIBLE,)
    assert told.command.is_neutral and sent.command.is_neutral


def test_a_low_margin_is_said_of_what_is_sent_and_not_of_what_is_asked():
    robot = following(settings=replace(SETTINGS, margin=1.0))
    assert not robot.tick().codes
    # No force is asked for any more; what is left of it on its way to zero is near its cone.
    robot.setpoints = Setpoints(twist=PRESS.twist)
    left = robot.tick(0.19)
    assert left.command.wrench.any() and left.margin < 1.0
    assert left.codes == (FilterCode.LOW_MARGIN, FilterCode.PART_RELEASED)
    gone = robot.tick(0.1)
    assert not gone.command.wrench.any() and FilterCode.LOW_MARGIN not in gone.codes
    # Nothing is pressed while a stop is held: nothing can slip.
    robot.setpoints = PRESS
    assert robot.tick(emergency_stop=True).codes == (FilterCode.EMERGENCY_STOP,)


def test_no_force_with_a_least_normal_force_is_not_given_up_for_what_was_asked_before():
    normals = np.array(((-1.0, 2.0, 2.0), (2.0, 1.0, 2.0), (0.0, 2.0, 2.0))) / 3.0
    normals[2] *= 3.0 / np.sqrt(8.0)
    wedge = ContactState(
        [
            ContactPoint(point, normal, CircularCone(0.5))
            for point, normal in zip(
                ((-0.1, -0.1, -0.2), (0.1, 0.0, 0.0), (-0.2, 0.0, -0.1)), normals, strict=True
            )
        ]
    )
    settings = replace(SETTINGS, min_normal_force=0.5)
    robot = following(
        settings=settings, state=wedge, setpoints=Setpoints((-2.0, -5.0, -10.0, 0, 0, 0))
    )
    robot.setpoints = Setpoints((0.0,) * 6)
    answer = robot.tick(1.0)
    assert not answer.is_fallback and FilterCode.INFEASIBLE not in answer.codes
    assert min(report.normal_force for report in answer.contacts) > 0.0


@pytest.mark.parametrize('policy', ['project', 'neutral'])
def test_noise_about_the_limit_of_giving_up_does_not_chatter(policy):
    generator = np.random.default_rng(3)
    # 80 degrees off the normal, where the share that is removed is about the limit.
    settings = replace(SETTINGS, infeasible_policy=policy)
    angle = np.deg2rad(80.0)
    steep = 40.0 * np.array([np.sin(angle), 0, -np.cos(angle), 0, 0, 0])
    at_limit = assess(TIP, Setpoints(steep), settings).target.force.excess_fraction
    robot = Robot(settings=replace(settings, max_removed_fraction=min(1.0, at_limit)))
    for _ in range(300):
        noise = np.append(0.2 * generator.standard_normal(3), (0, 0, 0))
        robot.setpoints = Setpoints(steep + noise)
        robot.tick()
    assert robot.largest_step() <= 40.0 * 1.01 * STEP / 0.2
    settled = [answer.command.wrench.any() for answer in robot.history[100:]]
    assert not any(settled)


def test_several_or_no_modes_act_on_the_least_margin_and_stop_only_if_asked():
    robot = following(settings=replace(SETTINGS, margin=1.0))
    several = ModeVerdict(consistent_count=2, least_margin=0.3)
    answer = robot.tick(modes=several)
    assert {FilterCode.AMBIGUOUS_MODE, FilterCode.LOW_MARGIN} <= set(answer.codes)
    assert np.array_equal(answer.command.wrench, FORCE)
    none = robot.tick(modes=ModeVerdict(0))
    assert set(none.codes) == {FilterCode.NO_MODE}
    strict = Robot(settings=replace(SETTINGS, require_unique_mode=True))
    assert not strict.tick(1.0, modes=ModeVerdict(1)).is_fallback
    stopped = strict.tick(0.3, modes=several)
    assert stopped.code is FilterCode.AMBIGUOUS_MODE
    assert not stopped.command.wrench.any()
    assert stopped.publish


def test_modes_that_are_not_known_stop_where_they_must_be_unique_and_only_there():
    cut_short = ModeVerdict(0, exhaustive=False, reason='time limit reached')
    robot = following()
    assert robot.tick().codes == ()
    said = robot.tick(modes=cut_short)
    assert said.codes == (FilterCode.MODE_UNKNOWN,)
    assert said.text.endswith('is not known: time limit reached')
    assert np.array_equal(said.command.wrench, FORCE)
    strict = Robot(settings=replace(SETTINGS, require_unique_mode=True))
    never = strict.tick(1.0)
    assert never.codes == (FilterCode.MODE_UNKNOWN,)
    assert 'no prediction' in never.text
    assert not any(answer.command.wrench.any() for answer in strict.history)
    known = {'modes': ModeVerdict(1), 'modes_timeout': 0.1}
    assert not strict.tick(1.0, modes_age=0.1, **known).is_fallback
    old = strict.tick(0.3, modes_age=0.11, **known)
    assert old.codes == (FilterCode.MODE_UNKNOWN,)
    assert 'older than 0.1 s' in old.text
    assert not old.command.wrench.any()
    assert strict.largest_step() <= 10 * 1.01 * STEP / 0.2


def test_limits_scale_the_whole_wrench_and_rates_lead_through_the_cone():
    settings = replace(SETTINGS, max_force=5.0, max_force_rate=20.0)
    robot = Robot(settings=settings)
    answer = robot.tick(2.0)
    assert FilterCode.LIMITED in answer.codes
    assert np.allclose(answer.command.wrench, FORCE * 5.0 / np.linalg.norm(FORCE))
    robot.setpoints = Setpoints(wrench=(-5.0, 0, -20, 0, 0, 0))
    begun = len(robot.history) - 1
    robot.tick(1.0)
    steps = np.diff([one.command.wrench for one in robot.history[begun:]], axis=0)
    assert np.linalg.norm(steps, axis=1).max() <= 20.0 * STEP * (1 + 1e-9)
    for one in robot.history:
        assert np.linalg.norm(one.command.wrench[:2]) <= -0.5 * one.command.wrench[2] + 1e-9


def test_a_tick_that_comes_late_is_no_reason_to_move_faster():
    robot = Robot(settings=replace(SETTINGS, max_force_rate=20.0, recovery_ramp_duration=0.0))
    assert not robot.tick().command.wrench.any()
    robot.now += 60.0
    before = np.array(robot.history[-1].command.wrench)
    after = robot.tick().command.wrench
    assert np.linalg.norm(after - before) == pytest.approx(20.0 * SETTINGS.command_timeout)


@pytest.mark.parametrize('size', [1e200, 1e308])
def test_what_is_too_large_to_be_a_command_is_neutral_and_said(size):
    for setpoints in (Setpoints(twist=(size, 0, 0, 0, 0, 0)), Setpoints(size * (FORCE / 10))):
        answer = assess(TIP, setpoints, SETTINGS)
        assert answer.code is FilterCode.NUMERICAL_ERROR
        assert not answer.command.wrench.any()
        assert not answer.command.twist.any()
        assert not answer.memory.sent.twist.any()


def test_two_publishers_are_refused():
    robot = following()
    answer = robot.tick(0.3, command_publishers=2)
    assert answer.code is FilterCode.COMMAND_CONFLICT
    assert not answer.command.wrench.any()
    assert answer.publish


def test_deactivation_says_neutral_first():
    robot = following()
    last = robot.tick(active=False)
    assert last.publish
    assert not last.command.wrench.any()
    assert last.code is FilterCode.INACTIVE
    assert not robot.tick(active=False).publish


def test_disabling_ramps_down():
    robot = following()
    answer = robot.tick(0.1, enabled=False)
    assert answer.code is FilterCode.INACTIVE
    assert 0 < -answer.command.wrench[2] < 10


def test_new_settings_come_in_through_the_ramp():
    robot = following()
    begun = len(robot.history) - 1
    robot.settings = replace(SETTINGS, margin=2.0)
    assert FilterCode.RAMPING in robot.tick().codes
    answer = robot.tick(0.5)
    assert np.linalg.norm(answer.command.wrench - FORCE) <= 1e-9 or answer.margin >= 2.0 - 1e-6
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.4


def test_a_lowered_absolute_limit_holds_at_once_and_says_which_rate_gave_way():
    robot = following(settings=replace(SETTINGS, max_force_rate=100.0))
    robot.settings = replace(robot.settings, max_force=2.0)
    answer = robot.tick()
    assert np.linalg.norm(answer.command.wrench) <= 2.0 * (1 + 1e-9)
    assert FilterCode.RATE_EXCEEDED in answer.codes
    assert 'max_force_rate' in answer.text
    answer = robot.tick(0.5)
    assert np.linalg.norm(answer.command.wrench) == pytest.approx(2.0)


def test_a_wanted_mode_for_other_contacts_is_said_and_not_used():
    robot = following(setpoints=Setpoints(FORCE, PRESS.twist, mode=ContactMode.parse('ff')))
    answer = robot.tick()
    assert answer.code is FilterCode.MODE_INCONSISTENT
    assert np.array_equal(answer.command.wrench, FORCE)


def test_inputs_that_vanish_ramp_down_too():
    robot = following()
    begun = len(robot.history) - 1
    robot.state = robot.setpoints = None
    answer = robot.tick(0.1, command=False, command_publishers=2)
    assert 0 < -answer.command.wrench[2] < 10
    assert robot.largest_step(begun) <= 10 * 1.01 * STEP / 0.2


def test_planar_and_spatial_contacts_may_follow_each_other():
    robot = following()
    robot.state = ContactState([ContactPoint((0, 0), (0, 1), CircularCone(0.5))])
    robot.setpoints = Setpoints(wrench=(1.0, -10.0, 0.0))
    assert np.array_equal(robot.tick(1.0).command.wrench, (1.0, -10.0, 0.0))


def test_every_condition_has_words():
    robot = following(setpoints=Setpoints(wrench=(6, 0, -4, 0, 0, 0)))
    assert robot.tick().text.startswith('the contacts cannot carry the commanded force (')
    assert 'no fresh command for 0.1 s' in robot.tick(0.2, command=False).text
    low = following(settings=replace(SETTINGS, margin=1.0, max_force=1.0))
    assert 'closer to slipping' in low.tick().text
    assert assess(TIP, PRESS, SETTINGS).text == 'the command passes unchanged'


def test_nothing_received_yet():
    robot = Robot(state=None, setpoints=None)
    robot.last_command = robot.last_contacts = None
    answer = robot.tick(command=False, contacts=False)
    assert answer.code is FilterCode.WAITING
    assert not answer.publish
    assert not answer.command.wrench.any()
