# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A force of which too much would be removed is given up; changes keep to their rates."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import force, numbers, PATIENT, three

from frictioncone_ros.msg import FilterStatus

RATES = {
    'max_force_rate': 100.0,
    'max_moment_rate': 2.0,
    'max_speed_rate': 0.3,
    'max_rotation_rate': 1.0,
}
"""In the order of the four three-vectors of an answer that they limit."""

ROUNDING = 1e-9


def test_a_command_of_which_too_much_would_be_removed_is_neutral(start_node, talk):
    start_node(
        autostart=True, recovery_ramp_duration=0.0, prediction_rate=0.0, max_removed_fraction=0.2
    )
    talking = talk()
    # On the cone |x| = -z / 2 the nearest to (20, -30) is (16, -32), sqrt(20 / 1300) = 0.124 off.
    kept = talking.follow(lambda: talking.command((20.0, 0, -30.0, 0, 0, 0)))
    assert np.allclose(force(kept), (16, 0, -32), atol=1e-6)
    assert kept.removed_fraction == pytest.approx((20 / 1300) ** 0.5)
    # That to (25, -30) is (17, -34), sqrt(80 / 1525) = 0.229 off.
    sent = (25.0, 0, -30.0, 0, 0, 0)
    given_up = talking.answer(
        lambda answer: not numbers(answer).any(),
        'the neutral command',
        lambda: talking.command(sent),
    )
    assert given_up.status.code == FilterStatus.INFEASIBLE
    assert given_up.has_wrench and given_up.has_twist
    assert not given_up.command_feasible
    assert tuple(three(given_up.removed_wrench.force)) == sent[:3]
    assert given_up.removed_twist.angular.z == 0.4
    assert not np.any(given_up.contact_forces)
    talking.answer(lambda answer: np.allclose(force(answer), (1, -2, -30)), 'the next command')


def seconds(stamp):
    return stamp.sec + 1e-9 * stamp.nanosec


def test_successive_answers_keep_to_the_rates(start_node, talk):
    start_node(autostart=True, recovery_ramp_duration=0.0, prediction_rate=0.0, **PATIENT, **RATES)
    talking = talk()

    def arrive(wrench, twist):
        desired = (*wrench, *twist, *[0.0] * 6)
        return talking.answer(
            lambda answer: np.array_equal(numbers(answer), desired),
            'the commanded numbers',
            lambda: talking.command(wrench, twist),
        )

    first = arrive((1.0, 0, -10.0, 0, 0, 0), (0.05, 0, 0, 0, 0, 0))
    begun = talking.answers.index(first)
    arrive((1.0, 5.0, -40.0, 0, 0.6, 0), (-0.05, 0, 0, 0, 0, 0.4))
    answers = talking.answers[begun:]
    assert any(FilterStatus.LIMITED in answer.status.codes for answer in answers)
    # A command was received between its answer's stamp less the time of computing and the stamp.
    stamps = np.array([seconds(answer.header.stamp) for answer in answers])
    earliest = stamps - [answer.compute_time for answer in answers]
    elapsed = stamps[None, :] - earliest[:, None]
    values = np.array([numbers(answer)[:12].reshape(4, 3) for answer in answers])
    later = np.triu_indices(len(answers), 1)
    for place, (name, rate) in enumerate(RATES.items()):
        ways = values[None, :, place] - values[:, None, place]
        lengths = np.linalg.norm(ways, axis=2)
        excess = (lengths - rate * elapsed)[later].max()
        assert excess <= ROUNDING, f'{name} is exceeded by {excess}'
        assert lengths[0].max() > 0.05 * rate, f'{name} was not put to the test'
