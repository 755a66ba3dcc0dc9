# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The hazard page names tests that exist; every row says what is published and who shows it."""

from pathlib import Path
import re

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / 'docs' / 'robot' / 'hazards.md').read_text(encoding='utf-8')
ROWS = [
    [cell.strip() for cell in line.strip('|').split('|')]
    for line in PAGE.partition('## Attacks over DDS')[0].splitlines()
    if line.startswith('| ') and not line.startswith('| hazard')
]


def test_every_named_test_is_there():
    named = re.findall(r'`(test/[\w/]+\.py)(?:::(\w+))?`', PAGE)
    assert len(named) > 20
    for file, function in named:
        text = (ROOT / file).read_text(encoding='utf-8')
        assert not function or f'def {function}(' in text, (file, function)


def test_every_hazard_has_a_test_or_is_the_integrators():
    assert len(ROWS) > 20
    for hazard, notices, how_soon, published, shown in ROWS:
        assert hazard and notices
        if 'nothing can' not in notices:
            assert published and shown.startswith('`test/'), hazard
            assert how_soon or 'nothing before' in notices, hazard


def test_the_table_of_faults_has_every_fault_and_nothing_unsafe_or_lost():
    source = (ROOT / 'test' / 'reliability' / 'wire_faults.py').read_text(encoding='utf-8')
    names = re.findall(r"^    '([^']+)': Fault\(", source, re.MULTILINE)
    assert len(names) > 20
    for name in names:
        cells = r'(\d+) \| (\d+) \|.*\| (\d+)'
        row = re.search(rf'^\| {re.escape(name)} \| {cells} \|$', PAGE, re.MULTILINE)
        assert row is not None, name
        assert int(row[1]) >= 20 and row[2] == row[3] == '0', name
