# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How many processes are worth starting."""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many cores this process may use; 1 where the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 1
