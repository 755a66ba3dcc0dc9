# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameters are right or refused, all of them or none."""

from dataclasses import fields

import pytest

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.ros.parameters import PARAMETERS, Settings, settings_from


def test_each_parameter_is_declared_once_and_described():
    names = [parameter.name for parameter in PARAMETERS]
    assert names == sorted(set(names)) == [field.name for field in fields(Settings)]
    for parameter in PARAMETERS:
        assert parameter.description.endswith('.')
        assert parameter.checked(parameter.default) == parameter.default
        assert (parameter.bounds is not None) == (type(parameter.default) in (int, float))


def test_defaults_fill_what_is_not_given():
    assert settings_from({'status_rate': 10}) == Settings(autostart=False, status_rate=10.0)


@pytest.mark.parametrize('values, named', [
    ({'status_rate': 0.0}, 'status_rate'),
    ({'status_rate': float('nan')}, 'status_rate'),
    ({'status_rate': 100.1}, r'status_rate .* expected 0.1 to 100 Hz'),
    ({'status_rate': True}, 'status_rate'),
    ({'status_rate': '2'}, 'status_rate'),
    ({'autostart': 1}, 'autostart'),
    ({'no_such': 1.0}, 'no_such'),
])
def test_a_wrong_value_is_refused_by_name(values, named):
    with pytest.raises(InvalidInputError, match=named):
        settings_from(values)
