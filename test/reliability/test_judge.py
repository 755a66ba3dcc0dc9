# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The judge itself: planted faults are found, what holds is not blamed, solvers and fuzz agree."""

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

pytest.importorskip('frictioncone_ros.msg', reason='what is published is written as messages')

from course import Course, six, touching
from drive_pipeline import PipelineDriver
from fuzz import scenario
from fuzz_contacts import random_contacts
from geometry import friction_rows, Geometry
from judge import Judge
import numpy as np
from records import Counts, Friction, Pose
from run_scenario import run_scenario, shortened
from scipy.optimize import linprog
from solvers import carried_distance

FOOT = (touching((0.1, 0.0, 0.0), (0.0, 0.0, 1.0)),)
FEET = (*FOOT, touching((-0.1, 0.1, 0.0), (0.0, 0.0, 1.0), name='other'))


@cache
def followed(**settings):
    """Ticks of a steady course: 10 N downwards, sliding along x. They are read only."""
    limits = {
        'max_force': 50.0,
        'max_moment': 50.0,
        'max_linear_speed': 1.0,
        'max_angular_speed': 1.0,
        'max_linear_acceleration': 1.0,
        'max_angular_acceleration': 1.0,
        'max_normal_force': 50.0,
        'max_force_rate': 100.0,
        'max_moment_rate': 100.0,
        'max_speed_rate': 1.0,
        'max_rotation_rate': 1.0,
    }
    course = Course(PipelineDriver(), **{**limits, **settings})
    course.contacts = FEET
    # About the middle of the feet.
    course.parts = {'wrench': six(1.0, 0.0, -10.0, -0.5), 'twist': six(0.05), 'accel': six(0.1)}
    course.run(1.5)
    assert course.findings == []
    return course.ticks


def planted(ticks, **changes):
    """What is found when the last tick is another than it was."""
    judge = Judge(Counts())
    for tick in ticks[:-1]:
        assert judge.judge(tick) == []
    last = ticks[-1]
    given = {**last.given, **changes.pop('given', {})}
    return {found.invariant for found in judge.judge(replace(last, given=given, **changes))}


@pytest.mark.parametrize(
    ('given', 'invariant'),
    [
        ({'wrench': six(np.nan)}, 'finite'),
        ({'wrench': six(0.0, 0.0, -60.0)}, 'max_force'),
        ({'wrench': six(0.0, 0.0, 0.0, 0.0, 60.0)}, 'max_moment'),
        ({'wrench': six(0.0, 0.0, 10.0)}, 'carried'),
        ({'wrench': six(1.0, 0.0, -9.0)}, 'reported_balance'),
        ({'wrench': six(1.0, 0.0, -5.0, -0.25)}, 'wrench_rate'),
        ({'twist': six(2.0)}, 'max_linear_speed'),
        ({'twist': six(0.0, 0.0, 0.0, 0.0, 0.0, 2.0)}, 'max_angular_speed'),
        ({'twist': six(0.05, 0.0, 0.01)}, 'free_twist'),
        ({'twist': six(0.1)}, 'twist_rate'),
        ({'accel': six(2.0)}, 'max_linear_acceleration'),
        ({'accel': six(0.0, 0.0, 0.0, 0.0, 0.0, 2.0)}, 'max_angular_acceleration'),
        ({'accel': six(0.0, 0.0, 0.1)}, 'free_acceleration'),
    ],
)
def test_planted_numbers_are_found(given, invariant):
    assert invariant in planted(followed(), given=given)


def test_planted_words_are_found():
    ticks = followed()
    told = ticks[-1].told
    assert 'emergency_stop' in planted(ticks, told=replace(told, pressed=True))
    assert 'inactive' in planted(ticks, told=replace(told, active=False))
    assert 'not_followed' in planted(ticks, told=replace(told, contacts_ages=(0.3, None)))
    assert 'not_followed' in planted(ticks, told=replace(told, command_ages=(0.0, -0.2)))
    assert 'not_followed' in planted(ticks, told=replace(told, enabled=False))
    assert 'holding' in planted(ticks, phase='holding')
    assert 'silence' in planted(ticks, phase='silent', publish=False)
    assert 'hold_asked' in planted(ticks, phase='holding', holds=True)
    assert 'left_out' in planted(ticks, left_out=frozenset({'wrench'}))
    assert 'raised' in planted(ticks, raised='ValueError: no')
    assert 'address' in planted(ticks, address='numbers in unknown frames')


def test_planted_forces_are_found():
    ticks = followed()
    forces = ticks[-1].forces
    count = len(forces) // 2
    squeeze = np.zeros(2 * count)
    squeeze[[1, count + 1]] = 8.0, -8.0
    assert planted(ticks, forces=forces + squeeze) >= {'reported_cones'}
    assert 'reported_shape' in planted(ticks, forces=forces[:-1])
    lower = {**ticks[-1].settings, 'max_normal_force': 1.0}
    assert 'max_normal_force' in planted(ticks, settings=lower)


def test_the_same_numbers_in_another_frame_are_found():
    turned = Pose(np.array([(0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]), np.zeros(3))
    assert 'twist_rate' in planted(followed(), frame=turned)
    shifted = Pose(np.eye(3), np.array([0.5, 0.0, 0.0]))
    # Other contacts would have to carry it: whether that is possible is not the question here.
    assert planted(followed(), frame=shifted) & {'wrench_rate', 'rate_said'}


def test_a_jump_without_rates_is_found_where_only_noise_changes():
    given = {'wrench': six(), 'twist': six()}
    found = planted(
        followed(
            max_force_rate=np.inf,
            max_moment_rate=np.inf,
            max_speed_rate=np.inf,
            max_rotation_rate=np.inf,
            max_normal_force=np.inf,
        ),
        given=given,
        forces=np.zeros(6),
    )
    assert found == {'wrench_step', 'twist_step'}


def test_a_rate_that_nothing_allows_must_be_said():
    ticks = followed()
    lower = {**ticks[-1].settings, 'max_force': 1.0}
    changes = {
        'settings': lower,
        'given': {'wrench': 0.0995 * ticks[-1].given['wrench']},
        'forces': 0.0995 * ticks[-1].forces,
    }
    assert planted(ticks, **dict(changes)) == {'rate_said'}
    assert planted(ticks, **dict(changes), codes=frozenset({'RATE_EXCEEDED'})) == set()


@pytest.mark.parametrize('index', range(12))
def test_the_solver_agrees_with_linear_programming(index):
    """Polygonal contacts have a second judge: linear programming over the edges."""
    rng = np.random.default_rng([5, index])
    contacts = tuple(
        replace(contact, friction=Friction('polygon', 0.5, edges=5))
        for contact in random_contacts(rng, 3, 0.3)
    )
    geometry = Geometry(contacts, 6)
    angles = 2.0 * np.pi * np.arange(5) / 5
    edges = np.column_stack((np.ones(5), 0.5 * np.cos(angles), 0.5 * np.sin(angles)))
    assert (friction_rows(contacts[0].friction, 6)[0] @ edges.T).max() < 1e-12
    wrenches = np.hstack([geometry.matrix[:, part] @ edges.T for part in geometry.slices])
    for _ in range(5):
        wrench = (
            rng.normal(size=6)
            if rng.random() < 0.5
            else (-wrenches @ rng.uniform(size=wrenches.shape[1]))
        )
        found = linprog(np.zeros(wrenches.shape[1]), A_eq=wrenches, b_eq=-wrench, method='highs')
        distance = carried_distance(geometry, wrench, 0.3, np.inf)
        assert (distance < 1e-6) == (found.status == 0)


def test_a_scenario_is_the_same_each_time():
    one, two = (list(islice(scenario(3, 1, 30), 30)) for _ in range(2))
    for first, second in zip(one, two, strict=True):
        assert (first.now, first.stamp_clock, first.reset) == (
            second.now,
            second.stamp_clock,
            second.reset,
        )
        assert [kind for kind, _ in first.events] == [kind for kind, _ in second.events]
    assert [str(found) for found in run_scenario(3, 1, 60, Counts())] == [
        str(found) for found in run_scenario(3, 1, 60, Counts())
    ]


def test_a_shortened_part_still_fails(monkeypatch):
    """A fault planted into every answer is found again in the shortest prefix."""
    tick = PipelineDriver.tick

    def heavy(self, number, step):
        answer = tick(self, number, step)
        return replace(answer, address='planted' if number == 40 else '')

    monkeypatch.setattr(PipelineDriver, 'tick', heavy)
    found = [one for one in run_scenario(3, 2, 60, Counts()) if one.invariant == 'address']
    assert [one.number for one in found] == [40]
    assert shortened(3, 2, found[0]) == (0, 40)
