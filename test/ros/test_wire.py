# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Quick forms of the attacks on a guarded node over DDS, under the judge of the wire."""

from argparse import Namespace

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from records import Friction, PlainContact
from wire_faults import all_faults, FAULTS
from wire_fuzz import fuzz
from wire_judge import WireJudge
from wire_robot import CODES, LIMITS, WireRobot
from wire_soak import faults_of, soak, Use

from frictioncone_ros.msg import FilteredCommand

QUICK = ('commands stop', 'late and reordered', 'node killed', 'node frozen', 'no file may grow')


@pytest.mark.quiet('a guard goes by the clock')
def test_faults(client, capsys):
    assert all_faults(WireRobot(client, 100.0, 1), QUICK, 1) == 0, capsys.readouterr().out
    assert set(QUICK) <= set(FAULTS)


@pytest.mark.quiet('a guard goes by the clock')
def test_hostile_messages(client, capsys):
    assert fuzz(WireRobot(client, 150.0, 2), 1500) == 0, capsys.readouterr().out
    assert 'the node lives and follows again' in capsys.readouterr().out


@pytest.mark.quiet('a guard goes by the clock')
def test_soak(client, tmp_path, capsys):
    options = Namespace(seconds=5.0, rate=100.0, seed=3)
    # What so short a run grows by is its beginning: only that it is judged counts here.
    soak(WireRobot(client, options.rate, options.seed), options, tmp_path)
    said = capsys.readouterr().out
    assert said.count(' 0 unsafe') == 10, said
    assert "'carried'" in said


def test_what_grows_is_found():
    flat = [Use(10**8, 40, 20, 0)] * 4
    assert not faults_of(flat, [1e-3] * 4)
    assert faults_of([*flat, Use(10**8 + 10**7, 40, 20, 0)], [1e-3] * 5)
    assert faults_of([*flat, Use(10**8, 60, 20, 0)], [1e-3] * 5)
    assert faults_of([*flat, Use(10**8, 40, 30, 0)], [1e-3] * 5)
    assert faults_of(flat, [1e-3, 1e-3, 1e-3, 1e-2])


@pytest.fixture
def heard():
    """Return a judge that knows one foot, and an answer that presses on it."""
    judge = WireJudge(LIMITS, CODES, frozenset({'base'}))
    normal = np.array([0.0, 0.0, 1.0])
    judge.sent_contacts(7, (PlainContact('foot', np.zeros(3), normal, Friction('circular', 0.5)),))
    answer = FilteredCommand(contact_names=['foot'], contact_forces=[0.0, 0.0, 10.0])
    answer.contacts_stamp.nanosec = 7
    answer.header.frame_id = 'base'
    answer.header.stamp.sec = 1
    answer.wrench.force.z = -10.0
    return judge, answer


def test_the_judge_of_the_wire_finds_nothing_where_nothing_is_wrong(heard):
    judge, answer = heard
    assert not judge.judge(answer, 1.0)
    assert not judge.violations
    assert judge.counts['carried'] == 1


def _far(answer):
    answer.wrench.force.z = -2000.0


def _slipping(answer):
    answer.wrench.force.x = 8.0


def _nan(answer):
    answer.margin = float('nan')


def _frame(answer):
    answer.header.frame_id = 'ghost'


def _contacts(answer):
    answer.contacts_stamp.nanosec = 8


def _fast(answer):
    answer.twist.linear.x = 1.0


@pytest.mark.parametrize(
    ('spoil', 'law'),
    [
        (_far, 'max_force'),
        (_slipping, 'carried'),
        (_nan, 'finite'),
        (_frame, 'frame'),
        (_contacts, 'known_contacts'),
        (_fast, 'max_linear_speed'),
    ],
)
def test_the_judge_of_the_wire_finds_what_is_wrong(heard, spoil, law):
    judge, answer = heard
    spoil(answer)
    judge.judge(answer, 1.0)
    assert any(text.startswith(f'{law}: ') for text in judge.violations), judge.violations


def test_the_judge_of_the_wire_finds_a_jump_and_a_stop_that_is_not_kept(heard):
    judge, answer = heard
    answer.status.codes = [0]
    judge.judge(answer, 1.0)
    answer.wrench.force.z, answer.contact_forces = -30.0, [0.0, 0.0, 30.0]
    judge.judge(answer, 1.005)
    assert any(text.startswith('max_force_rate: ') for text in judge.violations)
    judge.pressed_since = 1.0
    judge.judge(answer, 2.0)
    assert any(text.startswith('emergency_stop: ') for text in judge.violations)


def test_what_arrives_late_is_told_apart_by_its_stamp(heard):
    judge, answer = heard
    judge.judge(answer, 1.0)
    answer.header.stamp.sec = 0
    answer.wrench.force.z = -2000.0
    assert not judge.judge(answer, 1.1)
    assert not judge.violations
    assert judge.counts['late'] == 1
