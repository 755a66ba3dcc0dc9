# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which contact is said to be the nearest to slipping, also where several are alike."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import ContactState
from frictioncone_ros.control import Setpoints
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.pipeline import assess
from frictioncone_ros.spatial import Inertia

FEET = [(x, y, -0.05) for x in (0.1, -0.1) for y in (0.1, -0.1)]


@pytest.fixture
def answer():
    state = ContactState.from_points(FEET, (0.0, 0.0, 1.0), 0.5)
    state = replace(state, inertia=Inertia.spatial_body(2.0, 0.01 * np.eye(3)))
    return assess(state, Setpoints(wrench=np.array([1.0, 0, -30.0, 0, 0, 0])), FilterSettings())


def telling(answer, *reports):
    """Return an answer whose contacts have some reports, instead of those worked out on demand."""
    changed = replace(answer)
    vars(changed)['contacts'] = reports
    return changed


@pytest.mark.parametrize('less', range(4))
def test_of_contacts_that_are_alike_but_for_rounding_it_is_the_first(answer, less):
    """The last bits of forces depend on the machine's linear algebra; what is said must not."""
    size = max(report.normal_force for report in answer.contacts)
    even = [report._replace(slip_margin=3.0) for report in answer.contacts]
    even[less] = even[less]._replace(slip_margin=3.0 - 1e-14 * size)
    assert telling(answer, *even).limiting_contact == even[0].name


@pytest.mark.parametrize('less', range(4))
def test_it_is_the_one_with_the_least_margin(answer, less):
    reports = list(answer.contacts)
    reports[less] = reports[less]._replace(slip_margin=reports[less].slip_margin - 0.5)
    assert telling(answer, *reports).limiting_contact == reports[less].name


def test_without_contacts_it_is_none(answer):
    assert not telling(answer).limiting_contact
