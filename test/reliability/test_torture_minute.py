# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A part of `make torture` with a fixed seed: nothing that is published breaks an invariant."""

from effort import rounds
import pytest
from records import Counts

pytest.importorskip('frictioncone_ros.msg', reason='what is published is written as messages')

from run_scenario import run_scenario

TICKS = 200
AFTER = 10
"""Ticks that are looked at beyond the one that was wrong, where time is short."""
PARTS = 4
SCENARIOS_EACH = rounds(3, 40)


@pytest.mark.slow
@pytest.mark.parametrize('part', range(PARTS))
def test_no_invariant_is_broken(part):
    counts, findings = Counts(), []
    for index in range(part * SCENARIOS_EACH, (part + 1) * SCENARIOS_EACH):
        findings += [(index, found) for found in run_scenario(13, index, TICKS, counts)]
    assert counts.ticks > 0.9 * SCENARIOS_EACH * TICKS
    assert findings == [], 'python test/reliability/torture.py --seed 13 --only INDEX'


@pytest.mark.parametrize(
    ('seed', 'index', 'wrong'),
    [
        # What was sent within the rates was not what its proof carried: moments are small there.
        (20261118, 4289, 87),
        # The command's old frame was hidden just as the contacts came in another frame.
        (20261118, 193, 130),
        (20261118, 4853, 28),
        # A tick without time in which contacts changed: nothing within reach was looked for.
        (20261118, 4525, 45),
        # A limit that overflowed, and a fault of planar contacts answered by a spatial command.
        (20261119, 1467, 95),
        # On the edge of what can be carried compliant contacts kept half of it or gave up nothing.
        (20261119, 2544, 188),
        # The limit in general position was found in one tick and not in the next.
        (77424242, 1708, 93),
        # What was kept for want of a limit, for 44 ticks; then a limit far from it was found.
        (314159, 49, 147),
        # A stop whose contact moved pressed half a percent harder than before it.
        (314159, 3172, 131),
        # On a recovery ramp what compliant contacts keep grew with each tick, to 23 N for 0.03.
        (161803, 1675, 70),
        # What compliant contacts keep stayed behind, and the end of the ramp was a jump.
        (577215, 1124, 186),
        # A slip on which what shears has no power: a division by zero, in the node a fault.
        (577215, 1180, 49),
        (577215, 1613, 29),
    ],
)
def test_what_a_long_run_found_stays_mended(seed, index, wrong):
    """wrong: the tick at which it was, by running it with what was there before it was mended."""
    assert run_scenario(seed, index, rounds(wrong + AFTER, TICKS), Counts()) == []
