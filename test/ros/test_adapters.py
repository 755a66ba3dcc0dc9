# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Adapters: stand-ins with the fields of Gazebo's messages, and the nodes over DDS."""

from types import SimpleNamespace as Fields

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import ForkedNode
from geometry_msgs.msg import Point, Pose, PoseArray, Quaternion
from three_needles import NEEDLE, needles, TRIANGLE

from frictioncone_ros.contact import FrictionPyramid
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.adapters.formation_contacts import formation_adapter, manipulator_twists
from frictioncone_ros.ros.adapters.gazebo_node import run_adapter
from frictioncone_ros.ros.adapters.gazebo_points import (
    points_of_gazebo_classic,
    points_of_gazebo_sim,
)
from frictioncone_ros.ros.adapters.raw_contacts import (
    ContactRules,
    contacts_of,
    estimates_of,
    NormalMemory,
)
from frictioncone_ros.ros.adapters.sensor_silence import SensorSilence
from frictioncone_ros.ros.conversions import time_to_message

UP = np.array([0.0, 0, 1.0])
RULES = ContactRules('block', FrictionPyramid(0.5), UP, np.eye(3))


def vector(x, y, z):
    return Fields(x=float(x), y=float(y), z=float(z))


def sim_message(first, second, normals, forces):
    """A ros_gz_interfaces/Contacts with two points of one pair."""
    return Fields(
        contacts=[
            Fields(
                collision1=Fields(name=first),
                collision2=Fields(name=second),
                positions=[vector(0.1, 0, 0), vector(-0.1, 0, 0)],
                depths=[0.0, 0.0],
                normals=normals,
                wrenches=[Fields(body_1_wrench=Fields(force=force)) for force in forces],
            )
        ]
    )


def classic_message(first, second, normals, forces):
    """A gazebo_msgs/ContactsState with the same two points."""
    return Fields(
        states=[
            Fields(
                collision1_name=first,
                collision2_name=second,
                depths=[0.0, 0.0],
                contact_positions=[vector(0.1, 0, 0), vector(-0.1, 0, 0)],
                contact_normals=normals,
                wrenches=[Fields(force=force) for force in forces],
            )
        ]
    )


SOURCES = pytest.mark.parametrize(
    'make, read',
    [(sim_message, points_of_gazebo_sim), (classic_message, points_of_gazebo_classic)],
)
PUSHES = [vector(0, 0, 5), vector(0, 0, 6)]


@SOURCES
def test_normals_point_into_the_body_whichever_side_it_is(make, read):
    up, down = [vector(0, 0, 2)] * 2, [vector(0, 0, -2)] * 2
    away = [vector(0, 0, -5)] * 2
    for message in (
        make('block::foot', 'floor', up, PUSHES),
        make('block::foot', 'floor', down, PUSHES),
        make('floor', 'block::foot', up, away),
        make('floor', 'block::foot', down, away),
    ):
        state = contacts_of(read(message), RULES, NormalMemory())
        assert np.allclose(state.normals, [UP, UP])
        assert np.allclose(state.positions, [(0.1, 0, 0), (-0.1, 0, 0)])
        assert state.names == ('block::foot:floor:0', 'block::foot:floor:1')
        assert [contact.other_body for contact in state.contacts] == ['floor', 'floor']


@SOURCES
def test_a_flipping_normal_without_force_keeps_its_first_side(make, read):
    memory = NormalMemory()
    for z in (1, -1, -1, 1):
        message = make('block', 'floor', [vector(0, 0, z)] * 2, [])
        assert np.allclose(contacts_of(read(message), RULES, memory).normals, [UP, UP])


@SOURCES
def test_points_of_a_pair_may_come_in_any_order(make, read):
    """As of a peg in its slot: both walls are one other side."""
    memory = NormalMemory()
    for order, flip in (((0, 1), 1), ((1, 0), 1), ((0, 1), -1), ((1, 0), -1)):
        message = make('block', 'slot', [vector(-flip, 0, 0), vector(flip, 0, 0)], [])
        entry = (getattr(message, 'contacts', None) or message.states)[0]
        for field in ('positions', 'normals', 'contact_positions', 'contact_normals'):
            if hasattr(entry, field):
                setattr(entry, field, [getattr(entry, field)[place] for place in order])
        state = contacts_of(read(message), RULES, memory)
        # The walls push inwards: from 0.1 m and from -0.1 m.
        assert np.allclose(state.normals, -10.0 * state.positions)


@SOURCES
def test_missing_normals_are_the_fallback_and_others_contacts_are_left_out(make, read):
    assert np.allclose(
        contacts_of(read(make('block', 'floor', [], PUSHES)), RULES, NormalMemory()).normals,
        [UP, UP],
    )
    assert not contacts_of(
        read(make('wall', 'floor', [], [])), RULES, NormalMemory()
    ).contact_count
    with pytest.raises(InvalidInputError, match='block:floor:0'):
        contacts_of(
            read(make('block', 'floor', [vector(np.nan, 0, 1)] * 2, [])), RULES, NormalMemory()
        )


def test_forces_along_the_axes_of_a_turned_link_are_turned_first():
    # The link stands on its head: what pushes it up is -z of the link.
    upside_down = np.diag([1.0, -1.0, -1.0])
    rules = ContactRules('block', FrictionPyramid(0.5), UP, upside_down)
    points = points_of_gazebo_sim(
        sim_message('block', 'floor', [vector(0, 0, -1)] * 2, [vector(0, 0, -5)] * 2)
    )
    assert np.allclose(contacts_of(points, rules, NormalMemory()).normals, [UP, UP])


@SOURCES
def test_depth_and_force_are_passed_on_with_the_bodys_sign(make, read):
    for message, sign in (
        (make('block', 'floor', [vector(0, 0, 1)] * 2, PUSHES), 1.0),
        (make('floor', 'block', [vector(0, 0, -1)] * 2, PUSHES), -1.0),
    ):
        for contact in getattr(message, 'contacts', None) or message.states:
            contact.depths = [0.002, 0.003]
        found = estimates_of(read(message), RULES, NormalMemory())
        assert [one.distance for one in found] == [-0.002, -0.003]
        np.testing.assert_allclose([one.force[2] for one in found], (5 * sign, 6 * sign))
    # Without the frame of forces they are not passed on; a depth that is no number is refused.
    without = ContactRules('', FrictionPyramid(0.5), UP)
    assert estimates_of(read(message), without, NormalMemory())[0].force is None
    contact.depths = [np.nan, 0.0]
    with pytest.raises(InvalidInputError, match='depth'):
        estimates_of(read(message), RULES, NormalMemory())


def test_what_is_missing_is_said(capsys):
    assert run_adapter('some_contacts', 'no_such_interfaces', 'Contacts', list) == 2
    assert 'no_such_interfaces' in capsys.readouterr().err


SECOND = 1_000_000_000


def said(silence, steady, clock):
    """Whether silence is said at each of these times [s] of the steady clock and the node's."""
    pairs = zip(steady, clock, strict=True)
    return [silence.is_to_be_said(now, round(stamp * SECOND)) for now, stamp in pairs]


def test_a_sensor_is_silent_when_both_clocks_say_so_and_a_clock_that_stands_still_says_nothing():
    silence = SensorSilence(0.1, 5.0, 700 * SECOND)
    assert said(silence, (5.05, 5.15, 5.25), (700.05, 700.15, 700.25)) == [False, True, True]
    assert said(silence, (5.35, 5.45, 5.55), (700.25, 700.25, 700.35)) == [False, False, True]
    silence.end(6.0, 701 * SECOND)
    # The simulation is paused a step after the message, and goes on ten times slower.
    assert said(silence, (6.2, 6.4, 6.6), (701.001, 701.001, 701.02)) == [False] * 3
    assert said(silence, (7.2,), (701.11,)) == [True]
    # Ten times faster: messages are on their way for a while.
    silence.end(8.0, 702 * SECOND)
    assert said(silence, (8.05, 8.15), (702.5, 703.5)) == [False, True]


def test_after_a_reset_of_the_simulation_silence_is_said_again():
    silence = SensorSilence(0.1, 5.0, 700 * SECOND)
    assert said(silence, (5.2, 5.25, 5.35), (0.0, 0.05, 0.15)) == [False, False, True]
    assert said(silence, (5.45,), (0.25,)) == [True]


POSES_AS_CONTACTS = """
from geometry_msgs.msg import PoseArray
import numpy as np
from frictioncone_ros.ros.adapters.gazebo_node import GazeboAdapter
from frictioncone_ros.ros.adapters.raw_contacts import RawPoint
from frictioncone_ros.ros.runtime.run_node import run_node

run_node('adapter', lambda: GazeboAdapter('adapter', PoseArray, lambda message: [
    RawPoint('block', 'floor', np.array((pose.position.x, pose.position.y, pose.position.z)))
    for pose in message.poses]))
"""


def test_silence_becomes_an_empty_snapshot_and_an_empty_frame_the_parameter(client):
    client.listen(ContactStateArray, '/adapter/contacts')
    heard = client.received['/adapter/contacts']
    with ForkedNode(['-c', POSES_AS_CONTACTS], {'frame': 'hall', 'silence_timeout': 0.2}):
        publisher = client.publisher(PoseArray, '/adapter/gazebo_contacts')
        message = PoseArray(poses=[Pose()])
        client.send_until(publisher, message, lambda: heard and heard[-1].contacts, 'a contact')
        assert heard[-1].header.frame_id == 'hall'
        assert heard[-1].header.stamp.sec > 0
        client.wait_until(lambda: not heard[-1].contacts, 'an empty snapshot')
        count = len(heard)
        client.wait_until(lambda: len(heard) > count + 2, 'it again')
        assert not heard[-1].contacts


PUSHED = POSES_AS_CONTACTS.replace(
    'pose.position.z)))', '0.0)), force=np.array((0.0, 0.0, pose.position.z)))'
)
UPSIDE_DOWN = "['hall foot 0 0 0 1 0 0 0']"


def test_forces_along_a_link_are_turned_and_a_link_nobody_knows_says_nothing(
    client,
):
    client.listen(ContactStateArray, '/adapter/contacts')
    heard = client.received['/adapter/contacts']
    parameters = {
        'frame': 'hall',
        'force_frame': 'foot',
        'static_transforms': UPSIDE_DOWN,
        'silence_timeout': 60.0,
    }
    message = PoseArray(poses=[Pose(position=Point(z=-5.0))])
    with ForkedNode(['-c', PUSHED], parameters):
        publisher = client.publisher(PoseArray, '/adapter/gazebo_contacts')
        # Nobody knows where the foot is as seen from the moon: not even that nothing touches.
        unknown = PoseArray(poses=message.poses)
        unknown.header.frame_id = 'moon'
        for _ in range(3):
            publisher.publish(unknown)
        client.send_until(publisher, message, lambda: heard, 'a contact')
    assert all(one.header.frame_id == 'hall' for one in heard)
    (contact,) = heard[-1].contacts
    assert contact.has_force and contact.force.z == pytest.approx(5.0)


def words(name, corners):
    return ' '.join([name, *(f'{number:.12g}' for corner in corners for number in corner)])


WORKPIECE = words('triangle', TRIANGLE)
NEEDLES = [words(f'needle{index}', NEEDLE) for index in range(3)]
CONTACTS = [f'A e{index}-m{index}v0' for index in range(3)]


def test_a_formation_is_read_from_words():
    adapter = formation_adapter(WORKPIECE, NEEDLES, CONTACTS, 0.5)
    reading = adapter.read(needles(0.8), previous_pose=(0, 0, 1.0))
    assert reading.contacts.contact_count == 3
    for bad in ('A e0-m0', 'C e0-m0v0', 'A v0-m0e0'):
        with pytest.raises(InvalidInputError, match='A e0-m0v1'):
            formation_adapter(WORKPIECE, NEEDLES, [bad], 0.5)
    with pytest.raises(InvalidInputError, match='polygon'):
        formation_adapter('triangle 0 0 1', NEEDLES, CONTACTS, 0.5)


def test_velocities_are_differences_across_the_half_turn_too():
    before = np.array([[0.0, 0.0, np.pi - 0.01]])
    now = np.array([[0.1, 0.0, -np.pi + 0.01]])
    assert np.allclose(manipulator_twists((0, before), 100_000_000, now), [(1.0, 0, 0.2)])
    assert manipulator_twists((0, before), 0, now) is None
    assert manipulator_twists(None, 0, now) is None


def test_the_formation_node_publishes_what_the_formation_says(client):
    client.listen(ContactStateArray, '/formation_contacts/contacts')
    heard = client.received['/formation_contacts/contacts']
    parameters = {
        'workpiece': WORKPIECE,
        'manipulators': str(NEEDLES),
        'contacts': str(CONTACTS),
        'first_pose': '0 0 1',
    }
    program = ['-m', 'frictioncone_ros.ros.adapters.formation_contacts']
    with ForkedNode(program, parameters):
        publisher = client.publisher(PoseArray, '/formation_contacts/manipulator_poses')
        message = PoseArray(
            poses=[
                Pose(
                    position=Point(x=x, y=y),
                    orientation=Quaternion(z=float(np.sin(angle / 2)), w=float(np.cos(angle / 2))),
                )
                for x, y, angle in needles(0.8)
            ]
        )
        message.header.frame_id = 'table'
        message.header.stamp = time_to_message(5_000_000_000)
        client.send_until(publisher, message, lambda: heard, 'contacts')
        stated = heard[-1]
        # The same poses as seen from elsewhere have not moved.
        message.header.frame_id = 'room'
        message.header.stamp = time_to_message(5_100_000_000)
        for pose in message.poses:
            pose.position.x += 0.1
        client.send_until(
            publisher, message, lambda: heard[-1].header.frame_id == 'room', 'another frame'
        )
        assert not any(one.has_twist for one in heard)
        assert not any(one.point.has_surface_velocity for one in heard[-1].contacts)
        # Poses that do not say of when they are: of now, as with every adapter.
        stated_elsewhere, message.header.stamp = heard[-1], time_to_message(0)
        client.send_until(
            publisher,
            message,
            lambda: heard[-1].header.stamp != stated_elsewhere.header.stamp,
            'of now',
        )
    assert heard[-1].header.stamp.sec > 1e9 and not heard[-1].has_twist
    heard[-1] = stated
    snapshot = snapshot_from_message(heard[-1])
    assert heard[-1].planar and snapshot.frame == 'table' and snapshot.stamp == 5_000_000_000
    # The needles' tips are where the workpiece is touched, whatever its pose.
    assert np.allclose(snapshot.state.positions, [(x, y) for x, y, _ in needles(0.8)])
