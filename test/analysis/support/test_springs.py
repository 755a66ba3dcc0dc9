# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Springs that push and never pull: their sum, their law and their energy, near tipping too."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import support_problem, will_resist
from frictioncone_ros.analysis.support.springs import spring_forces, SpringSet
from frictioncone_ros.contact import CircularCone, ContactState, EllipticCone
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL


def scene(seed, spread):
    """Return springs under a plate, and forces that some of them could bear, most of them few."""
    random = np.random.default_rng(seed)
    count = random.integers(3, 8)
    directions = np.column_stack((np.ones(count), random.normal(size=(count, 2))))
    stiffness = 10.0 ** random.uniform(-spread, spread, size=count)
    borne = random.exponential(size=count) * (random.random(count) < 0.5)
    borne[random.integers(count)] += 1.0
    borne += 10.0 ** random.uniform(-12.0, -3.0) * random.random(count) * (seed % 3 == 0)
    return directions, stiffness, borne


@pytest.mark.parametrize('spread', [0.0, 1.0, 3.0])
def test_they_bear_whatever_pushing_forces_bear_with_no_more_energy(spread):
    """Forces with a part so small that the plate is about to tip are among the loads."""
    for seed in range(120):
        directions, stiffness, borne = scene(seed, spread)
        target = borne @ directions
        for found in (
            spring_forces(directions, stiffness, target),
            SpringSet(directions, stiffness).forces(target),
        ):
            forces = found.normal_forces
            assert forces.min() >= 0.0
            left = np.abs(forces @ directions - target).max()
            assert left <= 2.0 * FEASIBLE_RESIDUAL * np.abs(target).max()
            energy, bound = forces**2 @ (1.0 / stiffness), borne**2 @ (1.0 / stiffness)
            assert energy <= bound * (1.0 + 1e-6)
            # Each as the plate strains it, which is what a certificate asks.
            law = np.maximum(0.0, stiffness * (directions @ found.displacement))
            assert np.abs(forces - law).max() <= 1e-8 * forces.max()


def test_a_soft_spring_close_beside_a_stiff_one_bears_its_part():
    """Its stiffness and the square of so small a distance are rounding beside the others."""
    for distance in (1e-2, 1e-3, 1e-4, 1e-5):
        directions = np.array(((1.0, -0.565), (1.0, -0.565 - distance), (1.0, -0.95)))
        stiffness = np.array((8e-4, 1.9, 1.1))
        borne = np.array((0.6, 0.35, 0.0))
        found = SpringSet(directions, stiffness).forces(borne @ directions)
        assert found.normal_forces == pytest.approx(borne, abs=1e-9 / distance)


@pytest.mark.parametrize('spread', [0.0, 1.0])
def test_each_pushes_as_far_as_the_plate_moves_into_it(spread):
    for seed in range(120):
        directions, stiffness, borne = scene(3 * seed + 1, spread)
        borne += 0.05
        found = spring_forces(directions, stiffness, borne @ directions)
        law = np.maximum(0.0, stiffness * (directions @ found.displacement))
        assert found.normal_forces == pytest.approx(law, rel=1e-6, abs=1e-6)
        # How they grow: a little more load bears on those that press.
        more = 1e-6 * np.array((1.0, 0.2, -0.3))
        grown = spring_forces(directions, stiffness, borne @ directions + more)
        pressed = found.normal_forces > 1e-3
        assert (grown.normal_forces - found.normal_forces)[pressed] == pytest.approx(
            (found.growth @ more)[pressed], rel=1e-3, abs=1e-10
        )


def test_without_load_none_pushes_and_a_pull_is_borne_by_none():
    directions = np.array([(1.0, 1.0), (1.0, -1.0)])
    for found in (
        spring_forces(directions, np.array((1.0, 3.0)), np.zeros(2)),
        SpringSet(directions, np.array((1.0, 3.0))).forces(np.zeros(2)),
    ):
        assert not found.normal_forces.any() and not found.displacement.any()
        assert found.growth @ directions.T @ np.ones(2) == pytest.approx(np.ones(2))
    for target in ((-1.0, 0.0), (1.0, 1.1)):
        assert SpringSet(directions, np.ones(2)).forces(np.array(target)) is None
        assert spring_forces(directions, np.ones(2), np.array(target)) is None
    # On the very edge one bears all.
    edge = spring_forces(directions, np.ones(2), np.array((2.0, 2.0)))
    assert edge.normal_forces == pytest.approx((2.0, 0.0))


@pytest.mark.parametrize('friction', [0.1, 0.5, 3.0])
def test_a_circle_is_as_stiff_along_its_tangents_as_its_parts_share(friction):
    """Every part by one over the square of the section's largest half axis."""
    for model, stiff in (
        (CircularCone(friction), (1.0, 1.0)),
        (EllipticCone(friction, 0.5 * friction), (1.0, 0.25)),
        (EllipticCone(0.2 * friction, friction), (0.04, 1.0)),
    ):
        state = ContactState.from_points([(0.1, 0.2, 0.0), (0.3, 0.0, 0.0)], (0, 0, 1), model)
        parts = support_problem(state).parts
        rows = parts.friction[parts.owners == 0]
        share = parts.shares[parts.owners == 0]
        stiffness = np.einsum('b,bmi,bmj->ij', share, rows, rows)
        values = np.sort(np.linalg.eigvalsh(stiffness[:3, :3]))[1:]
        np.testing.assert_allclose(values, sorted(stiff), atol=1e-9)


@pytest.mark.parametrize('seed', range(4))
@pytest.mark.parametrize('unit', [2.0**-20, 2.0**20])
def test_margins_on_a_plane_are_as_exact_in_any_unit_of_force(seed, unit):
    random = np.random.default_rng(seed)
    feet = [(*place, 0.0) for place in random.normal(size=(5, 2))]
    problem = support_problem(ContactState.from_points(feet, (0, 0, 1), CircularCone(0.5)))
    centre = np.mean(feet, axis=0)
    pull = random.normal(size=2)
    wrench = np.array((*pull, -10.0, -10.0 * centre[1], 10.0 * centre[0], random.normal()))
    plain = will_resist(problem, wrench).margin
    assert will_resist(problem, unit * wrench).margin == pytest.approx(unit * plain, rel=1e-12)
