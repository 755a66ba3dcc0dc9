# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Each fault that was reproduced by driving filter and node's core beside the judge, once more.

Docstrings are the sentences of issue 13. The judge's invariants are named in the assertions, so
that a failure says which of them gave way.
"""

import pytest

pytest.importorskip('frictioncone_ros.msg', reason='what is published is written as messages')

from course import Course, six, touching
from drive_node import NodeDriver
from drive_pipeline import PipelineDriver
from fuzz_contacts import random_contacts
import numpy as np
from records import Counts
from run_scenario import run_scenario

FLOOR = (0.0, 0.0, 1.0)
FEET = tuple(
    touching(place, FLOOR, name=f'foot{index}')
    for index, place in enumerate(((0.1, 0.0, 0.0), (-0.05, 0.08, 0.0), (-0.05, -0.08, 0.0)))
)
ONE_FOOT = (touching((0.0, 0.0, 0.0), FLOOR),)


def pipeline(**settings):
    return Course(PipelineDriver(), **settings)


def node(**settings):
    return Course(NodeDriver(1.0, planar=False), **settings)


THREE_CONTACTS = {
    'normals nearly in one plane': (
        ((0.03, 0.06, -0.1), (-0.2, 0.8, -0.8)),
        ((0.02, 0.03, -0.17), (1.2, -1.1, 1.6)),
        ((0.01, 0.04, 0.14), (-1.1, -0.5, -1.0)),
        (1.2, 0.35, -1.23, 0.16, 0.04, 0.18),
    ),
    'a grasp': (
        ((0.03, -0.02, -0.03), (0.8, 0.2, 0.4)),
        ((-0.17, 0.05, -0.03), (-0.4, 0.6, -0.85)),
        ((0.01, 0.07, -0.05), (0.9, -2.2, 0.5)),
        (-2.27, 0.17, 0.96, -0.01, -0.12, -0.1),
    ),
}
"""Places [m] and normals of three contacts, and the commanded wrench."""


@pytest.mark.parametrize('scene', THREE_CONTACTS)
def test_hold_never_presses_harder_than_what_was_sent(scene):
    """Hold: three contacts, `max_force=1`: 0.99 N sent, 1.76 N held."""
    *places, wrench = THREE_CONTACTS[scene]
    course = pipeline(hold_normal=True, max_force=1.0)
    course.contacts = tuple(
        touching(place, normal, 1.0, f'c{index}') for index, (place, normal) in enumerate(places)
    )
    course.parts = {'wrench': six(*wrench)}
    course.run(0.8)
    sent = course.force()[-1]
    course.contacts = None
    course.run(0.8)
    assert course.ticks[-1].holds
    assert course.force(80).max() <= sent * (1.0 + 1e-6)
    assert course.seen() == {}


@pytest.mark.parametrize('index', [4, 10, 13, 14, 23, 32])
def test_hold_of_random_contacts_never_presses_harder(index):
    """Hold: random scenes up to 0.19 N sent, 51 N held at limit 20."""
    rng = np.random.default_rng([13, index])
    course = pipeline(hold_normal=True, max_force=20.0, max_normal_force=40.0)
    course.contacts = random_contacts(rng, 3, 0.2)
    course.parts = {'wrench': rng.normal(size=6) * (10.0, 10.0, 10.0, 1.0, 1.0, 1.0)}
    course.run(0.8)
    course.contacts = None
    course.run(0.8)
    assert course.seen() == {}


@pytest.mark.parametrize('count', [3, 4])
def test_limits_never_turn_the_force_round(count):
    """`force_limits`: margin 1, `max_force` 2, `max_normal_force` 3, +0.5 N commanded: -4.07 N."""
    course = pipeline(margin=1.0, max_force=2.0, max_normal_force=3.0)
    course.contacts = (
        *(
            touching((0.1 * index, 0.0), (0.0, 1.0), name=f'below{index}')
            for index in range(count)
        ),
        touching((0.05 * count, 0.1), (0.0, -1.0), name='above'),
    )
    course.parts = {'wrench': six(0.0, 0.5)}
    assert course.run(1.0).given['wrench'][1] >= -1e-9
    assert course.seen() == {}


def test_a_contact_made_far_away_does_not_speed_the_rotation_up():
    """Speed: rotating in free space, contact made 0.5 m away: 5 times `max_linear_speed`."""
    course = pipeline(
        max_linear_speed=0.1, max_angular_speed=2.0, free_motion_limit=0.1, free_rotation_limit=1.0
    )
    course.parts = {'twist': six(0.0, 0.0, 0.0, 0.0, 0.0, 1.0)}
    course.run(1.0)
    course.contacts = (touching((0.5, 0.0, 0.0), (0.0, 1.0, 0.0)),)
    course.run(1.0)
    assert course.seen() == {}


def test_speed_rate_holds_while_the_estimate_moves():
    """Speed: `max_speed_rate` 0.1: a jump of 0.25 m/s when the estimate moves."""
    course = pipeline(max_speed_rate=0.1, max_rotation_rate=10.0)
    course.parts = {'twist': six(0.3, 0.0, 0.0, 0.0, 0.0, 1.0)}
    course.contacts = (touching((0.5, 0.0, 0.0), (0.0, 1.0, 0.0)),)
    course.run(5.0)
    course.contacts = (touching((0.5, 0.0, 0.0), (0.5, 1.0, 0.0)),)
    course.run(0.2)
    course.contacts = (touching((0.2, 0.1, 0.0), (0.0, 1.0, 0.0)),)
    course.run(0.2)
    assert course.seen() == {}


def test_a_contact_without_bound_away_keeps_the_speed_bounded():
    """Speed: a contact at 1e6 m: 5e5 m/s sent."""
    course = pipeline(max_linear_speed=0.5)
    course.parts = {'twist': six(0.0, 0.0, 0.0, 0.0, 0.0, 1.0)}
    course.run(1.0)
    course.contacts = (touching((1e6, 0.0, 0.0), (0.0, 1.0, 0.0)),)
    course.run(1.0)
    assert course.seen() == {}


def test_another_moment_centre_keeps_the_moment_limit():
    """Moment: memory moved to another moment centre: 20 Nm at limit 2 for 3 s."""
    course = node(max_moment=2.0, max_force_rate=10.0, max_moment_rate=10.0)
    course.contacts = (touching((0.0, 0.0, 0.0), FLOOR),)
    course.parts = {'wrench': six(0.0, 0.0, -20.0)}
    course.event('frames', {'axes': 'base', 'reference': 'base', 'contacts': 'base', 'hidden': ''})
    course.run(4.0)
    course.event('frames', {'axes': 'base', 'reference': 'tool', 'contacts': 'base', 'hidden': ''})
    course.run(1.0)
    assert course.seen() == {}


def test_accelerations_keep_their_limit_on_every_ramp():
    """Moment: accelerations 46.8 at limit 4."""
    course = pipeline(
        max_linear_acceleration=4.0, max_angular_acceleration=100.0, stop_ramp_duration=0.5
    )
    course.parts = {'accel': six(0.0, 0.0, 0.0, 0.0, 0.0, 90.0)}
    course.contacts = ONE_FOOT
    course.run(1.0)
    course.contacts = (touching((0.5, 0.0, 0.0), (0.0, 1.0, 0.0)),)
    course.event('enabled', False)
    course.run(0.4)
    assert course.seen() == {}


def test_numbers_keep_the_frame_they_were_computed_in():
    """Frames: command in `tool`, then in an unknown frame: the old numbers under the new name."""
    course = node()
    course.contacts = ONE_FOOT
    course.parts = {'wrench': six(0.0, 0.0, -20.0)}
    course.event('frames', {'axes': 'tool', 'reference': 'base', 'contacts': 'base', 'hidden': ''})
    course.run(1.0)
    course.event(
        'frames', {'axes': 'ghost', 'reference': 'base', 'contacts': 'base', 'hidden': ''}
    )
    course.run(0.5)
    assert course.force()[-51] > 10.0
    assert course.seen() == {}


@pytest.mark.parametrize('make', [pipeline, node])
def test_a_part_no_longer_commanded_ramps_to_zero(make):
    """Parts: wrench+twist, then twist alone at `max_force_rate` 50: 30 N to 0 in 7 ms."""
    course = make(max_force_rate=50.0)
    course.contacts = ONE_FOOT
    course.parts = {'wrench': six(0.0, 0.0, -30.0), 'twist': six(0.01)}
    course.run(2.0, 0.007)
    course.parts = {'twist': six(0.01)}
    course.run(1.0, 0.007)
    assert course.seen() == {}
    assert any('PART_RELEASED' in tick.codes for tick in course.ticks)


def test_contacts_in_another_frame_of_the_same_pose_change_nothing():
    """Contacts header changes to a frame of the same pose: 29 N to 0 in 11 ms."""
    course = node(max_force_rate=50.0)
    course.contacts = ONE_FOOT
    course.parts = {'wrench': six(0.0, 0.0, -29.0)}
    course.run(2.0)
    course.event('frames', {'axes': 'base', 'reference': '', 'contacts': 'twin', 'hidden': ''})
    course.run(0.1)
    assert course.seen() == {}
    assert course.force(-10).min() > 28.0


def test_two_estimators_in_two_frames_do_not_stop_the_force():
    """Two estimators in two frames: force stays 0 for ever, "on the ramp"."""
    course = node()
    course.contacts = ONE_FOOT
    course.parts = {'wrench': six(0.0, 0.0, -29.0)}
    for number in range(200):
        course.event(
            'frames',
            {
                'axes': 'base',
                'reference': '',
                'hidden': '',
                'contacts': ('base', 'cell')[number % 2],
            },
        )
        course.run(0.01)
    assert course.seen() == {}
    assert course.force()[-1] == pytest.approx(29.0)


def test_free_motion_limit_holds_at_once_after_contact_loss():
    """free_motion_limit 0.05 exceeded for 3 s after contact loss at 0.2 m/s."""
    course = pipeline(free_motion_limit=0.05, max_speed_rate=0.05)
    course.contacts = ONE_FOOT
    course.parts = {'twist': six(0.2)}
    course.run(5.0)
    course.contacts = ()
    course.run(1.0)
    assert course.seen() == {}


def test_turning_on_the_spot_adds_no_friction():
    """Turning in place on one contact in mode `d`: 5 N sideways added to a 10 N press."""
    place = np.array((0.1, 0.2, 0.3))
    course = pipeline()
    course.contacts = (touching(tuple(place), (0.1, 0.2, 1.0)),)
    course.event('mode', 'd')
    normal, sideways = course.contacts[0].normal, []
    for speed in (0.7, 0.713, 0.687):
        turning = speed * normal
        course.parts = {
            'wrench': np.append(-10.0 * normal, np.cross(place, -10.0 * normal)),
            'twist': np.append(np.cross(place, turning), turning),
        }
        force = course.run(1.0).given['wrench'][:3]
        sideways.append(float(np.linalg.norm(force - (force @ normal) * normal)))
    assert max(sideways) < 1e-6
    assert 'SLIP_UNDEFINED' in course.ticks[-1].codes
    assert course.seen() == {}


def test_friction_of_a_conveyor_opposes_the_slip_over_the_belt():
    """Belt at 1 m/s: +5 N where -5 N is right."""
    course = pipeline()
    course.contacts = (touching((0.0, 0.0, 0.0), FLOOR, surface=(1.0, 0.0, 0.0)),)
    course.parts = {'wrench': six(0.0, 0.0, -10.0), 'twist': six(0.2)}
    course.event('mode', 'd')
    # The belt is faster: the body slides backwards over it, and is pulled forwards.
    # The robot must hold against that: its force on the belt points backwards.
    assert course.run(1.0).given['wrench'][0] == pytest.approx(-5.0)
    assert course.seen() == {}


def test_change_of_the_wanted_mode_keeps_the_speed_rates():
    """Change of the desired mode: speed rates exceeded (149 of 12 600 ticks)."""
    course = pipeline(max_speed_rate=0.05, max_rotation_rate=0.5)
    course.contacts = FEET
    course.parts = {'twist': six(0.1, 0.05, -0.2, 0.3, 0.2, 1.0)}
    for mode in ('***', 'ss*', 'fs*', None, 's**', 'sss', '***'):
        course.event('mode', mode)
        course.run(1.0)
    assert course.seen() == {}


@pytest.mark.parametrize('index', [226, 529, 1613, 1716])
def test_ramps_report_forces_within_the_limit(index):
    """Ramps report contact forces of 268 N against `max_normal_force` 5.2."""
    rng = np.random.default_rng([32, index])
    course = pipeline(max_normal_force=5.2)
    course.contacts = random_contacts(rng, int(rng.choice([2, 3])), 0.2)
    course.parts = {'wrench': rng.normal(size=6) * (5.0, 5.0, 5.0, 0.5, 0.5, 0.5)}
    course.run(0.7)
    course.event('enabled', False)
    course.run(0.3)
    assert course.seen() == {}


@pytest.mark.parametrize(('policy', 'degrees'), [('project', 80.0), ('neutral', 26.565)])
def test_giving_up_goes_through_the_ramps(policy, degrees):
    """No chatter: 80 degrees off the normal with 0.2 N of noise gives steps of 37 N."""
    rng, angle = np.random.default_rng(8), np.radians(degrees)
    removed = float(np.sin(np.radians(80.0) - np.arctan(0.5)))
    course = pipeline(infeasible_policy=policy, max_removed_fraction=removed)
    course.contacts = ONE_FOOT
    course.parts = {'wrench': six(0.0, 0.0, -40.0)}
    course.run(0.7)
    for _ in range(300):
        force = -40.0 * np.array([np.sin(angle), 0.0, np.cos(angle)])
        course.parts = {'wrench': six(*(force + 0.2 * rng.normal(size=3)))}
        course.run(0.01)
    assert course.seen() == {}
    steps = np.abs(np.diff(course.force(71)))
    assert steps.max() < 6.0
    # With hysteresis it is not for ever on one of the two ramps.
    assert np.count_nonzero(steps > 1.0) < 60


def test_a_stop_is_not_slowed_by_what_compliant_contacts_carry():
    """Found by torture, seed 20261119, scenario 65: not neutral 0.2 s after the stop ramp."""
    assert not run_scenario(20261119, 65, 120, Counts())
