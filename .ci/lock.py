# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Write .ci/lock.txt: one version of every package that tools, extras and ROS 2's wheels need.

`python .ci/lock.py` asks pip what it would install together, and installs nothing. `LOCKED=1 make
setup` then installs these versions.
"""

from __future__ import annotations

import json
from pathlib import Path
import platform
import subprocess
import sys
import tempfile

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / '.ci' / 'lock.txt'
EXTRAS = 'bags,cluster,docs,geometry,lint,plot,robots,sim,test,view'
HEADER = """\
# Versions that go together: tools, extras ({extras}) and ROS 2 Jazzy's wheels.
# Written by `python .ci/lock.py` with Python {python} on {system}; used by `LOCKED=1 make setup`.
"""


def main() -> int:
    """Resolve and write; pip says what does not fit."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / 'report.json'
        subprocess.run(
            [
                *(sys.executable, '-m', 'pip', 'install', '--quiet', '--dry-run'),
                *('--ignore-installed', '--report', str(report)),
                *('-r', str(ROOT / '.ci' / 'requirements-ros.txt'), f'{ROOT}[{EXTRAS}]'),
            ],
            check=True,
        )
        found = json.loads(report.read_text(encoding='utf-8'))['install']
    LOCK.write_text(locked(found), encoding='utf-8')
    return 0


def locked(found: list[dict[str, dict[str, str]]]) -> str:
    """Return the lock's text from what pip would install."""
    versions = {one['metadata']['name'].lower(): one['metadata']['version'] for one in found}
    versions.pop('frictioncone_ros', None)
    versions.pop('frictioncone-ros', None)
    header = HEADER.format(
        extras=EXTRAS, python=platform.python_version(), system=platform.machine()
    )
    return header + ''.join(f'{name}=={version}\n' for name, version in sorted(versions.items()))


if __name__ == '__main__':
    sys.exit(main())
