# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A pad that comes down on a table: candidates, contact, velocities, friction, a held object."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from slide_robot import HALF_HEIGHT, scene, SLIDE, Slide, UP

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings
from frictioncone_ros.estimation.geometry.placed_shape import (
    half_space,
    PlacedShape,
    se3,
)
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.scene import with_links
from frictioncone_ros.estimation.geometry.uncertainty import Deviations
from frictioncone_ros.exceptions import InvalidInputError


def test_contact_is_made_and_lost_with_hysteresis():
    slide = Slide()
    told = [
        (gap, [contact.in_contact for contact in slide.at(gap).contacts])
        for gap in (0.02, 0.009, 0.001, 0.0004, 0.001, 0.0019, 0.0021, 0.001, -0.001, 0.02, 0.001)
    ]
    yes, no = [True] * 4, [False]
    assert [states for _, states in told] == [[], no, no, yes, yes, yes, no, no, yes, [], no]


def test_a_patch_has_its_corners_gap_names_friction_and_time():
    estimated = Slide().at(0.0002, turn=0.3)
    assert (estimated.frame, estimated.stamp) == ('base', 5)
    contacts = estimated.contacts
    assert [contact.point.name for contact in contacts] == [f'pad:floor/{i}' for i in range(4)]
    assert {(contact.point.body, contact.point.other_body) for contact in contacts} == {
        ('pad', 'floor')
    }
    turned = np.array(((np.cos(0.3), -np.sin(0.3)), (np.sin(0.3), np.cos(0.3))))
    expected = {tuple(np.round(turned @ (x, y), 6)) for x in (-0.03, 0.03) for y in (-0.02, 0.02)}
    assert {tuple(np.round(c.point.contact_position[:2], 6)) for c in contacts} == expected
    for contact in contacts:
        assert np.allclose(contact.point.contact_normal, UP)
        assert abs(contact.distance - 0.0002) < 1e-9
        assert contact.point.friction == CircularCone(0.4)
        assert contact.friction_uncertainty == 0.05


def test_corners_keep_their_names_while_the_tool_turns():
    slide = Slide()
    angles = np.linspace(0.0, 7.0, 60)
    arms = []
    for angle in angles:
        position = slide.at(0.0, turn=angle).contacts[0].point.contact_position
        back = np.array(((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))))
        arms.append(back @ position[:2])
    assert np.allclose(arms, arms[0], atol=1e-6)


def test_velocities_are_of_the_tool_against_what_it_touches():
    moving = replace(scene().surroundings[0], surface_velocity=np.array((0.1, 0.0, 0.0)))
    slide = Slide(scene(surroundings=[moving]))
    estimated = slide.at(0.0, speeds=(-0.2, 2.0))
    assert np.allclose(estimated.twist, (0, 0, -0.2, 0, 0, 2.0))
    for contact in estimated.contacts:
        x, y, _ = contact.point.contact_position
        assert np.allclose(contact.relative_velocity, (-2.0 * y - 0.1, 2.0 * x, -0.2))
        assert np.allclose(contact.point.surface_velocity, (0.1, 0, 0))
    slide.robot.update(['grip'], [0.1], ())
    assert slide.finder.contacts(0).twist.size == 6, 'what the gripper does not say matters not'
    still = slide.at(0.0)
    assert still.twist.size == 0
    assert all(contact.relative_velocity is None for contact in still.contacts)


def test_velocities_count_the_motion_of_what_is_touched():
    """A tray rides on the carriage below a turning pad: only the turn is left between them."""
    tray = PlacedShape('tray', 'carriage', se3((0, 0, -HALF_HEIGHT), (0, 0, 0)), half_space(UP))
    for contact in Slide(scene(surroundings=[tray])).at(0.5, speeds=(-0.2, 2.0)).contacts:
        x, y, _ = contact.point.contact_position
        assert np.allclose(contact.relative_velocity, (-2.0 * y, 2.0 * x, 0.0))


def test_the_twist_is_written_at_the_root_along_its_axes():
    slide = Slide(scene(tool_frame='finger'))
    angle = 0.5
    slide.robot.update(['down', 'turn', 'grip'], [0.3, angle, 0.1], [-0.2, 2.0, 0.4])
    along = 0.4 * np.array((np.cos(angle), np.sin(angle), 0.0))
    assert np.allclose(slide.finder.contacts(0).twist, (*(along - 0.2 * UP), 0, 0, 2.0))


def test_a_candidate_is_believed_by_its_gap_and_how_unsure_that_is():
    settings = GeometrySettings(deviations=Deviations(joint=0.001))
    probabilities = [Slide(settings=settings).at(gap).contacts[0] for gap in (0.005, 0.0006, 0.0)]
    far, near, touching = (contact.probability for contact in probabilities)
    # The joint's deviation is the gap's. Not touching: 4.5 and 0.1 of them beyond touch_gap;
    # touching: 2 of them below release_gap.
    assert far == pytest.approx(0.9999966, abs=1e-6)
    assert near == pytest.approx(0.5398, abs=1e-3)
    assert touching == pytest.approx(0.97725, abs=1e-3)
    assert probabilities[0].position_covariance is None
    assert probabilities[0].point.name == 'pad:floor'
    assert np.allclose(probabilities[0].point.contact_position, (0, 0, 0.0025))


def test_a_held_object_is_attached_moved_and_put_down():
    slide = Slide()
    assert not slide.at(0.03).contacts
    slide.finder.hold('rod')
    (rod,) = slide.at(0.0499, 0.0).contacts
    assert rod.point.name == 'rod:floor/0' and abs(rod.distance + 0.0001) < 1e-9
    assert rod.point.friction == CircularCone(0.3), 'no pair: the default'
    slide.finder.hold('rod', 'carriage', se3((0, 0, -0.1), (0, 0, 0)))
    (rod,) = slide.at(0.15, 0.0).contacts
    assert abs(rod.distance) < 1e-9
    slide.finder.hold('')
    assert not slide.at(0.15).contacts
    with pytest.raises(InvalidInputError, match='one of the scene: rod'):
        slide.finder.hold('pen')
    with pytest.raises(InvalidInputError, match='nowhere'):
        slide.finder.hold('rod', 'nowhere')
    assert slide.finder.held == ''


def test_joints_that_matter_must_be_heard_and_others_not():
    slide = Slide()
    assert slide.finder.missing_joints == ['down', 'turn']
    slide.robot.update(['turn', 'camera'], [0.1, 3.0], ())
    assert slide.finder.missing_joints == ['down']
    slide.robot.update(['down'], [0.1], ())
    assert slide.finder.missing_joints == []


@pytest.mark.parametrize(
    'names, positions, expected',
    [
        (['turn', 'down', 'grip'], [0.0, 0.2, 0.03], 0.03),
        (['turn', 'down'], [0.0, 0.2], 2.0 * 0.2 + 0.1),
        (['grip'], [0.05], 0.05),
    ],
)
def test_a_joint_that_mimics_another_need_not_be_named(names, positions, expected):
    mimic = '<axis xyz="1 0 0"/><mimic joint="down" multiplier="2" offset="0.1"/>'
    robot = Robot(SLIDE.replace('<axis xyz="1 0 0"/>', mimic))
    robot.update(names, positions, [1.0] * len(names))
    frame = robot.frame('finger')
    assert robot.placement(frame).translation[0] == pytest.approx(expected)
    if 'grip' not in names:
        assert robot.missing(robot.joints_of([frame])) == []
        assert robot.twist(frame)[0] == pytest.approx(2.0)


def test_a_mimic_that_is_no_number_is_refused():
    mimic = '<axis xyz="1 0 0"/><mimic joint="down" multiplier="two"/>'
    with pytest.raises(InvalidInputError):
        Robot(SLIDE.replace('<axis xyz="1 0 0"/>', mimic))


def test_links_of_the_robot_are_part_of_the_tool():
    robot = Robot(SLIDE)
    given = with_links(scene(tool=(), tool_links=['carriage']), robot, SLIDE, [])
    robot.update(['down', 'turn'], [0.02, 0.0], ())
    (contact,) = ContactFinder(robot, given, GeometrySettings()).contacts(0).contacts
    assert contact.point.body == 'carriage_0' and abs(contact.distance) < 1e-9
    robot.update(['down', 'turn'], [0.11, 1.0], ())
    bolted = with_links(scene(tool=(), tool_links=['stem']), robot, SLIDE, [])
    (contact,) = ContactFinder(robot, bolted, GeometrySettings()).contacts(0).contacts
    assert np.allclose(contact.point.contact_position, (0.2, 0, 0)), 'where the link is bolted on'
    for links, said in ((['finger'], 'with collision shapes'), (['wing'], 'a frame of the robot')):
        with pytest.raises(InvalidInputError, match=said):
            with_links(scene(tool_links=links), robot, SLIDE, [])


@pytest.mark.parametrize(
    'names, positions, velocities',
    [
        (['down'], [], ()),
        (['down'], [0.1], (0.1, 0.2)),
        (['down'], [np.inf], ()),
        (['down'], [0.1], (np.inf,)),
    ],
)
def test_bad_joint_states_are_refused(names, positions, velocities):
    with pytest.raises(InvalidInputError):
        Robot(SLIDE).update(names, positions, velocities)


def test_bad_robots_frames_and_settings_are_refused():
    with pytest.raises(InvalidInputError, match='robot_description'):
        Robot('<robot')
    with pytest.raises(InvalidInputError, match='a frame of the robot: base'):
        Slide(scene(tool_frame='nothing'))
    with pytest.raises(InvalidInputError, match='floor'):
        Slide(scene(surroundings=[replace(scene().surroundings[0], frame='sky')]))
    with pytest.raises(InvalidInputError, match='each name once'):
        Slide(scene(tool=scene().tool * 2))
    for wrong in (
        {'touch_gap': 0.003},
        {'margin': 0.001},
        {'most_corners': 2},
        {'patch_tolerance': -1.0},
    ):
        with pytest.raises(InvalidInputError):
            GeometrySettings(**wrong)
    with pytest.raises(InvalidInputError, match='joint deviation'):
        Deviations(joint=-1.0)


def test_the_description_of_this_package_is_read():
    path = Path(__file__).resolve().parents[3] / 'models' / 'seven_joint_arm' / 'arm.urdf'
    assert Robot(path.read_text(encoding='utf-8')).root == 'base_link'


def test_surroundings_that_move_with_a_frame_of_the_robot_are_said_to_move():
    ride = PlacedShape('floor', 'carriage', se3((0, 0, 0), (0, 0, 0)), half_space(UP), 'wood')
    # The pad stands on what carries it: both go down, and the pad turns.
    slide = Slide(scene(surroundings=[ride]))
    estimated = slide.at(0.0, speeds=(-0.2, 2.0))
    assert len(estimated.contacts) > 2
    for contact in estimated.contacts:
        x, y, _ = contact.point.contact_position
        assert np.allclose(contact.point.surface_velocity, (0.0, 0.0, -0.2))
        assert np.allclose(contact.relative_velocity, (-2.0 * y, 2.0 * x, 0.0))


def test_a_conveyor_runs_along_its_frame_however_its_shape_is_turned():
    belt = PlacedShape(
        'floor',
        'base',
        se3((0, 0, 0), (0, 0, np.pi / 2.0)),
        half_space(UP),
        'wood',
        np.array((0.2, 0.0, 0.0)),
    )
    for contact in Slide(scene(surroundings=[belt])).at(0.0).contacts:
        assert np.allclose(contact.point.surface_velocity, (0.2, 0.0, 0.0))
