# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figures of docs/mode_cones.md: the example draws them."""

from __future__ import annotations

from pathlib import Path
import sys

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'examples'))

from mode_cone_figures import main

if __name__ == '__main__':
    sys.exit(main())
