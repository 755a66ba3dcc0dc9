# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Processor seconds of one call."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def seconds_of(function: Callable[[], object]) -> float:
    """Return the processor time of the process during one call [s]."""
    start = process_time()
    function()
    return process_time() - start
