# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What colcon installs is what `ros2 run` and launch files look for."""

from pathlib import Path
import re
import subprocess

import pytest

index = pytest.importorskip('ament_index_python', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

import frictioncone_ros

ROOT = Path(__file__).resolve().parents[2]
PREFIX = Path(index.get_package_prefix('frictioncone_ros'))


def test_the_executables_start(ros_domain):
    folder = PREFIX / 'lib' / 'frictioncone_ros'
    installed = {path.name for path in folder.iterdir()}
    assert installed >= {'frictioncone', 'frictioncone_node'}
    assert installed == set(
        re.findall(
            r'"(\w+)=frictioncone_ros[.\w]+"',
            (ROOT / 'CMakeLists.txt').read_text(encoding='utf-8'),
        )
    )
    done = subprocess.run(
        [folder / 'frictioncone', 'version'], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == frictioncone_ros.__version__
    wrong = ['--ros-args', '-p', 'status_rate:=-1.0']
    refused = subprocess.run(
        [folder / 'frictioncone_node', *wrong],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert refused.returncode != 0
    assert 'status_rate' in refused.stderr


@pytest.mark.parametrize('folder', ['config', 'launch', 'models', 'worlds'])
def test_shared_files_are_installed(folder):
    def names(root):
        return {path.relative_to(root).as_posix() for path in root.rglob('*') if path.is_file()}

    installed = names(PREFIX / 'share' / 'frictioncone_ros' / folder)
    assert {name for name in installed if '__pycache__' not in name} >= names(ROOT / folder)
