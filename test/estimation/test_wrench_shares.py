# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One wrench among several contacts: what the sum tells, and how much it leaves open."""

import numpy as np
import pytest
from scipy.stats import chi2

from frictioncone_ros.contact import CircularCone, ContactPoint
from frictioncone_ros.estimation.wrench_shares import force_shares
from frictioncone_ros.exceptions import NumericalError

NOISE = np.diag(np.repeat((0.1, 0.01), 3) ** 2)
UP = (0.0, 0.0, 1.0)


def contact(x, y, normal=UP, z=0.0, friction=0.5):
    return ContactPoint((x, y, z), normal, CircularCone(friction))


def wrench_of(contacts, forces):
    places = [contact.contact_position for contact in contacts]
    return np.concatenate(
        (
            np.sum(forces, axis=0),
            np.sum([np.cross(p, f) for p, f in zip(places, forces, strict=True)], axis=0),
        )
    )


def forces_like_the_prior(rng, contacts, size):
    """Pushing forces with friction, one a contact."""
    made = []
    for one in contacts:
        across = np.cross(one.contact_normal, rng.normal(size=3))
        slip = 0.4 * rng.uniform() * across / np.linalg.norm(across)
        made.append(size * rng.uniform(0.3, 1.0) * (one.contact_normal + slip))
    return made


def test_one_contact_carries_all_with_the_sensors_noise():
    only = [contact(0.1, 0.0)]
    force = np.array((1.0, 2.0, 20.0))
    share = force_shares(wrench_of(only, [force]), NOISE, only).parts[0]
    assert np.allclose(share.force, force, atol=0.01)
    # Moments help, so it is no worse than the sensor's force.
    assert np.linalg.eigvalsh(share.covariance).max() <= 0.1**2 * 1.001


@pytest.mark.parametrize('unsure', [0.0, 0.002], ids=['exact places', 'places within 2 mm'])
def test_two_contacts_share_with_an_honest_covariance(unsure):
    rng = np.random.default_rng(12)
    squares = []
    for _ in range(500):
        contacts = [contact(0.1, 0.02), contact(-0.08, -0.03, (0.0, 0.6, 0.8))]
        forces = forces_like_the_prior(rng, contacts, 30.0)
        true = [
            ContactPoint(
                c.contact_position + unsure * rng.normal(size=3), c.contact_normal, c.friction
            )
            for c in contacts
        ]
        noisy = wrench_of(true, forces) + rng.normal(size=6) * np.sqrt(np.diag(NOISE))
        shares = force_shares(noisy, NOISE, contacts, [unsure**2 * np.eye(3)] * 2).parts
        # Along the line between them forces are the prior's; across it they are measured.
        line = contacts[0].contact_position - contacts[1].contact_position
        seen = np.linalg.svd(line[None])[2][1:]
        for share, force in zip(shares, forces, strict=True):
            error = seen @ (share.force - force)
            squares.append(error @ np.linalg.solve(seen @ share.covariance @ seen.T, error))
    least, largest = chi2.ppf((0.025, 0.975), 2 * 500) / 500
    # The two contacts' errors are not independent: one of them is judged by the interval.
    assert np.mean(squares[::2]) < largest
    assert np.mean(squares[1::2]) < largest
    assert np.mean(squares) > 0.5 * least


def test_of_four_feet_the_sum_is_right_and_the_rest_is_said_to_be_open():
    feet = [contact(x, y) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    forces = [np.array((0.0, 0.0, z)) for z in (4.0, 6.0, 8.0, 12.0)]
    wrench = wrench_of(feet, forces)
    shares = force_shares(wrench, NOISE, feet).parts
    total = wrench_of(feet, [share.force for share in shares])
    assert np.allclose(total, wrench, atol=0.05)
    for share, force in zip(shares, forces, strict=True):
        # The four normal forces have one way to change unseen: by plus and minus the same.
        deviation = share.covariance[2, 2] ** 0.5
        assert deviation > 1.0
        assert abs(share.force[2] - force[2]) < 3.0 * deviation


def test_a_contact_that_would_pull_carries_nothing():
    feet = [contact(0.1, 0.0, friction=0.0), contact(-0.1, 0.0, friction=0.0)]
    # Beyond the second foot: the first would have to pull.
    wrench = np.array((0.0, 0.0, 10.0, 0.0, 1.5, 0.0))
    shares = force_shares(wrench, NOISE, feet).parts
    assert not shares[0].force.any()
    # The little that so sure a pull leaves likely of a push comes on top.
    assert np.allclose(shares[0].covariance, NOISE[:3, :3], atol=1e-5)
    assert shares[1].force[2] > 9.0


def beyond_three_deviations(rng, contacts, forces, noise):
    """Return the share of normal forces that err by more than three of their deviations."""
    noisy = wrench_of(contacts, forces) + rng.normal(size=6) * np.sqrt(np.diag(noise))
    shares = force_shares(noisy, noise, contacts).parts
    return np.mean(
        [
            abs(one.contact_normal @ (share.force - force))
            > 3.0 * (one.contact_normal @ share.covariance @ one.contact_normal) ** 0.5
            for one, share, force in zip(contacts, shares, forces, strict=True)
        ]
    )


@pytest.mark.parametrize('length', [0.001, 0.1, 10.0])
def test_a_peg_held_crosswise_by_two_walls_has_their_forces_in_its_moment(length):
    rng = np.random.default_rng(13)
    noise = NOISE * np.diag(np.repeat((1.0, (length / 0.1) ** 2), 3))
    walls = [
        contact(-0.1 * length, 0.0, (1.0, 0.0, 0.0)),
        contact(0.1 * length, 0.0, (-1.0, 0.0, 0.0), length),
    ]
    missed = []
    for _ in range(100):
        push, across = rng.uniform(20.0, 40.0), rng.normal(size=(2, 3))
        # What the two walls press against each other cancels but for a twentieth.
        forces = [push * wall.contact_normal for wall in walls] + across * 0.05 * push
        missed.append(beyond_three_deviations(rng, walls, forces, noise))
    assert np.mean(missed) < 0.02


def test_small_pads_left_out_corners_are_said_to_be_unsure():
    rng = np.random.default_rng(14)
    pad = [contact(x, y) for x in (-0.001, 0.001) for y in (-0.001, 0.001)]
    missed = [
        beyond_three_deviations(rng, pad, forces_like_the_prior(rng, pad, 5.0), NOISE)
        for _ in range(100)
    ]
    assert np.mean(missed) < 0.02


@pytest.mark.parametrize('size', [1e3, 1e7, 1e11, 1e20])
def test_variances_are_not_negative_however_strong_the_wrench(size):
    """A sensor that has gone mad is shared, and refused by others: nothing breaks on the way."""
    places = contact(0.1, 0.0), contact(0.1, 0.1), contact(0.1, 0.0, (1.0, 0.0, 0.0), 0.2)
    found = force_shares(size * np.array((1.0, 0, 10.0, 0, 0, 0)), NOISE, places)
    for share in found.parts:
        assert (np.diag(share.covariance) >= 0.0).all()


def test_a_wrench_without_noise_is_refused():
    with pytest.raises(NumericalError, match='cannot be shared'):
        force_shares(np.array((0.0, 0, 10.0, 0, 0, 0)), np.zeros((6, 6)), [contact(0.0, 0.0)])


def test_no_contacts_no_shares():
    assert force_shares(np.ones(6), NOISE, []).parts == []
