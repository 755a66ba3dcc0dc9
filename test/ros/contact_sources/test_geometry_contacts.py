# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts from joint states over DDS: an own arm whose pad comes down on a table."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from fork_server import forked_run, ForkedNode
import rclpy
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.contact_sources.geometry_contacts import GeometryContactsNode
from frictioncone_ros.ros.conversions import time_to_message
from frictioncone_ros.srv import SetHeldObject

PROGRAM = ['-m', 'frictioncone_ros.ros.contact_sources.geometry_contacts']
TOPIC, SERVICE = '/geometry_contacts/contacts', '/geometry_contacts/set_held_object'
URDF = """
<robot name="slide"><link name="base"/><link name="hand"/>
  <joint name="down" type="prismatic"><parent link="base"/><child link="hand"/>
  <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""
SCENE = """
tool: {frame: hand, material: steel, shapes: {pad: {box: [0.06, 0.04, 0.02]}}}
surroundings: {table: {plane: [0, 0, 1], material: wood}}
held_objects: {rod: {tip: {sphere: 0.01, position: [0, 0, -0.09]}}}
materials: [{pair: [steel, wood], friction: 0.4, uncertainty: 0.1}]
"""


@pytest.fixture
def heard(client):
    client.listen(ContactStateArray, TOPIC)
    return client.received[TOPIC]


@pytest.fixture
def scene_file(tmp_path):
    path = tmp_path / 'scene.yaml'
    path.write_text(SCENE, encoding='utf-8')
    return path


@pytest.fixture
def started(client, scene_file):
    """Start the source, describe the robot on its topic, and yield the joints' publisher."""
    latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    described = client.node.create_publisher(String, '/robot_description', latched)
    described.publish(String(data=URDF))
    with ForkedNode(PROGRAM, {'scene_file': scene_file, 'joint_deviation': 0.0001}):
        yield client.publisher(JointState, '/joint_states')


def joints(height, speed=None, stamp=0):
    message = JointState(name=['gripper', 'down'], position=[0.5, float(height)])
    if speed is not None:
        message.velocity = [0.0, float(speed)]
    message.header.stamp = time_to_message(stamp)
    return message


def test_contacts_come_with_gap_velocity_friction_and_covariance(client, heard, started):
    message = joints(0.01, -0.1, 7_000_000_000)
    client.send_until(started, message, lambda: heard, 'contacts')
    snapshot = snapshot_from_message(heard[-1])
    assert snapshot.frame == 'base' and snapshot.stamp == 7_000_000_000
    assert np.allclose(snapshot.state.normals, (0, 0, 1))
    assert np.allclose(sorted(map(tuple, np.abs(snapshot.state.positions[:, :2]))), (0.03, 0.02))
    assert np.allclose(snapshot.state.twist, (0, 0, -0.1, 0, 0, 0))
    for contact in heard[-1].contacts:
        assert contact.in_contact and contact.has_distance and abs(contact.distance) < 1e-9
        assert contact.has_relative_velocity and contact.relative_velocity.z == -0.1
        assert contact.point.friction_coefficient == 0.4
        assert contact.point.friction_uncertainty == 0.1
        assert contact.has_position_covariance and contact.has_normal_covariance
        assert contact.position_covariance[8] > 0.0


def test_contacts_are_as_old_as_the_joint_that_was_not_heard_for_longest(ros_domain, scene_file):
    """A gripper that speaks on does not make fresh what an arm said that is silent."""
    arm = URDF.replace(
        '</robot>',
        '<link name="palm"/><joint name="grip" type="prismatic"><parent link="hand"/><child '
        'link="palm"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>',
    )
    scene_file.write_text(SCENE.replace('frame: hand', 'frame: palm'), encoding='utf-8')
    words = ['-p', f'scene_file:={scene_file}', '-p', f'robot_description:={arm}']
    rclpy.init(args=['--ros-args', *words], domain_id=ros_domain)
    try:
        node, told = GeometryContactsNode(), []
        published = SimpleNamespace(publish=lambda message: told.append(message.header.stamp.sec))
        node._publisher = published
        for stamp, at in ((7, {'down': 0.01}), (7, {'grip': 0.0}), (9, {'grip': 0.0})):
            message = JointState(name=list(at), position=list(at.values()))
            message.header.stamp.sec = stamp
            node._take(message)
        assert told == [7, 7]
        node.destroy_node()
    finally:
        rclpy.try_shutdown()


def test_a_candidate_does_not_touch_and_nothing_near_is_no_contact(client, heard, started):
    client.send_until(started, joints(0.015), lambda: heard, 'candidates')
    assert [contact.in_contact for contact in heard[-1].contacts] == [False]
    assert not heard[-1].has_twist and not heard[-1].contacts[0].has_relative_velocity
    assert not heard[-1].contacts[0].has_position_covariance
    assert not snapshot_from_message(heard[-1]).state.contact_count
    client.send_until(started, joints(0.5), lambda: not heard[-1].contacts, 'an empty snapshot')


def test_a_held_object_touches_too(client, heard, started):
    # Until it answers joint states it has no description, and holds nothing.
    client.send_until(started, joints(0.1), lambda: heard, 'a snapshot')
    answer = client.call(SetHeldObject, SERVICE, SetHeldObject.Request(object_name='rod'))
    assert answer.success and answer.message == 'holds rod'
    client.send_until(started, joints(0.1), lambda: heard[-1].contacts, 'the rod')
    assert heard[-1].contacts[0].point.name == 'rod/tip:table/0'
    lifted = SetHeldObject.Request(object_name='rod', frame_id='hand', has_pose=True)
    lifted.pose.position.z = 0.05
    assert client.call(SetHeldObject, SERVICE, lifted).success
    client.send_until(started, joints(0.1), lambda: not heard[-1].contacts, 'it lifted')
    for wrong, said in (
        (SetHeldObject.Request(object_name='pen'), 'one of the scene: rod'),
        (SetHeldObject.Request(object_name='rod', frame_id='sky'), 'a frame of the robot'),
    ):
        answer = client.call(SetHeldObject, SERVICE, wrong)
        assert not answer.success and said in answer.message
    lifted.pose.orientation.w = 2.0
    answer = client.call(SetHeldObject, SERVICE, lifted)
    assert not answer.success and 'unit quaternion' in answer.message
    assert client.call(SetHeldObject, SERVICE, SetHeldObject.Request()).message == 'holds nothing'


def test_the_same_description_again_and_a_bad_one_change_nothing(client, heard, started):
    client.send_until(started, joints(0.1), lambda: heard, 'a snapshot')
    assert client.call(SetHeldObject, SERVICE, SetHeldObject.Request(object_name='rod')).success
    kept = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    described = client.node.create_publisher(String, '/robot_description', kept)
    client.wait_until(described.get_subscription_count, 'a listener of descriptions')
    for text in (URDF, '<robot', '', 'not XML'):
        described.publish(String(data=text))
        # Messages are served before services: what was published is heard before this answer.
        client.call(SetHeldObject, SERVICE, SetHeldObject.Request(object_name='pen'))
    del heard[:]
    client.send_until(started, joints(0.1), lambda: heard, 'a snapshot')
    assert heard[-1].contacts[0].point.body == 'rod/tip'


def test_bad_joint_states_are_passed_over(client, heard, started):
    client.send_until(started, joints(0.1), lambda: heard, 'a snapshot')
    for bad in (
        joints(np.nan),
        JointState(name=['down'], position=[]),
        JointState(name=['other'], position=[0.0]),
        JointState(),
    ):
        started.publish(bad)
    client.send_until(started, joints(0.01), lambda: heard[-1].contacts, 'contact')
    assert all(not message.contacts or message.contacts[0].distance < 1e-6 for message in heard)


@pytest.mark.parametrize(
    'parameters, said',
    [
        ([], 'scene_file is'),
        (['scene_file:=/nowhere.yaml'], '/nowhere.yaml'),
        (['scene_file:={file}', 'robot_description:=<robot'], 'robot_description'),
        (['scene_file:={file}', 'touch_gap:=0.5'], 'touch_gap <= release_gap'),
        (['scene_file:={file}', 'joint_deviation:=-1.0'], 'joint deviation'),
        (['scene_file:={file}', 'most_corners:=1'], '3 to 16'),
        (['scene_file:={file}', 'highest_rate:=0.0'], 'highest_rate'),
        (['scene_file:={file}', 'margin:=wide'], 'margin'),
    ],
)
def test_bad_parameters_end_it_with_one_sentence(ros_domain, scene_file, parameters, said):
    given = [word.replace('{file}', str(scene_file)) for word in parameters]
    words = [word for parameter in given for word in ('-p', parameter)]
    done = forked_run([*PROGRAM, '--ros-args', *words], 60)
    assert done.returncode == 1, done.stderr
    assert said in done.stderr and 'Traceback' not in done.stderr


def test_without_its_libraries_it_says_what_to_install(ros_domain):
    hidden = (
        "import sys; sys.modules['coal'] = None\n"
        'from frictioncone_ros.ros.contact_sources.geometry_contacts import main\n'
        'sys.exit(main())'
    )
    done = subprocess.run(
        [sys.executable, '-c', hidden], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1 and 'pip install pin coal' in done.stderr
    assert 'Traceback' not in done.stderr
