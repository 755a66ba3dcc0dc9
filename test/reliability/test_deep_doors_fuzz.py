# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whatever stands for an argument of a room's names: an answer, or an error of the family."""

from contextlib import suppress
import dataclasses
import inspect

from deep_doors import calls, names
from effort import IS_LONG
from hostile_values import hostile_values
import pytest

import frictioncone_ros as fc

CALLS = calls()
EVERY = 1 if IS_LONG else 7
"""Of so many hostile values one is tried in each argument, another in the next."""
FUNCTIONS = ('a function', 'a class')
"""What may stand for a function; that it takes other arguments shows when it is asked."""


def looked_at(answer):
    """Ask a value of ours for its properties and its text."""
    if not dataclasses.is_dataclass(answer) or isinstance(answer, type):
        return
    for name, found in inspect.getmembers_static(type(answer)):
        if not name.startswith('_') and isinstance(found, property):
            getattr(answer, name)
    assert repr(answer)
    hash(answer)


def test_the_table_knows_nearly_every_name():
    known = {name.partition('.')[0] for name in CALLS}
    offered = {name for name, found in names() if inspect.isfunction(found)}
    assert offered - known == {'straight_path'}  # it has no argument by name
    assert len(CALLS) > 350


@pytest.mark.parametrize('name', CALLS)
def test_a_wrong_object_is_refused_in_the_family(name):
    function, arguments = CALLS[name]
    function(**arguments)
    start = sum(map(ord, name))
    for argument in arguments:
        start += 1
        for kind in list(hostile_values())[start % EVERY :: EVERY]:
            if kind in FUNCTIONS:
                continue
            value = hostile_values()[kind]
            try:
                with suppress(fc.FrictionConeError):
                    looked_at(function(**{**arguments, argument: value}))
            except Exception as error:
                pytest.fail(f'{name}({argument} = {kind}): {type(error).__name__}: {error}')
