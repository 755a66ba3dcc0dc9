# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of wrenches and twists that hold in the plane and in space alike."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from scipy.spatial.transform import Rotation
from strategies import bodies, DIMENSIONS, transforms, vectors

from frictioncone_ros.spatial import power, shift_twist, shift_wrench, wrench_norm


@given(st.data(), DIMENSIONS)
def test_power_does_not_know_the_frame(data, dimension):
    wrench, twist = data.draw(vectors(dimension)), data.draw(vectors(dimension))
    transform = data.draw(transforms(dimension))
    moved = power(transform.force_transform @ wrench, transform.motion_transform @ twist)
    assert np.isclose(moved, power(wrench, twist), rtol=1e-12, atol=1e-10)


@given(st.data(), DIMENSIONS)
def test_transforms_are_dual_invertible_and_composable(data, dimension):
    first, second = data.draw(transforms(dimension)), data.draw(transforms(dimension))
    identity = np.eye(dimension)
    assert np.allclose(first.force_transform.T @ first.motion_transform, identity, atol=1e-11)
    assert np.allclose(
        first.inverse().force_transform @ first.force_transform, identity, atol=1e-11
    )
    assert np.allclose(
        first.then(second).force_transform,
        second.force_transform @ first.force_transform,
        atol=1e-11,
    )
    assert np.allclose(
        first.then(second).motion_transform,
        second.motion_transform @ first.motion_transform,
        atol=1e-11,
    )


@given(st.data(), DIMENSIONS)
def test_points_go_with_their_velocities(data, dimension):
    """The velocity of a body point is the same vector whoever looks and from wherever."""
    size = 2 if dimension == 3 else 3
    transform, twist = data.draw(transforms(dimension)), data.draw(vectors(dimension))
    point = data.draw(vectors(size))
    moved = velocity_at(transform.motion_transform @ twist, transform.transform_point(point))
    assert np.allclose(moved, transform.rotation @ velocity_at(twist, point), atol=1e-10)


@given(st.data(), DIMENSIONS)
def test_a_force_makes_the_moment_of_its_arm(data, dimension):
    """Shifting the reference point by the force's own arm leaves no moment."""
    size = 2 if dimension == 3 else 3
    force, arm = data.draw(vectors(size)), data.draw(vectors(size))
    moment = np.cross(np.append(arm, [0] * (3 - size)), np.append(force, [0] * (3 - size)))
    wrench = np.concatenate((force, moment[-1:] if size == 2 else moment))
    assert np.allclose(shift_wrench(wrench, arm)[size:], 0.0, atol=1e-12)
    assert np.allclose(shift_wrench(wrench, arm)[:size], force)


@given(st.data(), DIMENSIONS)
def test_kinetic_energy_does_not_know_the_frame(data, dimension):
    body, twist = data.draw(bodies(dimension)), data.draw(vectors(dimension))
    transform = data.draw(transforms(dimension))
    moved = transform.motion_transform @ twist
    energy = twist @ body.matrix @ twist
    assert np.isclose(
        moved @ body.transformed(transform).matrix @ moved, energy, rtol=1e-9, atol=1e-9
    )


@given(st.data(), DIMENSIONS)
def test_velocity_wrench_is_the_rate_of_momentum(data, dimension):
    """Independent check: differentiate momentum about a fixed point with finite differences."""
    body, twist = data.draw(bodies(dimension)), data.draw(vectors(dimension))
    rate = data.draw(vectors(dimension))
    wrench = body.matrix @ rate + body.velocity_wrench(twist)
    assert np.allclose(wrench, momentum_rate(body, twist, rate), rtol=1e-5, atol=1e-4)


@given(st.data(), DIMENSIONS)
def test_wrench_norm_scales_moments_by_the_length(data, dimension):
    wrench = data.draw(vectors(dimension))
    split = 2 if dimension == 3 else 3
    scaled = np.concatenate((wrench[:split], wrench[split:] / 0.25))
    assert np.isclose(wrench_norm(wrench, 0.25), np.linalg.norm(scaled))
    offset = np.zeros(split)
    assert np.array_equal(shift_twist(wrench, offset), wrench)


def velocity_at(twist, point):
    if len(twist) == 3:
        return twist[:2] + twist[2] * np.array([-point[1], point[0]])
    return twist[:3] + np.cross(twist[3:], point)


def momentum_rate(body, twist, rate, step=1e-6):
    """Central difference of the momentum about the point fixed in space at the reference."""
    planar = len(twist) == 3
    full = np.array([*twist[:2], 0, 0, 0, twist[2]]) if planar else twist
    change = np.array([*rate[:2], 0, 0, 0, rate[2]]) if planar else rate
    matrix = np.zeros((6, 6))
    keep = [0, 1, 5] if planar else list(range(6))
    matrix[np.ix_(keep, keep)] = body.matrix

    def momentum(time):
        velocity, omega = full[:3] + change[:3] * time, full[3:] + change[3:] * time
        place = full[:3] * time + change[:3] * time**2 / 2
        turn = Rotation.from_rotvec(full[3:] * time + change[3:] * time**2 / 2).as_matrix()
        blocks = np.zeros((6, 6))
        blocks[:3, :3] = blocks[3:, 3:] = turn
        linear_angular = blocks @ matrix @ blocks.T @ np.concatenate((velocity, omega))
        linear_angular[3:] += np.cross(place, linear_angular[:3])
        return linear_angular

    return ((momentum(step) - momentum(-step)) / (2 * step))[keep]
