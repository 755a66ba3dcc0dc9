# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Load factors stand between two certificates and agree with Coulomb's numbers."""

from math import inf

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.contact import CircularCone, ContactState, Frictionless, FrictionPolygon
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import shift_wrench

FEET = [(0.1, 0.1, 0.0), (0.1, -0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)]
WEIGHT = (0.0, 0.0, -10.0, 0.0, 0.0, 0.0)


def table(friction=0.5):
    return contact_wrench_problem(ContactState.from_points(FEET, (0.0, 0.0, 1.0), friction))


@pytest.mark.parametrize('friction', [0.05, 0.5, 2.0])
@pytest.mark.parametrize('push', [1e-3, 1.0, 1e3])
def test_a_pushed_table_slips_at_its_friction(friction, push):
    found = load_factor(table(friction), WEIGHT, (push, 0, 0, 0, 0, 0))
    assert found.value == pytest.approx(10.0 * friction / push, rel=1e-6)
    assert found.value < found.least_refused < found.value * (1.0 + 1e-3)
    assert found.carried.feasible
    assert not found.refused.feasible
    assert found.certificate_holds()


def test_a_table_tips_where_it_would():
    # A moment about y moves the weight's line of action to the edge at 0.1 m.
    found = load_factor(table(), WEIGHT, (0, 0, 0, 0, 1, 0))
    assert found.value == pytest.approx(1.0, rel=1e-6)


def test_what_presses_more_has_no_limit():
    found = load_factor(table(), WEIGHT, (1, 0, -4, 0, 0, 0))
    assert (found.value, found.least_refused, found.refused) == (inf, inf, None)
    assert found.certificate_holds()


def test_what_is_not_carried_without_load_has_none():
    found = load_factor(table(), (0, 0, 1, 0, 0, 0), (0, 0, -5, 0, 0, 0))
    assert (found.value, found.least_refused, found.carried) == (0.0, 0.0, None)
    assert found.certificate_holds()


def test_no_load_has_no_limit():
    assert load_factor(table(), WEIGHT, np.zeros(6)).value == inf


def test_a_load_of_the_other_space_is_refused():
    with pytest.raises(InvalidInputError, match='components of load'):
        load_factor(table(), WEIGHT, (1, 0, 0))


@pytest.mark.parametrize(('push', 'factor'), [(1.0, 4.0), (-1.0, 6.0), (4.5, 0.5)])
def test_the_steady_wrench_is_beside_the_load_and_not_against_it(push, factor):
    steady = (push, 0.0, -10.0, 0.0, 0.0, 0.0)
    found = load_factor(table(0.5), steady, (1.0, 0, 0, 0, 0, 0))
    assert found.value == pytest.approx(factor, rel=1e-6)


@pytest.mark.parametrize('weight', [WEIGHT, (0.0,) * 6])
@pytest.mark.parametrize('friction', [FrictionPolygon(0.5, 7), CircularCone(0.5), Frictionless()])
def test_a_load_that_contacts_do_not_reach_has_no_factor(weight, friction):
    """A single foot bears no moment about itself, however small: halving has to end."""
    foot = ContactState.from_points([(0.1, 0.2, 0.3)], (0.0, 0.0, 1.0), friction)
    weight = shift_wrench(weight, (-0.1, -0.2, -0.3))
    found = load_factor(contact_wrench_problem(foot), weight, (0, 0, 0, 1, 0, 0))
    assert 0.0 <= found.value <= 1e-6
    assert found.refused is not None
    assert found.least_refused <= 1e-6
    assert found.certificate_holds()
