#!/usr/bin/env python3
# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Judge reference files: one line a file, `name: N passed, M failed, K not covered`.

Usage: check.py FILE... (any file of the format of test/oracles/data, from any folder). The exit
code is 0 when nothing failed, 1 when a case failed, 2 when a file could not be read. Checkers
are the modules of families/: each states in COVERS the first word of the `family` it judges
(several words, several families).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
import importlib.util
import json
from pathlib import Path
import sys
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
for folder in (str(HERE), str(HERE.parents[1])):
    if folder not in sys.path:
        sys.path.insert(0, folder)

from case_result import CaseResult, named_cases

Document = dict[str, Any]


@dataclass(frozen=True)
class FileReport:
    """The verdict on one file: failures keep their details."""

    name: str
    passed: int
    failures: tuple[CaseResult, ...]
    uncovered: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f'{self.name}: {self.passed} passed, {len(self.failures)} failed, '
            f'{len(self.uncovered)} not covered'
        )


def load_checkers(folder: Path = HERE / 'families') -> list[ModuleType]:
    """Import every checker module of `folder`, in the order of their names."""
    return [_load(path) for path in sorted(folder.glob('*.py')) if path.name != '__init__.py']


def _load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(f'oracle_family_{path.stem}', path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def family_of(document: Document) -> str:
    """Return the family's letter or letters: the first word of the `family` entry."""
    return str(document.get('family', '')).split(maxsplit=1)[0] if document.get('family') else ''


def check_document(name: str, document: Document, checkers: Sequence[ModuleType]) -> FileReport:
    """Run every checker of the document's family and merge: a case passes if all pass it."""
    family = family_of(document)
    verdicts: dict[str, CaseResult] = {}
    for checker in checkers:
        if family in checker.COVERS.split():
            for result in _results(checker, document):
                if result.name not in verdicts or verdicts[result.name].passed:
                    verdicts[result.name] = result
    failures = tuple(result for result in verdicts.values() if not result.passed)
    uncovered = tuple(case for case, _ in named_cases(document) if case not in verdicts)
    return FileReport(name, len(verdicts) - len(failures), failures, uncovered)


def _results(checker: ModuleType, document: Document) -> Iterator[CaseResult]:
    """Yield a checker's results; a checker that breaks is a failure, never a silence."""
    try:
        yield from checker.check(document)
    except Exception as error:
        yield CaseResult(
            f'checker {Path(str(checker.__file__)).name}',
            False,
            f'{type(error).__name__}: {error}',
        )


def check_file(path: Path, checkers: Sequence[ModuleType]) -> FileReport:
    """Read one file and judge it."""
    document = json.loads(path.read_text(encoding='utf-8'))
    if not isinstance(document, dict) or not family_of(document):
        raise ValueError("expected an object with a 'family' entry")
    return check_document(path.stem, document, checkers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the files named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('files', nargs='+', type=Path, metavar='FILE')
    files: list[Path] = parser.parse_args(arguments).files
    checkers = load_checkers()
    code = 0
    for path in files:
        try:
            report = check_file(path, checkers)
        except (OSError, ValueError) as error:
            print(f'{path}: cannot be read: {error}', file=sys.stderr)
            code = 2
            continue
        print(report, flush=True)
        for failure in report.failures:
            print(f'    {failure.name}: {failure.detail}', file=sys.stderr)
        code = max(code, 1 if report.failures else 0)
    return code


if __name__ == '__main__':
    sys.exit(main())
