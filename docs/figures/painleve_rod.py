# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Draw the map of Painleve's rod for docs/motions.md, by the example of the same name."""

from pathlib import Path
import runpy
import sys

EXAMPLE = Path(__file__).resolve().parents[2] / 'examples' / 'painleve_rod.py'

if __name__ == '__main__':
    sys.path.insert(0, str(EXAMPLE.parents[1]))
    runpy.run_path(str(EXAMPLE), run_name='__main__')
