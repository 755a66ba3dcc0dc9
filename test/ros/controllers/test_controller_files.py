# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Each controller, reading as its source reads, presses on a tilted surface as commanded."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from built_messages import environment_with
from controller_runs import command, EXAMPLES, head, PRESS, run, TO_THE_DIGIT
from controller_stand_ins import crisp_world, STAND_INS
from geometry_msgs.msg import WrenchStamped

from frictioncone_ros.node_interface import file_faults
from frictioncone_ros.ros.conversions import part_to_message

BY_NAME = {stand_in.file: stand_in for stand_in in STAND_INS}


def test_every_file_has_a_stand_in():
    assert {path.stem for path in EXAMPLES.glob('*.yaml')} == set(BY_NAME)


@pytest.mark.parametrize('stand_in', STAND_INS, ids=BY_NAME)
def test_a_file_is_valid_and_leads_to_the_topic_the_controller_hears(stand_in):
    assert not file_faults(EXAMPLES / f'{stand_in.file}.yaml')
    remaps, _ = head(stand_in.file)
    if not stand_in.controller_node:
        assert [remap.split(':=')[1] for remap in remaps] == [stand_in.topic]


@pytest.mark.slow
@pytest.mark.parametrize('stand_in', STAND_INS, ids=BY_NAME)
def test_what_is_commanded_arrives_at_the_surface(client, stand_in):
    if stand_in.controller_node and environment_with('ur_msgs') is None:
        pytest.skip('neither ur_msgs nor colcon to build it is installed')
    result = run(client, stand_in)
    assert np.abs(result.received - result.commanded).max() < TO_THE_DIGIT


def test_the_trap_of_crisp_is_seen_by_its_stand_in():
    # The numbers of the other file, about the end effector: what the WORLD Jacobian makes of them.
    for file in ('crisp_local_jacobian', 'crisp'):
        numbers = command(file, 'wrench', PRESS, 'base')
        wrong = crisp_world(part_to_message(numbers, 'wrench', 'base', 1))
        assert np.linalg.norm(wrong[3:]) > 5.0
    assert np.allclose(wrong[:3], PRESS[:3], atol=1e-6)


def test_the_admittance_controller_ignores_another_frame():
    stand_in = BY_NAME['admittance_controller']
    message = WrenchStamped()
    message.header.frame_id = 'base'
    assert stand_in.act(message) is None
