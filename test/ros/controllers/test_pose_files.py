# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Files of controllers with a pose target: the pose arrives where they listen, as they read it."""

import re

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from controller_runs import EXAMPLES, TOUCH
from controller_stand_ins import FRAMES, PLACES
from fork_server import ForkedNode
from geometry_msgs.msg import PoseStamped, TwistStamped
import yaml

from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.node_interface import read_parameter_file
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.conversions.poses import placed_from_message, placed_to_message
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import RigidTransform

TARGETS = {
    # FZI refuses targets that are not along robot_base_link; CRISP reads them in the root link.
    'fzi_cartesian_compliance_controller': '/cartesian_compliance_controller/target_frame',
    'crisp': '/target_pose',
    'crisp_before_1_3': '/target_pose',
    'crisp_local_jacobian': '/target_pose',
}


def started(file, remaps):
    given = {'command_timeout': '60.0', 'contacts_timeout': '60.0'}
    # Neither is what is looked at.
    given |= {'guard': 'false', 'prediction_rate': '0.0'}
    given |= {'static_transforms': yaml.safe_dump(PLACES, default_flow_style=True, width=9999)}
    overrides = [word for name, value in given.items() for word in ('-p', f'{name}:={value}')]
    renamed = [word for remap in remaps for word in ('-r', remap)]
    path = str(EXAMPLES / f'{file}.yaml')
    return ForkedNode(ros_arguments=['--params-file', path, *overrides, *renamed])


class Planner:
    """Says that the surface is touched and that the controlled frame is to go somewhere else."""

    def __init__(self, client, frame, way):
        """way: (3,) in the surface's frame [m]; its x axis is the normal."""
        self.client, node = client, client.node
        self.present = FRAMES.pose('base', frame)
        along = FRAMES.pose('base', 'surface').rotation.T @ np.asarray(way)
        self.goal = RigidTransform(self.present.rotation, self.present.position + along)
        self._poses = node.create_publisher(PoseStamped, '/frictioncone/pose_command', 10)
        self._contacts = node.create_publisher(ContactStateArray, '/frictioncone/contacts', 10)

    def send(self):
        stamp = self.client.node.get_clock().now().nanoseconds
        self._contacts.publish(snapshot_to_message(Snapshot(TOUCH, 'surface', stamp)))
        self._poses.publish(placed_to_message('base', self.goal, stamp))


def remaps_of(file):
    text = (EXAMPLES / f'{file}.yaml').read_text(encoding='utf-8')
    return re.findall(r"-r '(~/filtered_pose:=[^']+)'", text)


@pytest.mark.parametrize(('file', 'topic'), TARGETS.items())
def test_a_file_leads_to_the_topic_of_the_controllers_target(file, topic):
    assert [remap.split(':=')[1] for remap in remaps_of(file)] == [topic]
    assert read_parameter_file(EXAMPLES / f'{file}.yaml')['pose_lead'] <= 0.01


# CRISP's two files differ in wrenches alone: one of them is run.
@pytest.mark.parametrize(('file', 'topic'), list(TARGETS.items())[:2])
def test_the_target_goes_along_the_surface_and_not_into_it(client, file, topic):
    parameters = read_parameter_file(EXAMPLES / f'{file}.yaml')
    remaps = remaps_of(file)
    client.listen(PoseStamped, topic)
    heard, planner = (
        client.received[topic],
        Planner(client, parameters['controlled_frame'], (-0.1, 0.1, 0.0)),
    )
    with started(file, remaps):
        lead = parameters['pose_lead']

        def is_led():
            way = way_at_contact(heard[-1], parameters['controlled_frame']) if heard else (0, 0, 0)
            return np.linalg.norm(way[1:]) > 0.4 * lead

        client.repeat_until(planner.send, is_led, topic, 30.0)
    way = way_at_contact(heard[-1], parameters['controlled_frame'])
    # The touched point goes along the surface, whatever the lever arm does to the frame itself.
    assert abs(way[0]) < 0.02 * lead
    assert heard[-1].header.frame_id == 'base'


def way_at_contact(message, frame):
    """Return the way (3,) of the touched point in the surface's frame, from where it is [m]."""
    _, sent, _ = placed_from_message(message, 'target')
    touched = FRAMES.pose(frame, 'surface').position
    surface = FRAMES.pose('base', 'surface')
    there = sent.position + sent.rotation.T @ touched
    return surface.rotation @ (there - surface.position)


def test_a_joint_trajectory_controller_gets_the_pose_as_a_velocity(client):
    file, topic = 'joint_trajectory_controller', '/servo_node/delta_twist_cmds'
    client.listen(TwistStamped, topic)
    heard, planner = client.received[topic], Planner(client, 'tool0', (0.0, 0.05, 0.0))
    with started(file, [f'~/filtered_twist:={topic}']):
        client.repeat_until(planner.send, lambda: heard and speed(heard[-1]) > 0.02, topic, 30.0)
    assert heard[-1].header.frame_id == 'base'


def speed(message):
    """Return the linear speed of a twist [m/s]."""
    linear = message.twist.linear
    return np.linalg.norm((linear.x, linear.y, linear.z))
