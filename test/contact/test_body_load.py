# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a body's own weight and inertia add to a commanded wrench."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_spatial_motions
from frictioncone_ros.contact import body_load, ContactState, weight, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia, RigidTransform

FEET = [(0.1, 0.0, -0.05), (-0.1, 0.1, -0.05), (-0.1, -0.1, -0.05)]
BODY = Inertia.spatial_body(2.0, np.diag([0.02, 0.03, 0.04]), (0.01, -0.02, 0.05))
STATE = ContactState.from_points(FEET, (0, 0, 1), 0.5, BODY)


def test_a_body_without_inertia_or_at_rest_loads_nothing():
    assert body_load(replace(STATE, inertia=None, gravity=(0, 0, -9.8))) is None
    assert body_load(STATE) is None
    assert weight(STATE) is None


def test_the_weight_acts_at_the_centre_of_mass():
    load = weight(replace(STATE, gravity=(0.0, 0.0, -9.81)))
    force = np.array([0.0, 0.0, -2.0 * 9.81])
    assert load == pytest.approx(np.concatenate((force, np.cross((0.01, -0.02, 0.05), force))))
    plane = ContactState.from_points(
        [(0, 0)], (0, 1), 0.5, Inertia.planar_body(2.0, 0.1, (0.3, 0.0))
    )
    assert weight(replace(plane, gravity=(0.0, -10.0))) == pytest.approx((0.0, -20.0, -6.0))


def test_contacts_get_what_the_motion_found_says_they_get():
    # Newton and Euler by another way: the search's forces of a body that spins and is pushed.
    spinning = STATE.with_twist((0.0, 0.0, 0.0, 0.0, 0.0, 3.0))
    wrench = np.array([30.0, 4.0, -60.0, 0.3, -0.2, 0.1])
    motion = find_spatial_motions(spinning, wrench).motions[0]
    moving = replace(spinning, acceleration=motion.twist_rate)
    assert motion.twist_rate.any()
    reaction = wrench_matrix(spinning) @ motion.contact_forces.minimum_norm
    assert -reaction == pytest.approx(wrench + body_load(moving), abs=1e-9)
    assert -reaction == pytest.approx(wrench + body_load(spinning, motion.twist_rate), abs=1e-9)


def test_a_measured_acceleration_counts_before_a_commanded_one_and_only_with_inertia():
    moving = replace(STATE, acceleration=(1.0, 0, 0, 0, 0, 0), gravity=(0.0, 0.0, -5.0))
    commanded = np.array([0.0, 7.0, 0, 0, 0, 0])
    assert body_load(moving, commanded)[:3] == pytest.approx((-2.0, 0.0, -10.0))
    assert body_load(replace(moving, acceleration=None), commanded)[:3] == pytest.approx(
        (0.0, -14.0, -10.0)
    )
    assert body_load(moving, commanded, with_inertia=False) == pytest.approx(weight(moving))


def test_the_load_does_not_depend_on_the_reference_point():
    moving = replace(
        STATE.with_twist((0.1, 0.2, -0.1, 1.0, -2.0, 0.5)),
        acceleration=(1.0, 2.0, 3.0, -4.0, 5.0, 6.0),
        gravity=(1.0, -2.0, -9.0),
    )
    offset = np.array([0.3, -0.2, 0.1])
    there = RigidTransform(np.eye(3), offset).force_transform @ body_load(moving)
    assert body_load(moving.with_reference_point(offset)) == pytest.approx(there)
    body = Inertia.planar_body(2.0, 0.1, (0.3, 0.1))
    plane = replace(
        ContactState.from_points([(0, 0)], (0, 1), 0.5, body),
        twist=(0.1, 0.2, 3.0),
        acceleration=(1.0, 2.0, 4.0),
        gravity=(0.5, -9.0),
    )
    shifted = RigidTransform(np.eye(2), offset[:2]).force_transform @ body_load(plane)
    assert body_load(plane.with_reference_point(offset[:2])) == pytest.approx(shifted)


@pytest.mark.parametrize(
    'wrong', [{'acceleration': (1.0, 2.0)}, {'gravity': (0.0, np.nan, 1.0)}, {'gravity': (1.0,)}]
)
def test_what_is_no_acceleration_is_refused(wrong):
    with pytest.raises(InvalidInputError, match=next(iter(wrong))):
        replace(STATE, **wrong)
