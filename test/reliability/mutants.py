# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Spoils one operator or number of the package at a time, and looks whether a test notices.

bash .ci/inside.sh python test/reliability/mutants.py --count 100 --seed 1; survivors are printed
with their line. Works on a copy: first with the tests of the room that was spoilt, then with all
that know no ROS.
"""

from __future__ import annotations

from argparse import ArgumentParser
import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from datetime import datetime, timezone
import os
from pathlib import Path
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = 'frictioncone_ros'
ROOMS = ('spatial', 'cones', 'constraints', 'contact', 'analysis', 'control', 'session')
EVERYTHING = (
    *('laws', 'oracles', 'pipeline', 'control', 'session', 'contact', 'analysis', 'reliability'),
    *('replay', 'papers', 'formations'),
)
"""Folders of tests that are asked where a room's own did not notice."""
LEFT_OUT = ('.*', 'build', 'install', 'log', '__pycache__', '_build', '*.egg-info')
"""What of the project is not copied."""
PATIENCE = 900.0
"""A run of tests that takes longer has noticed: something never ends [s]."""

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
    """One spoilt place: file below the package, line, what was done, the whole new text."""

    file: Path
    line: int
    what: str
    text: str


def places(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """Return what can be spoilt in a module: nodes, and in which way."""
    found: list[tuple[ast.AST, str]] = []
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
                found.append((node, 'compare'))
            elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp)) and type(node.op) in SWAPS:
                found.append((node, 'operator'))
            elif isinstance(node, ast.IfExp):
                found.append((node, 'branches'))
            elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
                found.append((node, 'constant'))
    return found


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


def drawn(count: int, seed: int) -> Iterator[Mutant]:
    """Yield so many mutants of the rooms, each room by its size."""
    rng = np.random.default_rng(seed)
    files = [path for room in ROOMS for path in sorted((ROOT / PACKAGE / room).rglob('*.py'))]
    every = [
        (path, number)
        for path in files
        for number in range(len(places(ast.parse(path.read_text(encoding='utf-8')))))
    ]
    for index in rng.permutation(len(every))[:count]:
        path, number = every[int(index)]
        tree = deepcopy(ast.parse(path.read_text(encoding='utf-8')))
        node, way = places(tree)[number]
        line, what = getattr(node, 'lineno', 0), spoil(node, way)
        yield Mutant(path.relative_to(ROOT), line, what, ast.unparse(tree))


def notices(copy: Path, folders: Sequence[str]) -> bool:
    """Tell whether the tests of some folders fail with the package of a copy."""
    paths = [f'test/{name}' for name in folders if (copy / 'test' / name).is_dir()]
    options = ['-q', '-x', '-p', 'no:cacheprovider', '-m', 'not ros']
    command = [sys.executable, '-m', 'pytest', *options, *paths]
    before = os.environ.get('PYTHONPATH', '')
    try:
        done = subprocess.run(
            [*command, *paths],
            cwd=copy,
            env={**os.environ, 'PYTHONPATH': f'{copy}:{before}'},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try as many as asked, print the survivors and a table."""
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--count', type=int, default=1500)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    options = parser.parse_args(arguments)
    tried, killed = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / 'copy'
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if notices(copy, EVERYTHING):
            print('the tests fail before anything is spoilt')
            return 1
        for mutant in drawn(options.count, options.seed):
            place, room = copy / mutant.file, mutant.file.parts[1]
            whole = place.read_text(encoding='utf-8')
            place.write_text(mutant.text, encoding='utf-8')
            tried[room] += 1
            if notices(copy, (room,)) or notices(copy, EVERYTHING):
                killed[room] += 1
            else:
                print(f'survives: {mutant.file}:{mutant.line}: {mutant.what}', flush=True)
            place.write_text(whole, encoding='utf-8')
    for room in ROOMS:
        if tried[room]:
            print(f'{room:12} {killed[room]:4} of {tried[room]:4} noticed')
    print(f'seed {options.seed}: {killed.total()} of {tried.total()} noticed')
    return 0


if __name__ == '__main__':
    sys.exit(main())
