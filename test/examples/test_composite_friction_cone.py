# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The composite cone of Erdmann's three contacts: its printed faces and its picture."""

from pathlib import Path
import subprocess
import sys

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_four_faces_are_printed_and_the_picture_is_written(tmp_path):
    pytest.importorskip('matplotlib')
    script = ROOT / 'examples' / 'composite_friction_cone.py'
    run = subprocess.run(
        [sys.executable, str(script), '--output-directory', str(tmp_path)],
        cwd=ROOT,
        env={'PYTHONPATH': str(ROOT), 'PATH': ''},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    faces = {line.strip() for line in run.stdout.splitlines() if '<= 0' in line}
    assert faces == {
        '+4 Fx -1 Fy <= 0',
        '-4 Fx -1 Fy <= 0',
        '+1 Fx -1 Fy -1 tau/rho <= 0',
        '-1 Fx -1 Fy +1 tau/rho <= 0',
    }
    picture = tmp_path / 'composite_friction_cone.png'
    assert picture.read_bytes().startswith(b'\x89PNG') and picture.stat().st_size > 20_000


def test_without_matplotlib_the_faces_are_printed_all_the_same(tmp_path):
    (tmp_path / 'matplotlib').mkdir()
    (tmp_path / 'matplotlib' / '__init__.py').write_text('raise ImportError', encoding='utf-8')
    run = subprocess.run(
        [sys.executable, str(ROOT / 'examples' / 'composite_friction_cone.py')],
        cwd=tmp_path,
        env={'PYTHONPATH': f'{tmp_path}:{ROOT}', 'PATH': ''},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count('<= 0') == 4
    assert 'pip install matplotlib' in run.stdout.splitlines()[-1]
