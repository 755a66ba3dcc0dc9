# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node loads what it needs to filter, and nothing that only workers and people need."""

import subprocess
import sys

import pytest

pytest.importorskip('rclpy')
pytest.importorskip('frictioncone_ros.msg')

NOT_NEEDED = (
    'frictioncone_ros.analysis.mode_cones',
    'frictioncone_ros.analysis.modes',
    'frictioncone_ros.analysis.motions',
    'frictioncone_ros.scenario',
    'matplotlib',
    'scipy.linalg',
    'scipy.optimize',
    'scipy.sparse',
    'scipy.spatial',
)
"""Together more than half a second of processor time, at every start and in every restart."""


def test_a_node_starts_without_what_only_others_need():
    code = 'import sys, frictioncone_ros.ros.main; print(*sys.modules, sep="\\n")'
    done = subprocess.run([sys.executable, '-c', code], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert 'frictioncone_ros.ros.node' in loaded
    assert [name for name in NOT_NEEDED if name in loaded] == []


FILTERING = """
import sys
import frictioncone_ros as fc
from frictioncone_ros.contact import EllipticCone, FrictionPolygon, FrictionPyramid, SoftFinger

corners = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
models = (0.5, EllipticCone(0.3, 0.6), FrictionPolygon(0.5, 9), FrictionPyramid(0.4),
          SoftFinger(0.5, 0.1))
normals = [(0.0, 0.6, 0.8), (0.0, -0.6, 0.8), (0.6, 0.0, 0.8), (-0.6, 0.0, 0.8)]
for model in models:
    for directions in ((0.0, 0.0, 1.0), normals):
        state = fc.ContactState.from_points(corners, directions, model)
        for side in (0.0, 3.0, 30.0, 300.0):
            assessed = fc.filter_command(state, (side, 1.0, -20.0, 0.0, 0.1, 0.2))
print(*sys.modules, sep='\\n')
"""


def test_filtering_loads_nothing_more():
    """A first tick that loads half of SciPy would be half a second late."""
    done = subprocess.run(
        [sys.executable, '-c', FILTERING], check=True, capture_output=True, text=True
    )
    assert [name for name in NOT_NEEDED if name in done.stdout.split()] == []
