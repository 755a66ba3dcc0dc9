# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every public function, class and method of the rooms, each with right arguments."""

import enum
import importlib
import inspect

import numpy as np
from right_arguments import MAKERS, OVER
from right_instances import INST
from right_values import BY_NAME

ROOMS = (
    'contact',
    'cones',
    'constraints',
    'formations',
    'analysis.modes',
    'analysis.motions',
    'analysis.mode_cones',
    'analysis.batches',
)
MODULES = (
    'force_closure',
    'load_factor',
    'joint_uncertainty',
    'robust_feasibility',
    'wrench_projection',
)


def names():
    """Yield what the rooms' doors offer, each once, by name."""
    seen = set()
    for room in ROOMS:
        module = importlib.import_module(f'frictioncone_ros.{room}')
        for name in module.__all__:
            found = getattr(module, name)
            if name not in seen and (inspect.isclass(found) or inspect.isfunction(found)):
                seen.add(name)
                yield name, found
    for name in MODULES:
        module = importlib.import_module(f'frictioncone_ros.analysis.{name}')
        for each, found in vars(module).items():
            own = getattr(found, '__module__', '') == module.__name__
            if own and not each.startswith('_') and each not in seen and inspect.isroutine(found):
                yield each, found


def right_value(name, argument):
    """Return a right value: of this function, else of the argument wherever it occurs."""
    own = OVER.get(name) or {}
    value = own[argument] if argument in own else BY_NAME[argument]
    is_maker = any(value is one for one in MAKERS)
    is_maker |= getattr(value, '__name__', '') == '<lambda>'
    return value() if is_maker else value


def right_arguments(name, function):
    """Return right arguments by name; None where the table has none."""
    arguments = {}
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        try:
            arguments[each.name] = right_value(name, each.name)
        except KeyError:
            if each.default is each.empty:
                return None
            factory = 'factory' in repr(each.default)
            arguments[each.name] = np.zeros(0) if factory else each.default
    return arguments


def methods(name, kind):
    """Yield the public methods of a class, bound to a value of it."""
    for base in kind.__mro__:
        for each, found in vars(base).items():
            inherited = base is not kind and each in vars(kind)
            if each.startswith('_') or inherited or not base.__module__.startswith('frictioncone'):
                continue
            if isinstance(found, classmethod):
                yield f'{name}.{each}', getattr(kind, each)
            elif inspect.isfunction(found) and name in INST:
                yield f'{name}.{each}', getattr(INST[name], each)


def calls():
    """Return by name each function with right arguments, {argument: value}."""
    table = {}
    for name, found in names():
        if inspect.isfunction(found):
            table[name] = (found, right_arguments(name, found))
            continue
        plain = issubclass(found, enum.Enum | BaseException) or inspect.isabstract(found)
        if plain or name == 'ConvexCone':
            continue
        if OVER.get(name, 1) is not None:
            table[name] = (found, right_arguments(name, found))
        for each, function in methods(name, found):
            table[each] = (function, right_arguments(each, function))
    return {name: call for name, call in table.items() if call[1]}
