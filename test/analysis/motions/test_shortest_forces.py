# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The shortest forces of circular cones and rays: projections, their slopes, and the least."""

import numpy as np
from numpy.testing import assert_allclose
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.motions.dual_forces import dual_forces, SimpleCones
from frictioncone_ros.cones import CoulombCone


def cones_of(seed, rounds=2, rays=3):
    random = np.random.default_rng(seed)
    columns = random.normal(size=(6, rays))
    return SimpleCones(
        random.normal(size=(rounds, 6, 3)),
        random.uniform(0.2, 1.5, size=rounds),
        columns / np.linalg.norm(columns, axis=0),
    )


@pytest.mark.parametrize('seed', range(6))
def test_forces_of_multipliers_are_the_nearest_of_each_cone_and_ray(seed):
    cones = cones_of(seed)
    for multipliers in 3.0 * np.random.default_rng(seed).normal(size=(10, 6)):
        forces, along, factor = cones.nearest(multipliers)
        assert_allclose(along, np.maximum(multipliers @ cones.columns, 0.0))
        for force, radius, pulled in zip(
            forces, cones.radii, multipliers @ cones.maps, strict=True
        ):
            assert_allclose(force, CoulombCone(radius).project(pulled), atol=1e-9)
        # What is supplied changes by the factor and its transpose.
        for step in 1e-6 * np.eye(6):
            ahead, behind = (
                cones.supplied(*cones.nearest(multipliers + side * step)[:2])
                for side in (1.0, -1.0)
            )
            slope = factor @ factor.T @ step
            assert_allclose(ahead - behind, 2.0 * slope, atol=1e-11)


@pytest.mark.parametrize('seed', [0, 1, 2, 3, 5, 6])
@pytest.mark.parametrize('counts', [(2, 3), (0, 8), (3, 0)])
def test_the_shortest_forces_are_found_and_no_shorter_ones_are(seed, counts):
    """Of forces that supply the same the least is normal to the set where it touches it."""
    cones = cones_of(seed, *counts)
    random = np.random.default_rng(100 + seed)
    wanted, part = np.zeros((counts[0], 3)), random.uniform(0.5, 2.0, size=counts[1])
    for place, radius in enumerate(cones.radii):
        turn = random.uniform(0.0, 6.0)
        wanted[place] = random.uniform(0.5, 2.0) * np.array(
            (1.0, 0.7 * radius * np.cos(turn), 0.7 * radius * np.sin(turn))
        )
    desired = cones.supplied(wanted, part)
    found = dual_forces(cones, desired)
    assert found is not None
    forces, along = found
    assert_allclose(cones.supplied(forces, along), desired, atol=1e-9)
    assert along.min(initial=0.0) >= 0.0
    for force, radius in zip(forces, cones.radii, strict=True):
        assert CoulombCone(radius).contains(force, 1e-9)
    size = float(np.sum(forces**2) + np.sum(along**2))
    assert size <= np.sum(wanted**2) + np.sum(part**2) + 1e-12
    if not counts[0]:
        # A heavy price on what lacks, and least squares: the same forces.
        heavy = np.vstack((1e5 * cones.columns, np.eye(counts[1])))
        least = nnls(heavy, np.append(1e5 * desired, np.zeros(counts[1])))[0]
        assert_allclose(along, least, atol=1e-6)
