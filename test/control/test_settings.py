# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Settings and set-points are checked at the door."""

from dataclasses import fields
from math import inf, nan

import numpy as np
import pytest

from frictioncone_ros.control import FilterSettings, InfeasiblePolicy, Setpoints
from frictioncone_ros.exceptions import InvalidInputError


def test_words_are_read_as_policies():
    assert FilterSettings(infeasible_policy='scale').infeasible_policy is InfeasiblePolicy.SCALE
    with pytest.raises(ValueError, match='hope'):
        FilterSettings(infeasible_policy='hope')


@pytest.mark.parametrize('name', [item.name for item in fields(FilterSettings)])
def test_every_number_is_checked(name):
    if isinstance(getattr(FilterSettings(), name), (float, int)):
        for bad in (-1.0, nan, 'much'):
            with pytest.raises(InvalidInputError, match=name.replace('_', ' ')):
                FilterSettings(**{name: bad})


@pytest.mark.parametrize('values', [
    {'min_normal_force': 2.0, 'max_normal_force': 1.0},
    {'max_removed_fraction': 1.5},
    {'rank_tolerance': 0.0},
    {'margin': inf},
    {'stop_ramp_duration': inf},
    {'hold_normal': 1},
])  # fmt: skip
def test_values_that_make_no_sense_are_refused(values):
    with pytest.raises(InvalidInputError):
        FilterSettings(**values)


def test_no_limit_is_a_limit_of_infinity():
    assert FilterSettings(max_force=inf).max_force == inf


@pytest.mark.parametrize(
    'name', ['command_timeout', 'contacts_timeout', 'stop_publish_timeout', 'future_tolerance']
)
def test_a_timeout_that_never_comes_is_refused(name):
    with pytest.raises(InvalidInputError, match=name.replace('_', ' ')):
        FilterSettings(**{name: inf})


@pytest.mark.parametrize('parts', [
    {'wrench': (1, 2, nan)},
    {'wrench': (1, 2, 3, 4)},
    {'twist': (1, inf, 0)},
    {'acceleration': (nan,) * 6},
    {'wrench': np.zeros(6), 'twist': np.zeros(3)},
])  # fmt: skip
def test_bad_set_points_are_refused(parts):
    with pytest.raises(InvalidInputError):
        Setpoints(**parts)


def test_set_points_know_their_space():
    assert Setpoints().dimension is None
    assert Setpoints(twist=(0, 0, 1)).dimension == 3
    assert Setpoints(acceleration=np.zeros(6)).dimension == 6
