# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Soft fingers that stick, slip and spin keep to their limit surfaces."""

from dataclasses import replace

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
from soft_finger_judge import BORDER, faults, limits_of, rest_excess, rows_of

from frictioncone_ros.analysis.motions import (
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    SearchLimits,
)
from frictioncone_ros.contact import ContactPoint, ContactState, SoftFinger
from frictioncone_ros.spatial import Inertia

SEEDS = st.integers(0, 10**6)
LIMITS = SearchLimits(seconds=5.0)


def random_grip(random, count, moving):
    """One pad, a pair of fingers against each other, or three or four on a ring, with a wrench."""
    mu, torsion = 10.0 ** random.uniform(-1.0, 0.0), 10.0 ** random.uniform(-3.0, -1.0)
    finger, reach = SoftFinger(mu, torsion), 10.0 ** random.uniform(-1.5, 0.0)
    angles = 2.0 * np.pi * np.arange(count) / count
    ring = np.column_stack((np.cos(angles), np.sin(angles), np.zeros(count)))
    gripped = count > 1 and random.random() < 0.5
    places = reach * (ring if gripped else ring - (0.0, 0.0, 0.5))
    normals = -ring if gripped else np.tile((0.0, 0.0, 1.0), (count, 1))
    twist = np.zeros(6)
    if moving and not gripped:
        twist[[0, 1, 5]] = random.normal(size=3) * (reach, reach, 1.0)
        twist *= random.random(6) < 0.7
    inertia = Inertia.spatial_body(1.0, 0.3 * reach**2 * np.diag((1.0, 1.2, 0.8)))
    contacts = [ContactPoint(p, n, finger) for p, n in zip(places, normals, strict=True)]
    if random.random() < 0.5:
        wrench = -sum(_near_its_surface(random, contact) for contact in contacts)
    else:
        push = random.normal(size=6) * (1.0, 1.0, 1.0, reach, reach, reach)
        load = 10.0 * np.array((0.0, 0.0, -1.0, 0.0, 0.0, 0.0))
        wrench = load + push * 10.0 ** random.uniform(-1.0, 1.0)
    return ContactState(contacts, inertia, twist), wrench


def _near_its_surface(random, contact):
    """Return the wrench of a force somewhat inside or outside a contact's limit surface."""
    force = random.normal(size=3)
    force *= random.uniform(0.8, 1.2) / np.linalg.norm(force)
    return rows_of(contact).T @ (
        random.uniform(1.0, 5.0) * limits_of(contact) * np.append(1.0, force)
    )


def rests(motion):
    """Whether no contact opens, slides or spins."""
    return set(str(motion.mode)) == {'f'} and not motion.slip.any()


@settings(max_examples=rounds(15, 60), deadline=None)
@given(SEEDS, st.integers(1, 4))
def test_rest_is_listed_if_and_only_if_forces_inside_the_surfaces_exist(seed, count):
    state, wrench = random_grip(np.random.default_rng(seed), count, moving=False)
    excess = rest_excess(state, wrench)
    found = find_spatial_motions(state, wrench, limits=LIMITS)
    if abs(excess) > BORDER and (found.exhaustive or excess > 0.0):
        assert any(rests(motion) for motion in found) == (excess < 0.0)


@settings(max_examples=rounds(10, 40), deadline=None)
@given(SEEDS, st.integers(1, 4))
def test_without_inertia_rest_is_listed_close_to_the_limit_too(seed, count):
    """Forces on the surfaces against a slow twist, with a thousandth more friction or less."""
    random = np.random.default_rng(seed)
    state, _ = random_grip(random, count, moving=False)
    twist = np.zeros(6)
    twist[[0, 1, 5]] = random.normal(size=3)
    wrench = np.zeros(6)
    for contact in state.contacts:
        rows, limits = rows_of(contact), limits_of(contact)
        slip = limits[1:] * (rows @ twist)[1:]
        against = np.append(1.0, -slip / max(np.linalg.norm(slip), 1e-300))
        wrench -= rows.T @ (random.uniform(1.0, 3.0) * limits * against)
    resting = ContactState(state.contacts)
    for share, held in ((0.999, True), (1.001, False)):
        wider = [replace(c, friction=c.friction.scaled(1.0 / share)) for c in resting.contacts]
        excess, scaled = rest_excess(ContactState(wider), wrench), ContactState(wider)
        found = find_spatial_quasistatic_motions(scaled, wrench, limits=LIMITS)
        if abs(excess) > BORDER:
            assert any(rests(motion) for motion in found) == (excess < 0.0)
        assert not held or excess < BORDER
        for motion in found:
            assert not faults(scaled, wrench, motion, dynamic=False)


@settings(max_examples=rounds(15, 60), deadline=None)
@given(SEEDS, st.integers(1, 4), st.booleans())
def test_forces_lie_on_the_surface_against_slip_and_spin(seed, count, moving):
    state, wrench = random_grip(np.random.default_rng(seed), count, moving)
    for motion in find_spatial_motions(state, wrench, limits=LIMITS):
        assert not faults(state, wrench, motion)
