# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter knows what the moving body itself puts on its contacts."""

from dataclasses import replace

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.contact import body_load, ContactState, wrench_matrix
from frictioncone_ros.control import FilterCode, FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.control.watchdog import Phase, WatchState
from frictioncone_ros.pipeline import assess, filter_command
from frictioncone_ros.spatial import Inertia

FEET = [(0.1, 0.0, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)]
BOX = ContactState.from_points(FEET, (0, 0, 1), 0.5, Inertia.spatial_body(2.0, 0.02 * np.eye(3)))
ALL = FilterSettings(max_removed_fraction=1.0)
PRESS = np.array([0.0, 0.0, -10.0, 0.0, 0.0, 0.0])


def shaken(*acceleration):
    return replace(BOX, acceleration=(*acceleration, *[0.0] * (6 - len(acceleration))))


def test_what_accelerates_the_body_is_taken_from_what_friction_holds():
    # 5 N of friction; 2 kg at 1 m/s^2 along x take 2 of them, and give 2 the other way.
    command = PRESS + np.array((6.0, 0, 0, 0, 0, 0))
    assert filter_command(BOX, command, ALL).command.wrench[0] < 5.5
    with_it = filter_command(shaken(-1.0), command, ALL)
    against = filter_command(shaken(1.0), command, ALL)
    problem = contact_wrench_problem(BOX)
    for answer, state in ((with_it, shaken(-1.0)), (against, shaken(1.0))):
        load = answer.command.wrench + body_load(state)
        assert can_resist(problem, (1.0 - 1e-9) * load)
        moved = wrench_matrix(BOX) @ answer.contact_forces
        assert -moved == pytest.approx(load, abs=1e-9)
    assert against.command.wrench == pytest.approx(command)  # the tray takes it along
    assert against.margin > with_it.margin - 1e-9


def test_an_arm_that_carries_inertia_is_filtered_without():
    command = PRESS + np.array((4.0, 0, 0, 0, 0, 0))
    carries = replace(ALL, arm_carries_inertia=True)
    assert filter_command(shaken(-1.0), command, carries).command.wrench == pytest.approx(command)
    answer = filter_command(shaken(-1.0), command, ALL)
    assert FilterCode.PROJECTED in answer.codes
    assert answer.command.wrench[0] < 3.5


def test_a_commanded_acceleration_counts_as_far_as_it_is_sent():
    # The box turns on one foot; its centre of mass orbits, which the foot has to cause.
    body = Inertia.spatial_body(2.0, 0.02 * np.eye(3), (0.1, 0.0, 0.0))
    pivot = ContactState.from_points([(0.0, 0.0, 0.0)], (0, 0, 1), 0.5, body)
    turning = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 20.0])
    command = PRESS + np.array((0.0, 4.0, 0, 0, 0, 0))
    asked = Setpoints(command, acceleration=turning)
    answer = assess(pivot, asked, ALL)
    load = body_load(pivot, answer.command.acceleration)
    assert answer.command.acceleration == pytest.approx(turning)
    assert load[1] == pytest.approx(-4.0)
    assert answer.command.wrench == pytest.approx(command)
    # The other way round friction has to give 8 N, and has 5.
    back = assess(pivot, Setpoints(command, acceleration=-turning), ALL)
    assert back.command.wrench[1] + 4.0 < 5.7
    assert FilterCode.PROJECTED in back.codes


def test_weight_that_the_contacts_carry_presses():
    # 20 N of weight on the feet, none commanded: 10 N of friction are there.
    standing = replace(BOX, gravity=(0.0, 0.0, -10.0))
    command = np.array([8.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert filter_command(standing, command, ALL).command.wrench == pytest.approx(command)
    assert filter_command(BOX, command, ALL).command.wrench[0] < 0.25 * 8.0
    lift = np.array([0.0, 0.0, 15.0, 0.0, 0.0, 0.0])
    assert filter_command(standing, lift, ALL).command.wrench == pytest.approx(lift)
    assert filter_command(standing, 2.0 * lift, ALL).command.wrench[2] <= 20.0 + 1e-9


def test_limits_hold_for_what_is_commanded():
    standing = replace(BOX, gravity=(0.0, 0.0, -10.0))
    lift = np.array([0.0, 0.0, 15.0, 0.0, 0.0, 0.0])
    limited = replace(ALL, max_force=3.0)
    assert np.linalg.norm(filter_command(standing, lift, limited).command.wrench[:3]) <= 3.0 + 1e-9


def test_a_stop_is_neutral_whatever_the_body_weighs():
    # A weight sideways, which these feet cannot hold: the answer to a stop is still no force.
    hanging = replace(BOX, gravity=(10.0, 0.0, 0.0))
    gone = Situation(now=1.0, command_received=0.0, contacts_received=1.0)
    memory = FilterMemory(WatchState(Phase.HOLDING), time=0.99)
    answer = assess(hanging, Setpoints(PRESS), ALL, memory, gone)
    assert answer.is_fallback
    assert not answer.command.wrench.any()


@pytest.mark.parametrize('seed', range(rounds(16, 40)))
def test_the_sum_of_command_and_load_is_carried_within_limits_and_rates(seed):
    generator = np.random.default_rng(seed)
    settings = FilterSettings(max_force=12.0, max_force_rate=200.0, recovery_ramp_duration=0.0)
    memory, problem, before = FilterMemory(), contact_wrench_problem(BOX), np.zeros(6)
    state, now = BOX, 0.0
    for _ in range(25):
        now += 0.01
        if generator.random() < 0.3:
            state = replace(
                BOX,
                acceleration=generator.normal(0.0, 1.0, 6) if generator.random() < 0.7 else None,
                gravity=(0.0, 0.0, -generator.uniform(0.0, 5.0)),
            )
        asked = Setpoints(PRESS + generator.normal(0.0, 3.0, 6) * (1, 1, 1, 0.1, 0.1, 0.1))
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, asked, settings, memory, situation)
        memory, wrench = answer.memory, answer.command.wrench
        load = body_load(state)
        total = wrench if load is None else wrench + load
        assert np.isfinite(wrench).all()
        assert np.linalg.norm(wrench[:3]) <= 12.0 * (1 + 1e-8)
        if wrench.any() and FilterCode.LIMITED not in answer.codes:
            reaction = wrench_matrix(BOX) @ answer.contact_forces
            assert -reaction == pytest.approx(total, abs=1e-6)
            assert can_resist(problem, total + 1e-6 * PRESS)
        step = np.linalg.norm(wrench[:3] - before[:3])
        assert step <= 2.0 + 1e-6 or FilterCode.RATE_EXCEEDED in answer.codes
        before = wrench
