# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whatever stands for an argument of the front door: an answer, or an error of the family."""

from contextlib import suppress

from front_door import calls
from hostile_values import hostile_values
import pytest

import frictioncone_ros as fc

CALLS = calls()
ARGUMENTS = [(name, argument) for name, call in CALLS.items() for argument in call.arguments]


def test_every_name_of_the_door_is_tried():
    errors = {name for name in fc.__all__ if name.endswith('Error')}
    assert {name.partition('.')[0] for name in CALLS} >= set(fc.__all__) - errors - {
        'Frictionless'
    }


@pytest.mark.parametrize(('name', 'argument'), ARGUMENTS)
def test_a_wrong_object_is_refused_in_the_family(name, argument):
    call = CALLS[name]
    call.function(**call.arguments)
    for kind in hostile_values():
        value = hostile_values()[kind]
        try:
            with suppress(fc.FrictionConeError):
                call.function(**{**call.arguments, argument: value})
        except Exception as error:
            pytest.fail(f'{name}({argument} = {kind}): {type(error).__name__}: {error}')
