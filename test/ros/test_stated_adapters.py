# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Adapters of whole snapshots: stand-ins with the fields of others' messages, and the nodes."""

from types import SimpleNamespace as Fields

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import ForkedNode
from geometry_msgs.msg import Pose, PoseArray

from frictioncone_ros.contact import (
    CircularCone,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.adapters import moveit_contacts, mujoco_contacts, whole_body_contacts
from frictioncone_ros.ros.adapters.moveit_contacts import (
    frame_of_moveit,
    points_of_moveit,
    ROBOT_ATTACHED,
    ROBOT_LINK,
    WORLD_OBJECT,
)
from frictioncone_ros.ros.adapters.mujoco_contacts import contacts_of_mujoco
from frictioncone_ros.ros.adapters.raw_contacts import ContactRules, estimates_of, NormalMemory
from frictioncone_ros.ros.adapters.whole_body_contacts import contacts_of_whole_body
from frictioncone_ros.ros.conversions.estimates import estimates_to_message


def vector(x, y, z):
    return Fields(x=float(x), y=float(y), z=float(z))


def mujoco_contact(**given):
    """An entry of a ContactArray: the block stands on the floor."""
    usual = {
        'geom_names': ['floor', 'block_geom'],
        'body_names': ['world', 'block'],
        'distance': -0.0001,
        'position': vector(0.1, 0.2, 0.3),
        'normal': vector(0, 0, 1),
        'tangent_1': vector(0, 1, 0),
        'tangent_2': vector(-1, 0, 0),
        'dimension': 3,
        'exclude': 0,
        'include_margin': 0.0,
        'friction': [0.5, 0.5, 0.005, 0.0001, 0.0001],
    }
    return Fields(**{**usual, **given})


def of_mujoco(body='block', pyramids=False, **given):
    return contacts_of_mujoco(Fields(contacts=[mujoco_contact(**given)]), body, pyramids)


@pytest.mark.parametrize(
    ('body', 'names', 'normal'),
    [
        ('block', ['world', 'block'], 1.0),
        ('block', ['block', 'world'], -1.0),
        ('', ['a', 'b'], 1.0),
    ],
)
def test_a_normal_of_mujoco_points_into_the_body(body, names, normal):
    (found,) = of_mujoco(body, body_names=names, geom_names=['', ''])
    np.testing.assert_allclose(found.point.contact_normal, (0, 0, normal))
    np.testing.assert_allclose(found.point.contact_position, (0.1, 0.2, 0.3))
    np.testing.assert_allclose(np.abs(found.point.frame[1]), (0, 1, 0))
    assert found.in_contact and found.distance == -0.0001


@pytest.mark.parametrize(
    ('given', 'friction'),
    [
        ({}, CircularCone(0.5)),
        ({'dimension': 1}, Frictionless()),
        ({'dimension': 4}, SoftFinger(0.5, 0.005)),
        ({'friction': [0.5, 0.3, 0.0, 0.0, 0.0]}, EllipticCone(0.5, 0.3)),
        ({'pyramids': True}, FrictionPolygon(0.5, 4)),
        ({'pyramids': True, 'friction': [0.5, 0.3, 0.0, 0.0, 0.0]}, EllipticCone(0.5, 0.3, 4)),
    ],
)
def test_friction_of_mujoco_is_the_engines(given, friction):
    (found,) = of_mujoco(**given)
    assert type(found.point.friction) is type(friction)
    assert found.point.friction.edge_count == friction.edge_count
    np.testing.assert_allclose(found.point.friction.coefficients, friction.coefficients)


@pytest.mark.parametrize('second', [0.5, 0.3])
def test_a_pyramid_of_mujoco_is_what_the_engine_makes_of_its_edges(second):
    mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')
    (found,) = of_mujoco(pyramids=True, friction=[0.5, second, 0.0, 0.0, 0.0])
    stated = []
    # The binding wants one coefficient, its two edges and its force more than it reads.
    for edge in np.eye(6)[:4]:
        force = np.zeros(4)
        mujoco.mju_decodePyramid(force, edge, np.array((0.5, second, 0.0)))
        stated.append(force[:3])
    ours = found.point.friction.force_edges(6)
    assert sorted(map(tuple, np.round(ours, 12) + 0.0)) == sorted(map(tuple, stated))
    # A message and the node's reading of it keep the set.
    message = estimates_to_message(EstimatedContacts('world', 1, [found]))
    (read,) = snapshot_from_message(message).state.contacts
    np.testing.assert_allclose(read.friction.force_edges(6), ours)


def test_by_default_friction_is_the_engines_default():
    mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')
    model = mujoco.MjModel.from_xml_string('<mujoco/>')
    is_pyramidal = model.opt.cone == mujoco.mjtCone.mjCONE_PYRAMIDAL
    read = mujoco_contacts.reader(mujoco_contacts.PARAMETERS)
    (found,) = read(Fields(contacts=[mujoco_contact()]))
    assert isinstance(found.point.friction, FrictionPolygon) == is_pyramidal


@pytest.mark.parametrize(
    ('adapter', 'wrong'),
    [
        (mujoco_contacts, {'friction_set': 'pyramids'}),
        (whole_body_contacts, {'friction_coefficient': -0.5}),
    ],
)
def test_a_parameter_that_cannot_be_meant_is_refused_before_any_message(adapter, wrong):
    with pytest.raises(InvalidInputError, match=next(iter(wrong))):
        adapter.reader({**adapter.PARAMETERS, **wrong})


def test_near_geoms_are_candidates_and_what_the_engine_leaves_out_is_left_out():
    (near,) = of_mujoco(exclude=1, distance=0.002)
    assert not near.in_contact and near.distance == 0.002
    assert of_mujoco(exclude=3) == [] and of_mujoco('arm') == []
    assert of_mujoco(geom_names=['', ''], body_names=['', '']) == []
    with pytest.raises(InvalidInputError, match='finite'):
        of_mujoco(normal=vector(np.nan, 0, 1))


@pytest.mark.parametrize('number', [np.nan, np.inf])
@pytest.mark.parametrize(
    ('field', 'said'),
    [('distance', r"'block_geom:floor:0': distance"), ('include_margin', 'include_margin')],
)
def test_a_gap_of_mujoco_that_is_no_number_is_refused(field, said, number):
    with pytest.raises(InvalidInputError, match=f'{said} is {number}'):
        of_mujoco(**{field: number})


def test_friction_of_mujoco_that_is_no_number_is_refused():
    with pytest.raises(InvalidInputError, match=r'friction is .*nan'):
        of_mujoco(dimension=4, friction=[0.5, 0.5, np.nan, 0.0, 0.0])


def foot(state=0, force=(0, 0, 50.0), normal=(0, 0, 2.0), friction=0.7):
    """A ContactState of whole_body_state_msgs."""
    return Fields(
        name='left_foot',
        contact_state=state,
        pose=Fields(position=vector(0.1, 0.2, 0.0)),
        velocity=Fields(linear=vector(0.01, 0, 0)),
        wrench=Fields(force=vector(*force)),
        surface_normal=vector(*normal),
        friction_coefficient=friction,
    )


def of_feet(*contacts, body='left', friction=0.4):
    return contacts_of_whole_body(Fields(contacts=list(contacts)), body, friction)


def test_a_closed_foot_touches_with_its_force_and_friction():
    (found,) = of_feet(foot())
    assert found.in_contact and found.probability == 1.0
    np.testing.assert_allclose(found.point.contact_normal, (0, 0, 1))
    np.testing.assert_allclose(found.force, (0, 0, 50))
    np.testing.assert_allclose(found.relative_velocity, (0.01, 0, 0))
    assert found.point.friction.friction_coefficient == 0.7


@pytest.mark.parametrize(
    ('state', 'touches', 'probability'),
    [(-1, False, 0.5), (0, True, 1.0), (1, False, 1.0), (2, True, 1.0)],
)
def test_each_state_of_a_foot_is_taken_at_its_word(state, touches, probability):
    (found,) = of_feet(foot(state))
    assert (found.in_contact, found.probability) == (touches, probability)
    assert (found.force is not None) == touches


def test_what_a_foot_does_not_say_is_not_known():
    (found,) = of_feet(foot(force=(0, 0, 0), friction=0.0))
    assert found.force is None and found.point.friction.friction_coefficient == 0.4
    assert of_feet(foot(1, normal=(0, 0, 0))) == [] and of_feet(foot(), body='right') == []
    # One that touches would be free space.
    with pytest.raises(InvalidInputError, match="'left_foot': surface_normal is"):
        of_feet(foot(normal=(0, 0, 0)))
    with pytest.raises(InvalidInputError, match='contact_state is 7'):
        of_feet(foot(7))


@pytest.mark.parametrize(
    ('field', 'said'), [('velocity', 'velocity'), ('wrench', 'force'), ('pose', 'position')]
)
def test_what_a_foot_says_in_no_number_is_refused_by_name(field, said):
    wrong = foot()
    (part,) = vars(getattr(wrong, field)).values()
    part.x = np.nan
    with pytest.raises(InvalidInputError, match=rf"contact 'left_foot': {said} is \[nan"):
        of_feet(wrong)


def moveit_contact(first, second, kinds, normal=(0, 0, 1)):
    return Fields(
        contact_body_1=first,
        contact_body_2=second,
        body_type_1=kinds[0],
        body_type_2=kinds[1],
        position=vector(0.1, 0.2, 0.3),
        normal=vector(*normal),
        depth=0.002,
    )


@pytest.mark.parametrize(
    ('first', 'second', 'kinds', 'normal'),
    [
        ('table', 'hand', (WORLD_OBJECT, ROBOT_LINK), 1.0),
        ('hand', 'table', (ROBOT_LINK, WORLD_OBJECT), -1.0),
        ('hand', 'table', (ROBOT_ATTACHED, WORLD_OBJECT), -1.0),
    ],
)
def test_a_normal_of_moveit_points_into_the_robot(first, second, kinds, normal):
    points = points_of_moveit([moveit_contact(first, second, kinds)])
    rules = ContactRules('', CircularCone(0.5), np.array((0.0, 0.0, 1.0)))
    (found,) = estimates_of(points, rules, NormalMemory())
    assert (found.point.body, found.point.other_body) == ('hand', 'table')
    np.testing.assert_allclose(found.point.contact_normal, (0, 0, normal))
    assert found.distance == -0.002


def in_frame(name):
    contact = moveit_contact('hand', 'table', (ROBOT_LINK, WORLD_OBJECT))
    contact.header = Fields(frame_id=name)
    return contact


def test_contacts_of_moveit_are_of_one_frame():
    assert frame_of_moveit([]) == frame_of_moveit([in_frame('')]) == ''
    assert frame_of_moveit([in_frame('hall'), in_frame(''), in_frame('hall')]) == 'hall'
    with pytest.raises(InvalidInputError, match=r"frame of contacts is \['base', 'hall'\]"):
        frame_of_moveit([in_frame('hall'), in_frame('base')])


def test_a_robot_that_touches_itself_touches_nothing():
    kinds = [(ROBOT_LINK, ROBOT_LINK), (ROBOT_LINK, ROBOT_ATTACHED), (WORLD_OBJECT, WORLD_OBJECT)]
    assert points_of_moveit([moveit_contact('a', 'b', pair) for pair in kinds]) == []


@pytest.mark.parametrize('adapter', [moveit_contacts, mujoco_contacts, whole_body_contacts])
def test_a_missing_package_is_said(adapter, capsys):
    assert adapter.main() == 2
    assert 'apt install ros-$ROS_DISTRO-' in capsys.readouterr().err


STAND_IN = """
from types import SimpleNamespace as Fields
from geometry_msgs.msg import PoseArray
from frictioncone_ros.ros.adapters.mujoco_contacts import PARAMETERS
from frictioncone_ros.ros.adapters.stated_node import StatedAdapter
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.contact import CircularCone, ContactPoint
from frictioncone_ros.estimation.estimate import ContactEstimate

def read(message):
    return [ContactEstimate(ContactPoint((pose.position.x, 0, 0), (0, 0, 1), CircularCone(0.5),
            name=f'c{int(pose.position.z) or i}')) for i, pose in enumerate(message.poses)]

def reader(values):
    assert values['body'] == 'block'
    return read

run_node('adapter', lambda: StatedAdapter('adapter', PoseArray, reader, PARAMETERS))
"""


def test_a_message_becomes_a_snapshot_along_its_frame_or_the_parameters(client):
    client.listen(ContactStateArray, '/adapter/contacts')
    heard = client.received['/adapter/contacts']
    with ForkedNode(['-c', STAND_IN], {'frame': 'hall', 'body': 'block'}):
        publisher = client.publisher(PoseArray, '/adapter/stated_contacts')
        message = PoseArray(poses=[Pose(), Pose()])
        client.send_until(publisher, message, lambda: heard, 'a snapshot')
        assert heard[-1].header.frame_id == 'hall' and heard[-1].header.stamp.sec > 0
        assert len(heard[-1].contacts) == 2
        message.header.frame_id, message.header.stamp.sec = 'room', 7
        client.send_until(
            publisher, message, lambda: heard[-1].header.frame_id == 'room', 'its own frame'
        )
        assert heard[-1].header.stamp.sec == 7
        # Two contacts of one name: nothing is published, and the node goes on.
        for pose in message.poses:
            pose.position.z = 5.0
        publisher.publish(message)
        message.poses[0].position.z, message.header.frame_id = 0.0, 'yard'
        client.send_until(
            publisher, message, lambda: heard[-1].header.frame_id == 'yard', 'the next one'
        )
