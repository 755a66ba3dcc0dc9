# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Force sets where the search for the nearest reaction is cut short."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, force_set, prepared_contacts

CORNERS = [(1.0, 1.0, 0.0), (-1.0, 1.0, 0.0), (0.0, -1.0, 0.0)]


@pytest.mark.parametrize('rounds', [1, 2, 3])
def test_a_search_that_ends_early_still_answers_with_a_member(monkeypatch, rounds):
    """The rays that were only about to be tried have no weights yet."""
    monkeypatch.setattr(force_set, '_MOST_ROUNDS', rounds)
    state = ContactState(
        [ContactPoint(corner, (0.0, 0.0, 1.0), CircularCone(0.5)) for corner in CORNERS]
    )
    reactions = prepared_contacts(state, None, None, FilterSettings()).physical
    nearest = reactions.nearest(np.array([1.0, 0.7, 1.0, 0.2, 0.1, 0.3]))
    carried = reactions.scale @ (reactions.wrench_matrix @ nearest.contact_forces)
    assert np.allclose(carried, nearest.point, atol=1e-9)
    normal, first, second = nearest.contact_forces.reshape(-1, 3).T
    assert (np.hypot(first, second) <= 0.5 * normal + 1e-9).all()
    assert not nearest.is_member
