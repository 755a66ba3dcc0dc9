# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in `make demo` and `make bench`: what was done is said, and no traceback is."""

import os
from pathlib import Path
import re
import shutil
import signal
import subprocess

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('mujoco', reason='MuJoCo is not installed')

ROOT = Path(__file__).resolve().parents[2]
WHOLE_CLONE = (ROOT / '.venv').exists() and (ROOT / 'install').exists() and shutil.which('make')


@pytest.mark.skipif(
    not WHOLE_CLONE, reason='not a clone in which make has set up .venv and install'
)
@pytest.mark.parametrize(
    'target, begun, said',
    [
        (['demo', 'ARGS=--seconds 600'], ' margin ', 'interrupted'),
        # A test installs nothing: without, other tests would find peers or none as it happens.
        (['bench', 'ARGS=cones', 'PEERS=installed'], '== cones', '== interrupted in cones'),
    ],
)
def test_ctrl_c_ends_a_target_as_at_the_terminal(target, begun, said, ros_domain):
    # -o: what is built is taken as it is. In a session of its own Ctrl-C meets all of it.
    with subprocess.Popen(
        # A suite that was started in the background hands on that Ctrl-C is ignored.
        [
            'env',
            '--default-signal=SIGINT',
            'make',
            '--no-print-directory',
            '-o',
            'build',
            '-o',
            'setup',
            *target,
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        first = next(line for line in process.stdout if begun in line)
        os.killpg(process.pid, signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert first
    # Make ends by the signal itself, which a shell calls 130, or says that its recipe did.
    assert process.returncode in {-signal.SIGINT, 130} or 'Error 130' in error
    # rclpy says so where it is interrupted while it makes a task; nobody hears more of it.
    heard = re.sub(
        r'Exception ignored in: <function Task.*?AttributeError[^\n]*\n',
        '',
        error + rest,
        flags=re.S,
    )
    assert 'Traceback' not in heard
    assert said in rest
