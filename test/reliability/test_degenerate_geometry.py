# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Degenerate contacts: a verdict is proved in rational numbers, or said to be undecided."""

from collections import Counter

from degenerate import boundary_wrench, degenerate_state
from effort import rounds
from exact_check import fault
import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import certify, contact_wrench_problem, produce
from frictioncone_ros.cones import composite_edge_wrenches
from frictioncone_ros.exceptions import NumericalError

PARTS = 4
CASES_EACH = rounds(300, 3000)
"""In the long form 12 000 contact sets, each judged in two ways."""
MOST_UNDECIDED = 0.03
"""Share of these cases, most of which no engineer will ever build, that may be undecided [-]."""


def judged(judge, problem, wrench):
    try:
        return judge(problem, wrench)
    except NumericalError as error:
        assert 'undecided' in str(error)
        return None


def test_a_power_that_is_rounding_separates_nothing():
    """Found by a long run: a pyramid with hardly any friction, and a wrench on its edge."""
    generator = np.random.default_rng([6, 1, 1431])
    state = degenerate_state(generator, 6)
    wrench = boundary_wrench(generator, state, composite_edge_wrenches(state))
    verdict = produce(contact_wrench_problem(state), wrench)
    assert verdict.feasible and verdict.certificate_holds()


@pytest.mark.parametrize('part', range(PARTS))
@pytest.mark.parametrize('dimension', [3, 6])
def test_degenerate_verdicts_are_proved_or_undecided(dimension, part):
    counts = Counter()
    for index in range(CASES_EACH // 2):
        generator = np.random.default_rng([dimension, part, index])
        state = degenerate_state(generator, dimension)
        wrench = boundary_wrench(generator, state, composite_edge_wrenches(state))
        problem = contact_wrench_problem(state)
        verdicts = [judged(judge, problem, wrench) for judge in (produce, certify)]
        for verdict in verdicts:
            counts['undecided'] += verdict is None
            if verdict is not None:
                assert fault(state, wrench, verdict) == '', (dimension, part, index)
                assert verdict.certificate_holds(), (dimension, part, index)
                assert verdict.margin >= 0.0 if verdict.feasible else verdict.margin <= 0.0
        kinds = {verdict and verdict.feasible for verdict in verdicts} - {None}
        counts['disagree'] += len(kinds) > 1
    assert counts['disagree'] == 0
    assert counts['undecided'] <= max(2, MOST_UNDECIDED * 2 * CASES_EACH), counts


def test_the_exact_judge_sees_what_is_wrong():
    """A verdict that is spoilt is found: forces that miss, a twist that separates nothing."""
    generator = np.random.default_rng(7)
    seen = set()
    for _ in range(40):
        state = degenerate_state(generator, 6)
        wrench = boundary_wrench(generator, state, composite_edge_wrenches(state))
        verdict = judged(produce, contact_wrench_problem(state), wrench)
        if verdict is None or not np.abs(wrench).max() > 0.0:
            continue
        seen.add(verdict.feasible)
        other = wrench * 1.001 if verdict.feasible else -wrench
        assert fault(state, other, verdict) != ''
    assert seen == {True, False}
