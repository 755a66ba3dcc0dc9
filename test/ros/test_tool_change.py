# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Another tool while the node runs: its frames change while inactive, and never while active."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import WrenchStamped
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParametersAtomically
from ros_node_talk import is_followed, NODE, PATIENT, three

from frictioncone_ros.ros.conversions import part_to_message

TREE = "['base tool 0 0 0.3 0 0 0 1', 'base gripper 0.1 0 0.3 0 0 0 1']"
PUSH = np.array((1.0, 0.0, -30.0, 0.0, 0.0, 0.0))


def change(client, **words):
    request = SetParametersAtomically.Request()
    for name, word in words.items():
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=word)
        request.parameters.append(Parameter(name=name, value=value))
    return client.call(
        SetParametersAtomically, f'{NODE}/set_parameters_atomically', request
    ).result


@pytest.fixture
def pushing(client, start_node, talk):
    """Start a node with a tool; return a function that pushes by the plain input."""
    start_node(
        autostart=True,
        static_transforms=TREE,
        controlled_frame='tool',
        reference_frame='tool',
        recovery_ramp_duration=0.0,
        prediction_rate=0.0,
        **PATIENT,
    )
    talking = talk()
    # The rich input must be silent: parts and rich commands are two commanders.
    talking.disconnect()
    publisher = client.publisher(WrenchStamped, f'{NODE}/wrench_command')

    def push():
        heard = len(talking.answers)

        def send():
            talking.send_contacts()
            publisher.publish(part_to_message(PUSH, 'wrench', 'base', talking.stamp()))

        client.repeat_until(
            send,
            lambda: len(talking.answers) > heard and is_followed(talking.answers[-1]),
            'an answer',
            30.0,
        )
        return talking.answers[-1]

    return push


def test_a_tool_is_changed_while_inactive(client, pushing):
    answer = pushing()
    assert (answer.controlled_frame_id, answer.reference_frame_id) == ('tool', 'tool')
    refused = change(client, controlled_frame='gripper', reference_frame='gripper')
    assert not refused.successful and 'deactivate it first' in refused.reason
    # What changes nothing is no change.
    assert change(client, controlled_frame='tool').successful
    assert client.change_state(NODE, 'deactivate')
    assert change(client, controlled_frame='gripper', reference_frame='gripper').successful
    assert client.change_state(NODE, 'activate')
    answer = pushing()
    assert (answer.controlled_frame_id, answer.reference_frame_id) == ('gripper', 'gripper')
    # The floor's feet carry it about the new moment centre as about the old one.
    assert three(answer.wrench.force)[2] == pytest.approx(-30.0, abs=1.0)
