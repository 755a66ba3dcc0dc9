# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where some contacts slide: friction that a command has already is not added again."""

import numpy as np
import pytest

from frictioncone_ros.contact import ContactMode, ContactState, wrench_matrix
from frictioncone_ros.control import FilterSettings
from frictioncone_ros.pipeline import filter_command

FRICTION = 0.5
SETTINGS = FilterSettings(max_removed_fraction=1.0)


def drawn(rng, size):
    """Return contacts, a mode in which some slide, and a wrench that has all their friction."""
    count = int(rng.integers(2, 5))
    normals = np.eye(1, size, size - 1)[0] + rng.choice([0.0, 0.4]) * rng.normal(
        size=(count, size)
    )
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    letters, forces = [], []
    for index in range(count):
        press = 0.1 + rng.exponential()
        if index and rng.random() < 0.5:
            way = rng.normal(size=size - 1)
            slip = 0.99 * FRICTION * press * rng.random() * way / np.linalg.norm(way)
            letters.append('f')
        elif size == 2:
            side = int(rng.choice([-1, 1]))
            letters.append('l' if side > 0 else 'r')
            slip = np.array([-side * FRICTION * press])
        else:
            degrees = int(rng.integers(-180, 180))
            letters.append(f'd[{degrees}]')
            angle = np.radians(degrees)
            slip = -FRICTION * press * np.array((np.cos(angle), np.sin(angle)))
        forces += [press, *slip]
    state = ContactState.from_points(rng.normal(size=(count, size)), normals, FRICTION)
    return state, ''.join(letters), -(wrench_matrix(state) @ forces)


def test_two_feet_of_which_one_slides():
    """1 N on each; left is along -x: the friction of the second foot holds the body back, +x."""
    state = ContactState.from_points([(0.0, 0.0), (1.0, 0.0)], (0.0, 1.0), FRICTION)
    answer = filter_command(state, (-0.5, -2.0, -1.0), SETTINGS, mode='fl')
    assert np.array_equal(answer.command.wrench, (-0.5, -2.0, -1.0))
    assert answer.contact_forces[3] == pytest.approx(-FRICTION * answer.contact_forces[2])


@pytest.mark.parametrize('size', [2, 3])
def test_a_command_with_all_the_friction_passes_bit_by_bit(size):
    rng = np.random.default_rng(size)
    for _ in range(60):
        state, mode, wrench = drawn(rng, size)
        answer = filter_command(state, wrench, SETTINGS, mode=mode)
        assert np.array_equal(answer.command.wrench, wrench)
        found = answer.contact_forces.reshape(-1, size)
        for interaction, force in zip(ContactMode.parse(mode), found, strict=True):
            if interaction.slides:
                assert np.linalg.norm(force[1:]) == pytest.approx(FRICTION * force[0], abs=1e-9)


@pytest.mark.parametrize('size', [2, 3])
def test_what_is_added_begins_at_nothing(size):
    """A command just beside one that passes is not sent with quite another friction."""
    rng = np.random.default_rng(10 + size)
    for _ in range(40):
        state, mode, wrench = drawn(rng, size)
        near = wrench + 1e-6 * np.linalg.norm(wrench) * rng.normal(size=wrench.size)
        sent = filter_command(state, near, SETTINGS, mode=mode).command.wrench
        assert np.linalg.norm(sent - wrench) <= 1e-3 * np.linalg.norm(wrench)
