# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Ctrl-C as a fact that a loop asks for, not as an exception in the middle of rclpy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
import signal
from types import FrameType


@contextmanager
def noted_interruption() -> Iterator[Callable[[], bool]]:
    """
    Yield a function that tells whether Ctrl-C was pressed; pressed again, it is an exception.

    rclpy turns an exception that reaches it in a callback into others, or loses it. For the main
    thread, as all signal handlers.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(number, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
