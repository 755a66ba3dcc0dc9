# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What mypy is told of our messages is what rosidl generates."""

from array import array
import ast
import importlib.util
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from frictioncone_ros import msg as messages
from frictioncone_ros import srv as services

ROOT = Path(__file__).resolve().parents[2]
TYPES = {
    'array': array,
    'NDArray': np.ndarray,
    **{type_.__name__: type_ for type_ in (bool, float, int, list, str)},
}


def stub_classes(folder):
    """Return the classes of a stub by the names they have in Python."""
    spec = importlib.util.spec_from_file_location('stubs', ROOT / '.ci' / 'message_stubs.py')
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    found = {}
    for node in ast.parse(stubs.stub_of(folder)).body:
        if isinstance(node, ast.ClassDef):
            parts = [part for part in node.body if isinstance(part, ast.ClassDef)]
            found |= {f'{node.name}.{part.name}': part for part in parts} or {node.name: node}
    return found


CLASSES = stub_classes('msg') | stub_classes('srv')


def generated(name):
    outer, _, inner = name.partition('.')
    return getattr(getattr(services, outer), inner) if inner else getattr(messages, outer)


def read_types(stub):
    """Return the name of the type that each field gives, without what it is a list of."""
    return {
        part.name: ast.unparse(part.returns).partition('[')[0]
        for part in stub.body
        if isinstance(part, ast.FunctionDef)
        and 'property' in map(ast.unparse, part.decorator_list)
    }


def test_every_message_and_service_has_a_stub():
    for folder in ('msg', 'srv'):
        names = {name.partition('.')[0] for name in stub_classes(folder)}
        assert names == {path.stem for path in (ROOT / folder).iterdir()}


@pytest.mark.parametrize('name', CLASSES)
def test_fields_and_what_they_give(name):
    message, stub = generated(name)(), CLASSES[name]
    types = read_types(stub)
    assert list(types) == list(message.get_fields_and_field_types())
    for field, type_name in types.items():
        value = getattr(message, field)
        assert type(value) is TYPES.get(type_name) or type(value).__name__ == type_name, field


@pytest.mark.parametrize('name', CLASSES)
def test_arguments_are_the_fields(name):
    stub = CLASSES[name]
    start = next(
        part for part in stub.body if isinstance(part, ast.FunctionDef) and part.name == '__init__'
    )
    assert [argument.arg for argument in start.args.kwonlyargs] == list(read_types(stub))


@pytest.mark.parametrize('name', CLASSES)
def test_constants(name):
    constants = {part.target.id for part in CLASSES[name].body if isinstance(part, ast.AnnAssign)}
    assert constants == {
        attribute
        for attribute in dir(generated(name))
        if attribute.isupper()
        and attribute[0] != '_'
        and not attribute.endswith('__DEFAULT')
        and attribute != 'SLOT_TYPES'
    }
