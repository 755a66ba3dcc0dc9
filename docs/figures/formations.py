# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figure of docs/formations.md: the example draws it."""

from __future__ import annotations

from pathlib import Path
import sys

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'examples'))

from reorient_triangle import main

if __name__ == '__main__':
    sys.exit(main())
