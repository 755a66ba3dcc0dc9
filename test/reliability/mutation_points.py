# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What of the package can be spoilt: one operator, number or branch of a function at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}


class Mutant(NamedTuple):
    """One spoilt place: file below the root, lines of its function, what was done, new text."""

    file: str
    line: int
    function: range
    what: str
    text: str


class _Point(NamedTuple):
    """A node of a module's tree, how it is spoilt, and the lines of the function it is in."""

    node: ast.AST
    way: str
    function: range


def points(tree: ast.Module) -> list[_Point]:
    """Return what can be spoilt in a module."""
    found: dict[int, _Point] = {}
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = range(function.body[0].lineno, (function.end_lineno or 0) + 1)
            for node in ast.walk(function):
                if (way := _way(node)) is not None:
                    # Of nested functions the innermost comes last.
                    found[id(node)] = _Point(node, way, lines)
    return list(found.values())


def _way(node: ast.AST) -> str | None:
    """Return how a node can be spoilt, None where it cannot."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        return 'compare'
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp)) and type(node.op) in SWAPS:
        return 'operator'
    if isinstance(node, ast.IfExp):
        return 'branches'
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        return 'constant'
    return None


def spoil(node: ast.AST, way: str) -> str:
    """Change a node in place; return what was done in words."""
    before = ast.unparse(node)
    if isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp)):
        node.op = SWAPS[type(node.op)]()
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
    elif isinstance(node, ast.Constant):
        value = node.value
        node.value = not value if isinstance(value, bool) else value + 1  # type: ignore[operator]
    return f'{way}: {before} -> {ast.unparse(node)}'


def drawn(root: Path, rooms: tuple[str, ...], count: int, seed: int) -> Iterator[Mutant]:
    """Yield so many mutants of some rooms of the package below a folder, each by its size."""
    files = [path for room in rooms for path in sorted((root / room).rglob('*.py'))]
    texts = {path: path.read_text(encoding='utf-8') for path in files}
    every = [(path, n) for path in files for n in range(len(points(ast.parse(texts[path]))))]
    for index in np.random.default_rng(seed).permutation(len(every))[:count]:
        path, number = every[int(index)]
        tree = ast.parse(texts[path])
        node, way, lines = points(tree)[number]
        line, what = getattr(node, 'lineno', 0), spoil(node, way)
        yield Mutant(str(path), line, lines, what, ast.unparse(tree))
