# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A gzserver of Gazebo 11 as a child process, the system's or one in a folder with Debian.

A running Gazebo with one free link ready to be pushed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, ExitStack
import os
from pathlib import Path
import shutil
import socket
import subprocess
import time
from types import TracebackType

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim.gazebo.client import GazeboLink
from frictioncone_ros.sim.gazebo.transport import GazeboTimeoutError, GazeboTransport
from frictioncone_ros.sim.world_sdf import WORLD_NAME

_START_TIMEOUT = 60.0
_STOP_TIMEOUT = 10.0


class GazeboServer:
    """
    Runs a world, paused, until the `with` block ends.

    root: folder with Debian and Gazebo in it (used through chroot); None for the system's own.
    """

    def __init__(self, world: Path, root: Path | None = None) -> None:
        """Prepare the command; the process starts on entering the block."""
        self.port = _free_port()
        self._world = world
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> GazeboServer:
        """Start the server and wait until its master listens."""
        self._process = subprocess.Popen(
            self._command(),
            env=self._environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_for_master()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the server."""
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(_STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _environment(self) -> dict[str, str]:
        """Return what gzserver needs and no more: our libraries and folders are not its own."""
        system = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
        return {
            'PATH': system if self._root else os.environ.get('PATH', system),
            'HOME': '/tmp',
            'GAZEBO_MASTER_URI': f'http://127.0.0.1:{self.port}',
            'GAZEBO_IP': '127.0.0.1',
            'GAZEBO_MODEL_DATABASE_URI': '',
        }

    def _command(self) -> list[str]:
        if self._root is None:
            if shutil.which('gzserver') is None:
                raise MissingDependencyError('Gazebo 11', 'make test-gazebo sets one up')
            return ['gzserver', '-u', str(self._world)]
        inside = Path('/tmp') / self._world.name
        shutil.copy(self._world, self._root / inside.relative_to('/'))
        return ['chroot', str(self._root), 'gzserver', '-u', str(inside)]

    def _wait_for_master(self) -> None:
        assert self._process is not None
        end = time.monotonic() + _START_TIMEOUT
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise GazeboTimeoutError(f'gzserver ended with code {self._process.returncode}')
            try:
                socket.create_connection(('127.0.0.1', self.port), 1.0).close()
                return
            except OSError:
                time.sleep(0.1)
        raise GazeboTimeoutError('gzserver did not open its port')


def _free_port() -> int:
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return int(listener.getsockname()[1])


_ATTEMPTS = 3


@contextmanager
def gazebo_block(world: Path, root: Path | None) -> Iterator[GazeboLink]:
    """
    Start a world and yield its block's link; stop the server at the end of the `with`.

    root: folder with Debian and Gazebo in it, None for the system's own. A server whose topics do
    not connect, as happens on a busy machine, is started again.
    """
    with ExitStack() as stack:
        yield _opened(world, root, stack)


def _opened(world: Path, root: Path | None, stack: ExitStack) -> GazeboLink:
    for attempt in range(1, _ATTEMPTS + 1):
        with ExitStack() as trial:
            server = trial.enter_context(GazeboServer(world, root))
            transport = GazeboTransport(server.port)
            trial.callback(transport.close)
            try:
                link = GazeboLink(transport, WORLD_NAME, 'block', 'body')
            except GazeboTimeoutError:
                if attempt == _ATTEMPTS:
                    raise
                continue
            stack.push(trial.pop_all())
            return link
    raise GazeboTimeoutError(f'{world.name} did not start')
