# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whatever comes from outside, the last bits of the contacts' places decide nothing."""

from dataclasses import replace

import drive_pipeline
from effort import rounds
from fuzz import scenario
import numpy as np
import pytest

pytest.importorskip('frictioncone_ros.msg', reason='what is published is written as messages')

TICKS = 80
LAST_BIT = 2e-16
COMMAND_SHARE, FACTOR_SHARE = 1e-2, 1e-2


def moved(state, random, share):
    """Return a state whose contacts stand a share of their distance elsewhere."""
    contacts = [
        replace(
            one,
            contact_position=one.contact_position
            * (1.0 + share * random.choice((-1.0, 0.0, 1.0), size=one.contact_position.size)),
        )
        for one in state.contacts
    ]
    return replace(state, contacts=tuple(contacts))


def differences(seed, index):
    """Yield the tick, and what the last bits change of the command and of the load factor."""
    random, asked = np.random.default_rng(seed + index), drive_pipeline.assess
    found = []

    def asked_again(state, setpoints, settings, memory, situation):
        answer = asked(state, setpoints, settings, memory, situation)
        if state is not None and setpoints is not None and setpoints.wrench is not None:
            both = [
                asked(moved(state, random, share), setpoints, settings, memory, situation)
                for share in (0.0, LAST_BIT)
            ]
            size = float(np.abs(setpoints.wrench).max())
            found.append((size, *both))
        return answer

    driver = drive_pipeline.PipelineDriver()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(drive_pipeline, 'assess', asked_again)
        for number, step in enumerate(scenario(seed, index, TICKS)):
            driver.tick(number, step)
            for size, one, other in found:
                change = np.abs(one.command.wrench - other.command.wrench).max()
                yield number, change / max(size, 1e-300), (one.load_factor, other.load_factor)
            found.clear()


@pytest.mark.parametrize(
    ('seed', 'index'),
    [
        # One contact with a polygon: friction bore a moment about its own point, by rounding.
        (4712, 434),
        *((20261120, 2 * index) for index in range(rounds(4, 60))),
    ],
)
def test_last_bits_move_neither_command_nor_load_factor(seed, index):
    ticks = 0
    for number, change, factors in differences(seed, index):
        ticks += 1
        assert change <= COMMAND_SHARE, number
        assert (factors[0] is None) == (factors[1] is None), number
        if factors[0] is not None:
            assert abs(factors[0] - factors[1]) <= FACTOR_SHARE * max(1.0, factors[0]), number
    if not ticks:
        pytest.skip('in this scenario no command comes beside contacts')
