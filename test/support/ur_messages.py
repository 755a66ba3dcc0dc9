# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""ur_msgs for tests: the installed ones, else the one service that is used, built once a clone."""

from contextlib import contextmanager
import fcntl
from importlib.util import find_spec
import os
from pathlib import Path
import shutil
import subprocess
import sys

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).parent / 'interfaces'
BUILT = ROOT / 'build' / 'test_interfaces'
PREFIX = BUILT / 'install' / 'ur_msgs'


def ur_environment():
    """Return variables with which a process finds ur_msgs.srv, None where it cannot be built."""
    if find_spec('ur_msgs'):
        return dict(os.environ)
    if not PREFIX.exists() and not shutil.which('colcon'):
        return None
    with locked():
        if not (BUILT / 'done').exists():
            build()
    packages = next(PREFIX.glob('lib/python*/site-packages'))
    added = {
        'AMENT_PREFIX_PATH': PREFIX,
        'LD_LIBRARY_PATH': PREFIX / 'lib',
        'PYTHONPATH': packages,
    }
    return {
        **os.environ,
        **{name: f'{path}:{os.environ.get(name, "")}' for name, path in added.items()},
    }


def build():
    """Build with colcon, beside the clone's own build and never into its install folder."""
    command = ['colcon', '--log-base', str(BUILT / 'log'), 'build', '--base-paths', str(SOURCE)]
    command += ['--build-base', str(BUILT / 'build'), '--install-base', str(BUILT / 'install')]
    command += ['--cmake-args', f'-DPython3_EXECUTABLE={sys.executable}']
    env = {**os.environ, 'CMAKE_PREFIX_PATH': os.environ['AMENT_PREFIX_PATH']}
    subprocess.run(command, check=True, env=env, stdin=subprocess.DEVNULL)
    (BUILT / 'done').touch()


@contextmanager
def locked():
    """Let one test process build; the others wait for it."""
    BUILT.mkdir(parents=True, exist_ok=True)
    (BUILT / 'COLCON_IGNORE').touch()
    with (BUILT / 'lock').open('w') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
