# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends a sweep with what was done and exit code 130; long runs say how far they are."""

from pathlib import Path
import signal
import subprocess
import sys

ROOT = Path(__file__).resolve().parents[2]
CALL = 'sweep box_on_table --vary fx -9 9 --vary fy -9 9 --samples 1000000'

PROGRAM = """
import runpy, signal
# A suite that was started in the background hands on that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module('frictioncone_ros.cli.main', run_name='__main__')
"""


def test_ctrl_c_leaves_what_was_done(tmp_path):
    file = tmp_path / 'partial.csv'
    words = [sys.executable, '-c', PROGRAM, *CALL.split(), '--csv', str(file)]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        said = process.stderr.readline()  # progress: it has run for a while
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert said.startswith('sweep: ')
    assert ' of 1000000, ' in said
    assert process.returncode == 130
    assert 'Traceback' not in err
    assert 'interrupted: ' in out
    done = int(out.split('interrupted: ')[1].split()[0])
    assert len(file.read_text(encoding='utf-8').splitlines()) == done + 1


def test_ctrl_c_ends_the_benchmarks_without_a_traceback():
    words = [sys.executable, str(ROOT / 'benchmarks' / 'run.py'), 'cones']
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == '== cones\n'
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert 'Traceback' not in err
    assert '== interrupted in cones; 0 rows, targets missed: none' in out
