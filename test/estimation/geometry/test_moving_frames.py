# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What joints below fingers and surroundings leave unsure, and what is forgotten in time."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from slide_robot import HALF_HEIGHT, scene, SLIDE, Slide, UP

from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings
from frictioncone_ros.estimation.geometry.libraries import held_placement
from frictioncone_ros.estimation.geometry.placed_shape import half_space, PlacedShape, se3
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.uncertainty import Deviations
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import RigidTransform

JOINT = 1e-3
"""Standard deviation of each joint [m, rad]."""
UNSURE = GeometrySettings(deviations=Deviations(joint=JOINT))
SECOND = 1_000_000_000
"""[ns]."""


def test_a_shape_on_a_finger_is_as_unsure_as_the_fingers_joint_too():
    pad = replace(scene().tool[0], frame='finger')
    slide = Slide(scene(tool=[pad]), UNSURE)
    slide.robot.update(['grip'], [0.0], ())
    for contact in slide.at(0.0).contacts:
        x, y, _ = contact.point.contact_position
        # The turntable turns it, the finger's joint shifts it along x.
        expected = JOINT**2 * np.array(((1.0 + y**2, -x * y), (-x * y, x**2)))
        assert np.allclose(contact.position_covariance[:2, :2], expected, rtol=1e-3, atol=1e-12)


def test_what_carries_both_sides_moves_the_contact_and_not_the_gap():
    ride = PlacedShape('floor', 'carriage', se3((0, 0, -0.0102), (0, 0, 0)), half_space(UP))
    slide = Slide(scene(surroundings=[ride]), UNSURE)
    contacts = slide.at(0.0).contacts
    assert len(contacts) == 4
    for contact in contacts:
        # 0.2 mm apart where 0.5 touch: a millimetre of the slide's would leave it open.
        assert contact.distance == pytest.approx(0.0002)
        assert contact.probability == 1.0
        assert contact.position_covariance[2, 2] == pytest.approx(JOINT**2, rel=1e-3)
        assert np.abs(contact.normal_covariance).max() < 1e-12


def test_of_joints_that_were_never_heard_nothing_is_said():
    robot = Robot(SLIDE)
    finder = ContactFinder(robot, scene(), GeometrySettings())
    with pytest.raises(InvalidInputError, match='without down, turn'):
        finder.contacts(1)
    robot.update(['down'], [0.0], ())
    with pytest.raises(InvalidInputError, match='without turn'):
        finder.contacts(1)


def test_what_is_put_down_and_held_again_has_to_touch_anew():
    """Between the two gaps stays what was made, and not what was made before a tool change."""
    slide = Slide()
    finder = slide.finder
    away = held_placement(RigidTransform(np.eye(3), np.array((0.0, 0.0, 0.001))))

    def rod():
        told = slide.at(0.05).contacts
        return [one.in_contact for one in told if one.point.body == 'rod']

    finder.hold('rod')
    assert rod() == [True]
    finder.hold('rod', placement=away)
    assert rod() == [False]


def test_what_the_tool_touches_stays_while_it_takes_an_object():
    slide = Slide()
    made = slide.at(0.0).contacts
    slide.finder.hold('rod')
    kept = [one for one in slide.at(0.001).contacts if one.point.body == 'pad']
    assert [one.in_contact for one in kept] == [True] * len(made)


def test_a_joint_of_before_the_clock_was_set_back_is_not_the_freshest():
    slide = Slide()
    slide.robot.update(['down', 'turn'], [HALF_HEIGHT, 0.0], (), 1000 * SECOND)
    assert slide.finder.heard_before_set_back(1000 * SECOND) == []
    slide.robot.update(['turn'], [0.0], (), SECOND)
    assert slide.finder.heard_before_set_back(SECOND) == ['down']
    slide.robot.update(['down'], [HALF_HEIGHT], (), SECOND // 2)
    assert slide.finder.heard_before_set_back(SECOND) == []


def test_a_robot_of_one_joint_is_unsure_along_that_joint_alone():
    """Pinocchio gives its Jacobian as a vector, of which a product is one number."""
    start, end = SLIDE.index('<joint name="turn"'), SLIDE.index('</robot>')
    fixed = SLIDE[start:end].replace('continuous', 'fixed').replace('prismatic', 'fixed')
    robot = Robot(SLIDE[:start] + fixed + SLIDE[end:])
    robot.update(['down'], [HALF_HEIGHT], ())
    assert robot.jacobian(robot.frame('table')).shape == (6, 1)
    for contact in ContactFinder(robot, scene(), UNSURE).contacts(1).contacts:
        # The slide's error moves the pad into the floor and not along it; the point halfway.
        expected = np.diag((0.0, 0.0, 0.25 * JOINT**2))
        assert np.allclose(contact.position_covariance, expected, rtol=1e-3, atol=1e-12)
        assert 0.5 < contact.probability < 1.0
