# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A running Gazebo with one free link ready to be pushed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, ExitStack
from pathlib import Path

from frictioncone_ros.sim.gazebo.client import GazeboLink
from frictioncone_ros.sim.gazebo.server import GazeboServer
from frictioncone_ros.sim.gazebo.transport import GazeboTimeoutError, GazeboTransport
from frictioncone_ros.sim.world_sdf import WORLD_NAME

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
