# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which presses of the emergency stop a guard holds, in whatever order they and resets come."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')

import rclpy
from std_msgs.msg import Bool

from frictioncone_ros.ros.guard.protocol import PRESSES
from frictioncone_ros.ros.guard.stop_button import StopButton

FIRST, SECOND, UNTIMED = 1_700_000_000_000_000_001, 1_700_000_000_000_000_002, 0


@pytest.fixture
def button(client):
    node = rclpy.create_node('guard', context=client.node.context)
    made = StopButton(node, '/stop_of_nobody', latched=False)
    yield made
    made.close()
    node.destroy_node()


def hear(button, sent, pressed=True):
    button._take(Bool(data=pressed), {'source_timestamp': sent})


def reset(button, *heard_by_node):
    button.answer(heard_by_node)
    button.tell(latched=False)


def test_a_press_latches_and_letting_go_does_not_end_it(button):
    hear(button, FIRST, pressed=False)
    assert not button.latched
    hear(button, FIRST)
    hear(button, SECOND, pressed=False)
    assert button.latched


def test_a_reset_ends_what_the_node_had_heard_also_where_it_is_heard_here_only_later(button):
    button.tell(latched=True)
    hear(button, FIRST)
    reset(button, FIRST, SECOND)
    assert not button.latched
    hear(button, SECOND)
    assert not button.latched


def test_a_press_that_the_node_did_not_hear_outlives_its_reset(button):
    button.tell(latched=True)
    hear(button, FIRST)
    hear(button, SECOND)
    reset(button, FIRST)
    assert button.latched
    reset(button, FIRST, SECOND)
    assert not button.latched


def test_a_press_without_a_time_counts_until_the_next_reset(button):
    reset(button, UNTIMED)
    hear(button, UNTIMED)
    assert button.latched
    reset(button)
    assert not button.latched


def test_a_button_that_repeats_itself_is_ended_by_one_reset(button):
    """The node tells of more presses than are kept here: none is left over."""
    for number in range(10 * PRESSES):
        hear(button, FIRST + number)
    reset(button, *range(FIRST + 8 * PRESSES, FIRST + 10 * PRESSES))
    assert not button.latched
