# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Errors of normals, positions and friction within one ellipsoid, tried by sampling them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2

from frictioncone_ros.analysis.feasibility import can_produce, contact_wrench_problem
from frictioncone_ros.analysis.joint_uncertainty import JointUncertainty, produce_under_joint_noise
from frictioncone_ros.analysis.robust_feasibility import produce_under_noise
from frictioncone_ros.contact import CircularCone, ContactState, Frictionless
from frictioncone_ros.exceptions import InvalidInputError

FEET = [(0.1, 0.0, 0.0), (-0.05, 0.09, 0.0), (-0.05, -0.09, 0.0), (0.0, 0.02, 0.0)]
STATE = ContactState.from_points(FEET, (0, 0, 1), 0.5)
NOISE = JointUncertainty(normal=0.02, position=1e-3, friction=0.05)
DOWN = np.array([0.0, 0.0, 20.0, 0.0, 0.0, 0.0])
UP, PULL = (0, 0, 1), np.eye(6)[0]
ACROSS = np.array([1.0, 0.3, 0.0, 0.0, 0.0, 0.02])


def largest(judge, most=20.0):
    """Return how far across the wrench may pull."""
    low, high = 0.0, most
    for _ in range(16):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if judge(DOWN + middle * ACROSS) else (low, middle)
    return low


def joint(noise):
    return lambda wrench: produce_under_joint_noise(STATE, wrench, noise).carried


def sampled(noise, generator):
    """Return the state with errors on the ellipsoid's boundary, the worst there is."""
    count = len(FEET)
    own, shared = np.sqrt(1.0 - noise.common), np.sqrt(noise.common)
    # Errors (k, 6): tilts about x and y, shifts along x, y and z, friction.
    single = own * generator.normal(size=(count, 6))
    errors = single + shared * generator.normal(size=6)
    covariance = own**2 * np.eye(count) + shared**2 * np.ones((count, count))
    if noise.common < 1.0:
        distance = np.einsum('ia,ij,ja', errors, np.linalg.inv(covariance), errors)
        errors *= noise.radius(count, 6) / np.sqrt(distance)
    contacts = []
    for contact, error in zip(STATE.contacts, errors, strict=True):
        tilt = noise.normal * error[:2]
        normal = np.array([tilt[1], -tilt[0], 1.0])
        shift = noise.position * error[2:5]
        contacts.append(
            replace(
                contact,
                contact_normal=normal / np.linalg.norm(normal),
                contact_position=contact.contact_position + shift,
                friction=CircularCone(0.5 * (1.0 + noise.friction * error[5])),
            )
        )
    return ContactState(contacts)


@pytest.mark.parametrize('common', [0.0, 0.5])
def test_what_is_carried_for_the_ellipsoid_is_carried_on_its_boundary(common):
    noise = replace(NOISE, common=common)
    edge = DOWN + 0.98 * largest(joint(noise)) * ACROSS
    generator = np.random.default_rng(3)
    for _ in range(150):
        assert can_produce(contact_wrench_problem(sampled(noise, generator)), edge)


def test_without_errors_the_verdict_is_that_of_the_stated_contacts():
    problem = contact_wrench_problem(STATE)
    exact = largest(lambda wrench: can_produce(problem, wrench))
    assert largest(joint(JointUncertainty())) == pytest.approx(exact, rel=1e-3)
    verdict = produce_under_joint_noise(STATE, DOWN, JointUncertainty())
    assert verdict.radius == 0.0
    assert verdict.largest_radius == np.inf


def test_together_costs_less_than_each_at_its_worst_by_itself():
    noise = JointUncertainty(normal=0.05)
    radius = noise.radius(len(FEET), 6)
    alone = largest(lambda wrench: produce_under_noise(STATE, wrench, radius * 0.05, 0.0))
    exact = largest(joint(JointUncertainty()))
    together = largest(joint(noise))
    assert alone < together < exact
    assert exact - together < 0.9 * (exact - alone)


def test_more_doubt_carries_less_and_common_errors_do_not_average_out():
    surely = largest(joint(replace(NOISE, confidence=0.99)))
    usually = largest(joint(NOISE))
    perhaps = largest(joint(replace(NOISE, confidence=0.5)))
    assert surely < usually < perhaps
    tilted = JointUncertainty(normal=0.05)
    assert largest(joint(replace(tilted, common=1.0))) < largest(joint(tilted))


def test_the_largest_radius_says_how_much_doubt_the_wrench_survives():
    verdict = produce_under_joint_noise(STATE, DOWN + 3.0 * ACROSS, NOISE)
    assert verdict.carried
    assert verdict.largest_radius > verdict.radius
    far = produce_under_joint_noise(STATE, DOWN + 9.0 * ACROSS, NOISE)
    assert not far.carried
    assert far.largest_radius < far.radius
    refused = produce_under_joint_noise(STATE, DOWN + 30.0 * ACROSS, NOISE)
    assert refused.contact_forces is None
    assert not refused.carried


def test_in_the_plane_too():
    plane = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0, 1), 0.5)
    pull = np.array([2.0, 10.0, 0.0])
    noise = JointUncertainty(normal=0.02, position=1e-3, friction=0.05)
    assert produce_under_joint_noise(plane, pull, noise).carried
    assert not produce_under_joint_noise(plane, (4.9, 10.0, 0.0), noise).carried


def test_a_single_contact_cannot_give_back_a_moment():
    one = ContactState.from_points([(0.0, 0.0, 0.1)], (0, 0, 1), 0.5)
    force = (1.0, 0.0, 10.0, 0.0, 0.1, 0.0)
    assert produce_under_joint_noise(one, force, JointUncertainty(friction=0.1)).carried
    assert not produce_under_joint_noise(one, force, JointUncertainty(position=1e-3)).carried


def test_frictionless_contacts_hold_nothing_across():
    smooth = STATE.with_friction(Frictionless())
    assert produce_under_joint_noise(smooth, DOWN, JointUncertainty()).carried
    assert not produce_under_joint_noise(smooth, DOWN, NOISE).carried


@pytest.mark.parametrize('wrong', [
    {'normal': -0.1}, {'position': np.nan}, {'common': 1.5}, {'confidence': 1.0},
])  # fmt: skip
def test_what_is_no_uncertainty_is_refused(wrong):
    with pytest.raises(InvalidInputError, match=next(iter(wrong))):
        JointUncertainty(**wrong)


def test_without_contacts_nothing_is_held_and_nothing_is_unsure():
    nothing = ContactState([])
    assert (
        produce_under_joint_noise(nothing, np.zeros(6), JointUncertainty(0.1, 0.01)).slack
        == np.inf
    )
    pushed = produce_under_joint_noise(nothing, (1.0, 0, 0, 0, 0, 0), JointUncertainty(0.1, 0.01))
    assert pushed.contact_forces is None


def test_frictionless_contacts_must_press_for_every_place_within_the_doubt():
    feet = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0.0, 1.0), Frictionless())
    for offset, sure in ((0.01, True), (0.2, False)):
        found = produce_under_joint_noise(feet, (0.0, 10.0, 0.0), JointUncertainty(0.0, offset))
        assert (found.slack >= 0.0) is sure


@pytest.mark.parametrize('coefficient', [0.3, 1.5])
def test_doubt_about_friction_alone_takes_its_share_of_it(coefficient):
    """One contact shares nothing: mu (1 - radius times doubt) of its normal force is left."""
    noise = JointUncertainty(normal=0.0, position=0.0, friction=0.05)
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0, 0, 1), coefficient)
    most = 10.0 * coefficient * (1.0 - 0.05 * noise.radius(1, 6))
    for pull, carried in ((0.999 * most, True), (1.001 * most, False)):
        answer = produce_under_joint_noise(state, (pull, 0, 10.0, 0, 0, 0), noise)
        assert answer.carried == carried


@pytest.mark.parametrize(
    ('errors', 'planar', 'spatial'),
    [
        ({'normal': 0.02}, 1, 2),
        ({'position': 1e-3}, 2, 3),
        ({'friction': 0.05}, 1, 1),
        ({'normal': 0.02, 'position': 1e-3, 'friction': 0.05}, 4, 6),
    ],
)
def test_every_error_that_may_be_counts_in_the_radius_however_small_it_is(errors, planar, spatial):
    noise = JointUncertainty(**errors)
    for dimension, each in ((3, planar), (6, spatial)):
        assert chi2.cdf(noise.radius(4, dimension) ** 2, 4 * each) == pytest.approx(0.95)
    assert JointUncertainty().radius(4, 6) == 0.0


def test_in_the_plane_a_straight_press_survives_both_normals_tilted_by_the_friction_angle():
    """Tilted alike by t each, two feet slip where t is mu: that is a radius of sqrt(2) t."""
    plane = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0, 1), 0.5)
    verdict = produce_under_joint_noise(plane, (0.0, 10.0, 0.0), JointUncertainty(normal=0.05))
    assert verdict.largest_radius == pytest.approx(np.sqrt(2.0) * 0.5 / 0.05)


@pytest.mark.parametrize('angle', [0.3, 0.5 * np.pi, 2.0])
def test_where_nothing_pulls_across_the_axes_of_a_contact_do_not_matter(angle):
    """A normal that tilts turns a straight press to any side alike."""
    hint = (np.cos(angle), np.sin(angle), 0.0)
    turned = ContactState([replace(foot, tangent_hint=hint) for foot in STATE.contacts])
    radii = [
        produce_under_joint_noise(state, DOWN, JointUncertainty(normal=0.05)).largest_radius
        for state in (STATE, turned)
    ]
    # What the feet press sideways against each other is not the same about other axes.
    assert radii[1] == pytest.approx(radii[0], rel=2e-2)


def test_a_small_pull_does_not_make_the_wrench_surer():
    """A tangential force that is small is turned any way by errors, not only made longer."""
    feet = ContactState.from_points([(0.1, 0, 0), (-0.05, 0.09, 0), (-0.05, -0.09, 0)], UP, 0.3)
    noise = JointUncertainty(normal=0.05)
    radii = [
        produce_under_joint_noise(feet, DOWN + pull * PULL, noise).largest_radius
        for pull in (0.0, 1e-10, 1e-6, 1e-3, 0.03, 0.3, 1.0)
    ]
    assert (np.diff(radii) <= 1e-9 * radii[0]).all()
