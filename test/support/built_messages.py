# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Others' messages for tests: the installed ones, else what we use of them, built once."""

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


PACKAGES = sorted(path.name for path in SOURCE.iterdir())


def environment_with(package):
    """Return variables with which a process finds a package, None where it cannot be built."""
    prefix = BUILT / 'install' / package
    if find_spec(package):
        return dict(os.environ)
    if not prefix.exists() and not shutil.which('colcon'):
        return None
    build_missing()
    packages = next(prefix.glob('lib/python*/site-packages'))
    added = {
        'AMENT_PREFIX_PATH': prefix,
        'LD_LIBRARY_PATH': prefix / 'lib',
        'PYTHONPATH': packages,
    }
    return {
        **os.environ,
        **{name: f'{path}:{os.environ.get(name, "")}' for name, path in added.items()},
    }


def build_missing():
    """Build what is neither installed nor built yet, all at once: most of it is CMake's start."""
    missing = [package for package in PACKAGES if not find_spec(package)]
    with locked():
        missing = [package for package in missing if not (BUILT / f'{package}.done').exists()]
        if missing:
            build(missing)


def build(packages):
    """Build with colcon, beside the clone's own build and never into its install folder."""
    command = ['colcon', '--log-base', str(BUILT / 'log'), 'build', '--base-paths', str(SOURCE)]
    command += ['--packages-select', *packages]
    command += ['--build-base', str(BUILT / 'build'), '--install-base', str(BUILT / 'install')]
    command += ['--cmake-args', f'-DPython3_EXECUTABLE={sys.executable}']
    env = {**os.environ, 'CMAKE_PREFIX_PATH': os.environ['AMENT_PREFIX_PATH']}
    subprocess.run(command, check=True, env=env, stdin=subprocess.DEVNULL)
    for package in packages:
        (BUILT / f'{package}.done').touch()


@contextmanager
def locked():
    """Let one test process build; the others wait for it."""
    BUILT.mkdir(parents=True, exist_ok=True)
    (BUILT / 'COLCON_IGNORE').touch()
    with (BUILT / 'lock').open('w') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == '__main__':
    # At the start of the whole suite (.ci/test.sh), beside tests that need none of it.
    if shutil.which('colcon'):
        build_missing()
