# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What was sent may be commanded: a search must not decide by last bits of a round boundary."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode, FilterSettings, InfeasiblePolicy
from frictioncone_ros.pipeline import filter_command

PLACES = {
    'line': (((-1, 0, 0), (1, 0, 0)), ((0, 0, 1), (0, 0, 1))),
    'wedge': (((-0.3, 0, 0), (0.3, 0, 0)), ((0.6, 0, 0.8), (-0.6, 0, 0.8))),
    'feet': (((1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0)), ((0, 0, 1),) * 4),
}


@pytest.mark.parametrize('policy', InfeasiblePolicy)
@pytest.mark.parametrize('margin', [0.0, 0.1])
@pytest.mark.parametrize('kind', PLACES)
def test_what_was_sent_passes_under_every_policy(kind, margin, policy):
    """Policy neutral gave up a third of them, and all policies called them infeasible."""
    random = np.random.default_rng(5)
    state = ContactState(
        [
            ContactPoint(place, normal, CircularCone(0.5))
            for place, normal in zip(*PLACES[kind], strict=True)
        ]
    )
    sent = 0
    for _ in range(15):
        wrench = np.concatenate((random.normal(0.0, 8.0, 2), (-10.0,), random.normal(size=3)))
        first = filter_command(state, wrench, FilterSettings(margin=margin)).command.wrench
        if not first.any():
            continue
        sent += 1
        again = filter_command(
            state, first, FilterSettings(margin=margin, infeasible_policy=policy)
        )
        assert FilterCode.INFEASIBLE not in again.codes
        np.testing.assert_allclose(again.command.wrench, first, rtol=1e-5, atol=1e-5)
    assert sent > 5
