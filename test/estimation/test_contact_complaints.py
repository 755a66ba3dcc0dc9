# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What looks wrong in contacts: each complaint where it belongs, and none where all is well."""

import numpy as np
import pytest

from frictioncone_ros.estimation.plausibility import (
    plausibility_warnings,
    SeenContact,
    snapshot_complaints,
    Suspicion,
)

USUAL = Suspicion(stale=0.2, far=5.0)


def contact(**given):
    usual = {
        'name': 'one',
        'touches': True,
        'position': np.zeros(3),
        'normal': np.array((0.0, 0.0, 1.0)),
        'friction': 0.5,
    }
    return SeenContact(**{**usual, **given})


def test_a_good_contact_is_not_complained_about():
    fine = contact(distance=0.0004, force=np.array((1.0, 0.0, 5.0)))
    assert plausibility_warnings(fine, Suspicion(0.2, 5.0, np.array((0.0, 0.0, 0.1)))) == []
    assert snapshot_complaints(0.05, 1, USUAL) == []
    assert plausibility_warnings(contact(friction=None), USUAL) == []


@pytest.mark.parametrize(
    ('given', 'word'),
    [
        ({'position': np.array((0.0, 6.0, 0.0))}, 'far: 6 m'),
        ({'friction': 0.0}, 'mu 0'),
        ({'normal': np.array((0.0, 0.0, 0.5))}, 'length 0.5'),
        ({'distance': 0.02}, 'gap of 20 mm'),
        ({'force': np.array((0.0, 0.0, -3.0))}, 'pulls with 3 N'),
    ],
)
def test_what_is_wrong_is_said_once(given, word):
    (said,) = plausibility_warnings(contact(**given), USUAL)
    assert word in said


def test_a_candidate_may_have_a_gap_and_noise_may_pull_a_little():
    assert plausibility_warnings(contact(touches=False, distance=0.02), USUAL) == []
    assert plausibility_warnings(contact(force=np.array((0.0, 0.0, -0.3))), USUAL) == []


def test_a_normal_away_from_the_tool_is_seen():
    below = Suspicion(0.2, 5.0, np.array((0.0, 0.0, -0.1)))
    assert plausibility_warnings(contact(), below) == ['normal points away from the tool']


@pytest.mark.parametrize(
    ('age', 'publishers', 'word'),
    [(0.3, 1, 'stale'), (-0.3, 1, 'ahead of the clock'), (0.0, 2, '2 publishers')],
)
def test_a_snapshot_is_old_early_or_contested(age, publishers, word):
    (said,) = snapshot_complaints(age, publishers, USUAL)
    assert word in said
