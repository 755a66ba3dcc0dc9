# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One table of all attacks: what one finds is in it, and ends no other."""

import os
from pathlib import Path
import re
import subprocess
import sys

from long_forms import PARTS, ROOT
from summary import FILE, Line, note, noted, table

HERE = Path(__file__).parent


def test_an_attack_adds_its_line_to_the_run_that_it_is_part_of(tmp_path):
    lines = tmp_path / 'lines'
    lines.touch()
    done = subprocess.run(
        [sys.executable, str(HERE / 'torture.py'), '--ticks', '200', '--seed', '7'],
        env={**os.environ, FILE: str(lines)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (line,) = noted(lines)
    assert line.inputs >= 190
    assert line.unsafe == line.lost == 0
    assert line.load.endswith('judgements')


def test_outside_a_run_nothing_is_noted(monkeypatch, tmp_path):
    monkeypatch.delenv(FILE, raising=False)
    note(Line('attack', '', 1, 2, 3, 4))
    monkeypatch.setenv(FILE, str(tmp_path / 'lines'))
    note(Line('attack', '', 1, 2, 3, 4))
    assert noted(tmp_path / 'lines') == [Line('attack', '', 1, 2, 3, 4)]


def test_the_table_ends_with_the_sums():
    said = table([Line('one', '5 Hz', 1, 2, 0, 0), Line('two', '7 Hz', 10, 20, 1, 3)])
    assert said.splitlines()[-1] == '| all |  | 11 | 22 | 1 | 3 |'
    assert '| one | 5 Hz | 1 | 2 | 0 | 0 |' in said


def test_every_long_form_is_run():
    """Over DDS a part of its own says which are (test/ros needs the cores to itself)."""
    run = [ROOT / path for paths in PARTS.values() for path in paths]
    assert all(path.exists() for path in run)
    for file in (ROOT / 'test').rglob('test_*.py'):
        has_long_form = re.search(r'^from effort import', file.read_text('utf-8'), re.MULTILINE)
        if has_long_form and ROOT / 'test' / 'ros' not in file.parents:
            assert any(path in (file, *file.parents) for path in run), file
