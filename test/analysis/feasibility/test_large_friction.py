# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Round friction sets whose edges are long beside unit normal forces."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    certify,
    contact_wrench_problem,
    produce,
)
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger


@pytest.mark.parametrize('seed', [53, 101, 154])
def test_rounding_of_long_edges_is_no_gain(seed):
    """One of four hundred such pairs, that of seed 53, had no answer."""
    generator = np.random.default_rng(seed)
    contacts = []
    for friction in (CircularCone(100.0), SoftFinger(0.3, 50.0)):
        normal = generator.normal(size=3)
        normal /= np.linalg.norm(normal)
        contacts.append(ContactPoint(generator.normal(size=3), normal, friction))
    problem = contact_wrench_problem(ContactState(contacts))
    assert certify(problem, generator.normal(size=6)).certificate_holds()
    wrench = generator.normal(size=6)
    assert produce(problem, wrench).feasible == can_produce(problem, wrench)
