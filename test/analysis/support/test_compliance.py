# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Stiffness and preload of contacts as springs, and what they stand for where not told."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import Compliance
from frictioncone_ros.exceptions import InvalidInputError


def test_stiffness_counts_beside_that_of_the_others():
    assert Compliance().stiffness_of(3).tolist() == [1.0, 1.0, 1.0]
    told = Compliance((1.0, 3.0))
    assert told.stiffness_of(2).tolist() == [0.5, 1.5]
    assert np.array_equal(Compliance((1e5, 3e5)).stiffness_of(2), told.stiffness_of(2))
    assert Compliance(()).stiffness_of(0).shape == (0,)


@pytest.mark.parametrize('stiffness', [(1.0, 0.0), (1.0, -1.0), (1.0, 2.0, 3.0), (1.0, np.nan)])
def test_stiffness_is_positive_and_one_a_contact(stiffness):
    with pytest.raises(InvalidInputError, match='normal stiffness'):
        Compliance(stiffness).stiffness_of(2)


def test_preload_is_none_where_it_is_not_told():
    assert Compliance().preload_of(2).tolist() == [0.0, 0.0]
    assert Compliance(preload=(1.0, 2.5)).preload_of(2).tolist() == [1.0, 2.5]
