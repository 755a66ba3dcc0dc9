# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Starting a node as a process of its own, and ending it in good order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
import os
import signal
import subprocess
import sys
from types import TracebackType

NODE = ('-m', 'frictioncone_ros.ros.main')


class NodeProcess:
    """
    A Python program with ROS arguments, running beside this process.

    The environment is handed on whole: the ROS wheels need LD_LIBRARY_PATH and their guard
    variable together or neither.
    """

    def __init__(
        self,
        program: Sequence[str] = NODE,
        parameters: Mapping[str, object] | None = None,
        ros_arguments: Sequence[str] = (),
    ) -> None:
        """Start `program` with this Python and with `parameters` by name."""
        values = [
            word
            for name, value in (parameters or {}).items()
            for word in ('-p', f'{name}:={_yaml(value)}')
        ]
        command = [sys.executable, *program, '--ros-args', *values, *ros_arguments]
        self.process = self._started(command)

    def __enter__(self) -> NodeProcess:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process, whatever happened."""
        self.stop()

    def _started(self, command: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=dict(os.environ), stdin=subprocess.DEVNULL)

    def stop(self, with_signal: int = signal.SIGTERM, timeout: float = 5.0) -> int:
        """Send a signal, wait up to `timeout` [s], return the exit code; kill it if need be."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def _yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
