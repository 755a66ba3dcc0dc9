# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which test runs which line of the package, and how long each test takes.

A plugin of pytest (``-p mutation_map``) under ``coverage``: every test is a context of its own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
import subprocess
import sys
import time
from typing import Any, NamedTuple

from coverage import Coverage, CoverageData
import pytest

SECONDS = 'MUTATION_SECONDS'
"""Variable of the environment: the file for the seconds of each test."""

_seconds: dict[str, float] = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Give each test a context of its own, and note how long it takes."""
    running = Coverage.current()
    if running is not None:
        running.switch_context(item.nodeid)
    began = time.perf_counter()
    yield
    _seconds[item.nodeid] = time.perf_counter() - began


def pytest_sessionfinish() -> None:
    """Write down the seconds."""
    if SECONDS in os.environ:
        Path(os.environ[SECONDS]).write_text(json.dumps(_seconds), encoding='utf-8')


class TestMap(NamedTuple):
    """Tests by file and line of the package, and the seconds of each."""

    tests: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def of(self, file: str, line: int, function: range) -> list[str]:
        """Return the tests that run a line, or else any of its function, the quickest first."""
        lines = self.tests.get(file, {})
        found = {test for test in lines.get(line, ()) if test}
        # A line that only goes on, or a default of an argument, has no tests of its own.
        if not found:
            found = {test for other in function for test in lines.get(other, ()) if test}
        return sorted(found, key=lambda test: self.seconds.get(test, 0.0))


def test_map(copy: Path, package: str, folders: list[str]) -> TestMap | None:
    """Run the tests of some folders of a copy under coverage; None where one fails."""
    data, seconds = copy / '.coverage', copy / 'seconds.json'
    command = [sys.executable, '-m', 'coverage', 'run', f'--data-file={data}']
    command += [f'--source={copy / package}', '-m', 'pytest', '-q', '-p', 'mutation_map']
    command += ['-p', 'no:xdist', '-p', 'no:cacheprovider', '-m', 'not ros', *folders]
    path = os.pathsep.join([str(copy), str(copy / 'test/reliability'), *_python_path()])
    environment = {**os.environ, 'PYTHONPATH': path, SECONDS: str(seconds)}
    if subprocess.run(command, cwd=copy, env=environment, check=False).returncode != 0:
        return None
    read = CoverageData(str(data))
    read.read()
    tests = {
        str(Path(file).relative_to(copy)): read.contexts_by_lineno(file)
        for file in read.measured_files()
    }
    return TestMap(tests, json.loads(seconds.read_text(encoding='utf-8')))


def _python_path() -> list[str]:
    return [part for part in os.environ.get('PYTHONPATH', '').split(os.pathsep) if part]
