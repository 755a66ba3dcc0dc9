# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Limits on a wrench or twist: the largest factor that obeys them, and none larger."""

from dataclasses import replace
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest

from frictioncone_ros.control import FilterMemory, FilterSettings
from frictioncone_ros.control.command import neutral_command
from frictioncone_ros.control.forces.allowed_forces import reach_factors
from frictioncone_ros.control.limits import ray_within, scale_within
from frictioncone_ros.control.output.ramp import propose
from frictioncone_ros.control.output.slew import Reach
from frictioncone_ros.control.watchdog import INITIAL_STATE, Phase, Watch

FORCE, MOMENT = 5.0, 1.0


def sizes(vector):
    split = 2 if len(vector) == 3 else 3
    return np.linalg.norm(vector[:split]), np.linalg.norm(vector[split:])


def fits(vector, slack):
    force, moment = sizes(vector)
    return force <= FORCE * (1.0 + slack) and moment <= MOMENT * (1.0 + slack)


@pytest.mark.parametrize('dimension', [3, 6])
def test_the_largest_factor_within_limits(dimension):
    random = np.random.default_rng(dimension)
    full = 0
    for _ in range(300):
        vector = random.normal(size=dimension) * random.choice((0.1, 5.0))
        factor = scale_within(vector, FORCE, MOMENT)
        assert 0.0 < factor <= 1.0 and fits(factor * vector, 1e-12)
        assert factor == 1.0 or not fits(1.001 * factor * vector, 0.0)
        full += factor == 1.0
    assert 50 < full < 250


@pytest.mark.parametrize('dimension', [3, 6])
def test_the_largest_step_within_limits(dimension):
    random = np.random.default_rng(dimension)
    full = outside = 0
    for _ in range(300):
        origin, way = random.normal(size=(2, dimension)) * ((0.3,), (0.3,))
        origin *= random.choice((0.1, 1.0, 5.0))
        way *= random.choice((0.1, 3.0))
        factor = ray_within(origin, way, FORCE, MOMENT)
        if not fits(origin, 0.0):
            outside += 1
            assert factor == 0.0
            continue
        assert 0.0 <= factor <= 1.0 and fits(origin + factor * way, 1e-9)
        assert factor == 1.0 or not fits(origin + (factor + 1e-3) * way, 0.0)
        full += factor == 1.0
    assert full > 20 and outside > 20


def test_without_limits_all_of_it_passes():
    huge = np.full(6, 1e9)
    assert scale_within(huge, inf, inf) == ray_within(huge, huge, inf, inf) == 1.0
    # One limit alone.
    assert scale_within(huge, inf, np.sqrt(3.0) * 1e9) == pytest.approx(1.0)
    assert ray_within(np.zeros(6), huge, np.sqrt(3.0) * 1e8, inf) == pytest.approx(0.1)
    assert ray_within(np.zeros(6), np.zeros(6), FORCE, MOMENT) == 1.0


@pytest.mark.parametrize('force', [(3.0, 4.0, 0.0), (0.0, 0.0, 5.0)])
def test_from_a_limit_itself_leads_a_way_inward_and_none_outward(force):
    origin = np.array((*force, 0.0, -MOMENT, 0.0))
    assert ray_within(origin, -origin, FORCE, MOMENT) == 1.0
    assert ray_within(origin, -0.5 * origin, inf, MOMENT) == 1.0
    assert ray_within(origin, 0.5 * origin, FORCE, MOMENT) == 0.0
    # Back across the whole ball, and no further.
    assert ray_within(origin, -4.0 * origin, FORCE, MOMENT) == pytest.approx(0.5)


@pytest.mark.parametrize('dimension', [3, 6])
def test_reach_makes_both_parts_comparable(dimension):
    factors = reach_factors(Reach(4.0, 0.5), dimension)
    assert factors.tolist() == [0.25] * (2 if dimension == 3 else 3) + [2.0] * (dimension // 2)


def test_a_ramp_is_a_straight_way_in_equal_steps():
    def watch(remaining, entered=False):
        return Watch(INITIAL_STATE, (), 0.0, remaining, entered, publish=True)

    assert watch(0.3, entered=True).share(0.1) == 0.0
    position, remaining, steps = 0.0, 0.3, []
    while remaining > 1e-9:
        remaining -= 0.1
        share = watch(max(remaining, 0.0)).share(0.1)
        steps.append(share * (1.0 - position))
        position += steps[-1]
    assert steps == pytest.approx([1.0 / 3.0] * 3) and position == pytest.approx(1.0)
    assert watch(0.0).share(0.0) == watch(-1.0).share(0.1) == 1.0


@pytest.mark.parametrize('phase', [Phase.STOPPING, Phase.HOLDING, Phase.SILENT])
@pytest.mark.parametrize('entered', [True, False])
def test_where_a_stop_leads_is_decided_where_it_begins(phase, entered):
    """Pressing on with 8 N was decided; that 5 N would be held by now changes no way begun."""
    neutral = neutral_command(6)
    eight, five = (np.array((0.0, 0.0, -force, 0.0, 0.0, 0.0)) for force in (8.0, 5.0))
    decided = replace(neutral, wrench=eight)
    memory = FilterMemory(sent=decided, time=1.0, fallback=decided, hold=five)
    state = replace(INITIAL_STATE, phase=phase, holds_normal=True)
    watched = Watch(state, (), 0.5, 0.2, entered, publish=True)
    target = SimpleNamespace(command=neutral, commanded=())
    found = propose(watched, target, memory, 1.01, FilterSettings())
    anew = entered and phase is Phase.STOPPING
    assert found.fallback.wrench.tolist() == (five if anew else eight).tolist()
    # Where nothing was decided, as after a start, it is decided now.
    begun = propose(watched, target, replace(memory, fallback=None), 1.01, FilterSettings())
    assert begun.fallback.wrench.tolist() == five.tolist()
