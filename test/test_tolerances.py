# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Thresholds have a name and a reason, and stand where those who share them find them."""

import ast
from functools import cache
from pathlib import Path
import re

import pytest

from frictioncone_ros import tolerances

PACKAGE = Path(tolerances.__file__).parent
MODULES = sorted(set(PACKAGE.rglob('*.py')) - {PACKAGE / 'tolerances.py'})
NAMES = [name for name in vars(tolerances) if name.isupper()]
FOR_USERS = {'LARGEST_INPUT', 'MOTION_RESIDUAL', 'REST_SPEED'}
"""Used in one place, but a user may want to know them."""
UNDECIDED = ('control', 'pipeline')
"""Rooms whose thresholds have not been sorted yet."""
SMALL = 1e-2
"""A number below this in a comparison is a threshold."""


def relative(path):
    return path.relative_to(PACKAGE).as_posix()


@cache
def words_of_modules():
    """Return the words of each module by its path."""
    return {
        relative(path): set(re.findall(r'\w+', path.read_text(encoding='utf-8')))
        for path in MODULES
    }


def bare_thresholds(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for part in ast.walk(node):
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, float)
                    and 0.0 < part.value < SMALL
                ):
                    yield f'line {part.lineno}: {part.value}'


def undocumented(tree):
    """Yield upper-case numbers below SMALL that no docstring follows."""
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Constant):
            continue
        value, name = node.value.value, getattr(node.targets[0], 'id', '')
        documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(value, float) and 0.0 < value < SMALL and name.isupper() and not documented:
            yield name


@pytest.mark.parametrize('path', MODULES, ids=relative)
def test_no_comparison_holds_a_bare_threshold(path):
    tree = ast.parse(path.read_text(encoding='utf-8'))
    assert not list(bare_thresholds(tree))
    assert not list(undocumented(tree))


@pytest.mark.parametrize('name', NAMES)
def test_a_shared_threshold_is_shared(name):
    users = [module for module, words in words_of_modules().items() if name in words]
    lone = len(users) == 1 and not users[0].startswith(UNDECIDED)
    assert users and (name in FOR_USERS or not lone), users


def test_bare_and_undocumented_thresholds_are_seen():
    assert list(bare_thresholds(ast.parse('inside = distance * 2.0 < 1e-9 * size')))
    assert list(bare_thresholds(ast.parse('x = [y for y in z if abs(y) >= 0.001]')))
    assert not list(bare_thresholds(ast.parse('half = 0.5 < share; step = 1e-3')))
    assert list(undocumented(ast.parse('GAP = 1e-9\nSIZE = 2')))
    assert not list(undocumented(ast.parse('GAP = 1e-9\n"""Reason."""')))
