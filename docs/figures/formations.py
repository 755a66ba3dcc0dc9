# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figure of docs/formations.md: the example draws it."""

from pathlib import Path
import runpy

runpy.run_path(
    str(Path(__file__).resolve().parents[2] / 'examples' / 'reorient_triangle.py'),
    run_name='__main__',
)
