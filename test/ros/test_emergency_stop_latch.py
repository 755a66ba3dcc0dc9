# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""An emergency stop outlives deactivation, and counts where it is pressed while inactive."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import is_neutral, NODE
from stop_button import Button, Reset

from frictioncone_ros.msg import FilterStatus

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}


def expect_a_stop_until_reset(talking, reset):
    heard = len(talking.answers)
    talking.until(lambda: len(talking.answers) > heard + 20, 'twenty answers')
    for answer in talking.answers[heard:]:
        assert is_neutral(answer)
        assert answer.status.code == FilterStatus.EMERGENCY_STOP
    assert reset.is_granted()
    assert talking.follow().status.code == FilterStatus.OK


def test_a_stop_is_latched_through_deactivation_and_while_inactive(client, start_node, talk):
    start_node(autostart=True, **QUICK)
    talking = talk()
    button, reset = Button(client), Reset(client, talking)
    talking.follow()
    button.say(True)
    talking.answer(lambda answer: answer.status.code == FilterStatus.EMERGENCY_STOP, 'a stop')
    button.say(False)
    assert client.change_state(NODE, 'deactivate')
    assert not reset.ask(), 'an inactive node was reset'
    assert client.change_state(NODE, 'activate')
    expect_a_stop_until_reset(talking, reset)
    # Pressed while inactive, and still so after activation.
    assert client.change_state(NODE, 'deactivate')
    button.say(True)
    assert client.change_state(NODE, 'activate')
    talking.answer(lambda answer: answer.status.code == FilterStatus.EMERGENCY_STOP, 'a stop')
    assert not reset.ask(), 'it was reset while pressed'
    button.say(False)
    expect_a_stop_until_reset(talking, reset)
    # Pressed and let go while inactive.
    assert client.change_state(NODE, 'deactivate')
    button.say(True)
    button.say(False)
    assert client.change_state(NODE, 'activate')
    expect_a_stop_until_reset(talking, reset)
