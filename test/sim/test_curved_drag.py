# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A tool dragged along a dome: what is sent, and the same drags for every policy."""

import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.sim.experiments import curved_drag

FEET = np.array([(0.1, 0.0, 0.0), (-0.05, 0.08, 0.0), (-0.05, -0.08, 0.0)])
FLAT = ContactState.from_points(FEET, (0.0, 0.0, 1.0), CircularCone(0.5))
ASKED = np.array([30.0, 0.0, -20.0])


@pytest.mark.parametrize('policy', curved_drag.POLICIES)
def test_on_a_plane_without_errors_every_policy_sends_what_the_least_friction_holds(policy):
    sent = curved_drag.POLICIES[policy](FLAT, ASKED, 0.0)[:3]
    # The nearest wrench that is held presses more than was asked.
    assert sent[0] / -sent[2] == pytest.approx(0.4, abs=0.03)
    assert sent[2] <= -20.0 + 1e-9


def test_the_more_the_errors_the_less_is_sent_and_jointly_no_less_than_each():
    for degrees in (2.0, 5.0):
        steep = {}
        for name, policy in curved_drag.POLICIES.items():
            sent = policy(FLAT, ASKED, np.radians(degrees))
            steep[name] = sent[0] / -sent[2]
        assert steep['filter, each by itself'] < steep[curved_drag.JOINT] < 0.4
        assert steep[curved_drag.JOINT] == pytest.approx(steep[curved_drag.PEER], abs=0.03)


def test_a_tool_is_lost_where_friction_is_overrated_and_kept_where_it_is_not(monkeypatch):
    """The scene has more friction than is told; a policy that sends all loses tools there."""
    kept = curved_drag.dragged(curved_drag.PEER, 3, 1, 0.0, 0.0)
    assert kept.lost.successes == 0
    assert 0.5 < kept.force <= 1.0 + 1e-9
    monkeypatch.setitem(curved_drag.POLICIES, 'all', lambda state, force, deviation: force)
    reckless = curved_drag.dragged('all', 3, 1, 0.0, 0.0)
    assert reckless.lost.successes > 0
    assert reckless.force > kept.force
