# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Messages of others with each field wrong in turn: refused by the field's name, or told as they are.

What an adapter makes of a message claims no more than the message, and a filter can read it.
"""

from copy import deepcopy
from math import isfinite
from types import SimpleNamespace as Fields
import warnings

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.ros.adapters.gazebo_points import (
    points_of_gazebo_classic,
    points_of_gazebo_sim,
)
from frictioncone_ros.ros.adapters.moveit_contacts import points_of_moveit
from frictioncone_ros.ros.adapters.mujoco_contacts import contacts_of_mujoco
from frictioncone_ros.ros.adapters.raw_contacts import ContactRules, estimates_of, NormalMemory
from frictioncone_ros.ros.adapters.whole_body_contacts import contacts_of_whole_body
from frictioncone_ros.ros.conversions.estimates import estimates_to_message

UP = np.array((0.0, 0.0, 1.0))
RULES = ContactRules('block', CircularCone(0.5), UP, np.eye(3))


def three(x, y, z):
    return Fields(x=float(x), y=float(y), z=float(z))


def sim():
    contact = Fields(
        collision1=Fields(name='block'),
        collision2=Fields(name='floor'),
        positions=[three(0.1, 0, 0), three(-0.1, 0, 0)],
        depths=[0.001, 0.0],
        normals=[three(0, 0, 1), three(0, 0, 1)],
        wrenches=[Fields(body_1_wrench=Fields(force=three(0, 0, size))) for size in (5, 6)],
    )
    return Fields(contacts=[contact])


def classic():
    contact = Fields(
        collision1_name='block',
        collision2_name='floor',
        contact_positions=[three(0.1, 0, 0), three(-0.1, 0, 0)],
        depths=[0.001, 0.0],
        contact_normals=[three(0, 0, 1), three(0, 0, 1)],
        wrenches=[Fields(force=three(0, 0, size)) for size in (5, 6)],
    )
    return Fields(states=[contact])


def moveit():
    contact = Fields(
        contact_body_1='block',
        contact_body_2='table',
        body_type_1=0,
        body_type_2=1,
        position=three(0.1, 0.2, 0.3),
        normal=three(0, 0, -1),
        depth=0.002,
    )
    return Fields(contacts=[contact])


def mujoco():
    contact = Fields(
        geom_names=['floor', 'block_geom'],
        body_names=['world', 'block'],
        distance=-0.0001,
        position=three(0.1, 0.2, 0.3),
        normal=three(0, 0, 1),
        tangent_1=three(0, 1, 0),
        dimension=4,
        exclude=0,
        include_margin=0.0,
        friction=[0.5, 0.5, 0.005, 0.0001, 0.0001],
    )
    return Fields(contacts=[contact])


def feet():
    contact = Fields(
        name='block_foot',
        contact_state=0,
        pose=Fields(position=three(0.1, 0.2, 0.0)),
        velocity=Fields(linear=three(0.01, 0, 0)),
        wrench=Fields(force=three(0, 0, 50)),
        surface_normal=three(0, 0, 2),
        friction_coefficient=0.7,
    )
    return Fields(contacts=[contact])


def of_points(points, rules=RULES):
    return estimates_of(points, rules, NormalMemory())


SOURCES = {
    'gazebo_sim': (sim, lambda message: of_points(points_of_gazebo_sim(message))),
    'gazebo_classic': (classic, lambda message: of_points(points_of_gazebo_classic(message))),
    'moveit': (
        moveit,
        lambda message: of_points(
            points_of_moveit(message.contacts), ContactRules('', CircularCone(0.5), None)
        ),
    ),
    'mujoco': (mujoco, lambda message: contacts_of_mujoco(message, 'block', False)),
    'whole_body': (feet, lambda message: contacts_of_whole_body(message, 'block', 0.5)),
}
NUMBERS = (np.nan, np.inf, -np.inf, 0.0, -1.0, 1e13, -1e300, 1.7e308, 5e-324, 1e-200, 2.0)
WHOLE = (-128, -1, 0, 1, 2, 3, 4, 7, 255)


def places(value, path=()):
    """Paths to everything in a message."""
    yield path
    inner = vars(value).items() if isinstance(value, Fields) else ()
    if isinstance(value, list):
        inner = enumerate(value)
    for key, part in inner:
        yield from places(part, (*path, key))


def at(value, path):
    for key in path:
        value = value[key] if isinstance(value, list) else getattr(value, key)
    return value


def put(message, path, value):
    above, key = at(message, path[:-1]), path[-1]
    if isinstance(above, list):
        above[key] = value
    else:
        setattr(above, key, value)


def replacements(value):
    """What a field of this type may say, however wrong."""
    if isinstance(value, float):
        return NUMBERS
    if isinstance(value, int):
        return WHOLE
    if isinstance(value, str):
        return ('', 'x', 'blo', 'b' * 300, 'block\n', '☃')
    if isinstance(value, list):
        more = [*value, deepcopy(value[-1])]
        return ([], value[:-1], more, value * 50)
    return ()


def told(read, message):
    """What the filter hears of a message, None where it is refused; and the refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        try:
            found = read(message)
            sent = estimates_to_message(EstimatedContacts('world', 1, found))
        except InvalidInputError as error:
            return None, str(error)
    return sent, ''


def numbers_of(contact):
    point = contact.point
    for vector in (point.position, point.normal, contact.relative_velocity, contact.force):
        yield from (vector.x, vector.y, vector.z)
    yield from (contact.distance, contact.probability, point.friction_coefficient)
    yield from (point.second_friction_coefficient, point.torsional_friction)


def judge(name, path, value, sent, said):
    where = f'{name} {path} {value!r}'[:200]
    if sent is None:
        words = [str(key) for key in path if not isinstance(key, int)]
        # Of x, y and z the vector is named, of positions the one; of contacts twice their names.
        stems = {word.removeprefix('contact_').rstrip('s')[:6] for word in words[1:]} or {'names'}
        assert any(stem in said for stem in stems if len(stem) > 1), (where, said)
        return
    for contact in sent.contacts:
        assert all(isfinite(number) for number in numbers_of(contact)), where
        normal = contact.point.normal
        assert abs(np.linalg.norm((normal.x, normal.y, normal.z)) - 1.0) < 1e-9, where
        if contact.in_contact and contact.has_distance:
            assert contact.distance <= 0.0, where
    try:
        snapshot_from_message(sent)
    except FrictionConeError as error:
        # Names and numbers of contacts have bounds of the filter's own.
        assert 'character' in str(error) or 'contacts' in str(error), (where, str(error))


@pytest.mark.parametrize('name', SOURCES)
def test_each_field_wrong_in_turn_is_refused_by_its_name_or_told_as_it_is(name):
    make, read = SOURCES[name]
    sent, said = told(read, make())
    assert sent is not None and sent.contacts[0].in_contact, said
    judged = 0
    for path in list(places(make()))[1:]:
        for value in replacements(at(make(), path)):
            message = make()
            put(message, path, deepcopy(value))
            judge(name, path, value, *told(read, message))
            judged += 1
    assert judged > 100


def test_sides_that_touch_at_no_stated_place_are_not_free_space():
    message = sim()
    for field in ('positions', 'normals', 'wrenches', 'depths'):
        setattr(message.contacts[0], field, [])
    assert "'block:floor:0'" in told(SOURCES['gazebo_sim'][1], message)[1]
    message.contacts[0].collision1.name = 'wall'
    sent, _ = told(SOURCES['gazebo_sim'][1], message)
    assert sent is not None and not sent.contacts


@pytest.mark.parametrize(
    'depth, force, touches, gap',
    [
        (0.001, 0, True, -0.001),
        (0.0, 0, True, 0.0),
        (-0.001, 0, False, 0.001),
        (-0.001, 5, True, None),
    ],
)
def test_of_a_negative_depth_sides_are_near_unless_a_force_says_that_they_touch(
    depth, force, touches, gap
):
    for make, read in (SOURCES['gazebo_sim'], SOURCES['gazebo_classic']):
        message = make()
        for contact in getattr(message, 'contacts', None) or message.states:
            contact.depths = [depth, depth]
            for wrench in contact.wrenches:
                getattr(wrench, 'body_1_wrench', wrench).force = three(0, 0, force)
        for found in read(message):
            assert (found.in_contact, found.distance) == (touches, gap)
            assert (found.force is not None) == touches


def test_what_moveit_lists_collides_whatever_the_sign_of_its_depth_and_has_its_own_normal():
    message = moveit()
    message.contacts[0].depth = -0.002
    (found,) = SOURCES['moveit'][1](message)
    assert found.in_contact and found.distance is None
    message.contacts[0].normal = three(0, 0, 0)
    assert "'block:table:0': normal is" in told(SOURCES['moveit'][1], message)[1]
    message = moveit()
    message.contacts[0].body_type_1 = 5
    assert 'body_type_1 is 5' in told(SOURCES['moveit'][1], message)[1]


@pytest.mark.parametrize('size', [1e-90, 1e300])
def test_a_normal_of_any_length_is_its_direction(size):
    message = sim()
    message.contacts[0].normals = [three(0, 3 * size, 4 * size)] * 2
    (found, _) = SOURCES['gazebo_sim'][1](message)
    np.testing.assert_allclose(found.point.contact_normal, (0, 0.6, 0.8))
    message = feet()
    message.contacts[0].surface_normal = three(0, 3 * size, 4 * size)
    (found,) = SOURCES['whole_body'][1](message)
    np.testing.assert_allclose(found.point.contact_normal, (0, 0.6, 0.8))


@pytest.mark.parametrize('dimension', [0, 2, 5, 7])
def test_a_contact_space_that_mujoco_has_not_is_refused(dimension):
    message = mujoco()
    message.contacts[0].dimension = dimension
    assert (
        f'dimension is {dimension}, expected 1, 3, 4 or 6'
        in told(SOURCES['mujoco'][1], message)[1]
    )
