# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The guard's process: `python -m frictioncone_ros.ros.guard FILE_DESCRIPTOR INHERITED`.

The descriptor is the guard's end of the link to its node; the first packet tells who that is.
INHERITED is JSON: what the guard knows from the node before, as a latched emergency stop.
"""

from __future__ import annotations

import json
import os
import socket
import sys

from frictioncone_ros.ros.guard.lean_imports import stub_unused_modules
from frictioncone_ros.ros.guard.protocol import (
    changes_in,
    is_of_middleware,
    LARGEST_PACKET,
    NodeFacts,
)
from frictioncone_ros.ros.runtime.stop_signals import catch_signals

MODULE = 'frictioncone_ros.ros.guard'


def main() -> int:
    """Guard one node after the other, until there is none."""
    link = socket.socket(fileno=int(sys.argv[1]))
    inherited = json.loads(sys.argv[2])
    environment = dict(os.environ)
    stub_unused_modules()
    signals = catch_signals()
    received, descriptors, _, _ = socket.recv_fds(link, LARGEST_PACKET, 1)
    if not received:
        return 0
    from frictioncone_ros.ros.guard.guard import Ends, Guard  # noqa: PLC0415  # not before
    from frictioncone_ros.ros.guard.respawn import Respawn  # noqa: PLC0415

    facts = NodeFacts().updated(changes_in(received))
    respawn = Respawn(inherited['history'], {**environment, **facts.environment})
    ends = Ends(link, socket.socket(fileno=descriptors[0]))
    guard = Guard(ends, facts, inherited['latched'] or facts.latched, respawn)
    guard.run(signals)
    guard.close()
    if guard.successor is not None:
        known = {'latched': guard.latched, 'history': respawn.history}
        _become_guard_of(*guard.successor, known, environment)
    return 0


def _become_guard_of(
    link: socket.socket, facts: NodeFacts, known: dict[str, object], environment: dict[str, str]
) -> None:
    """
    Begin anew as the guard of another node.

    In this process, so that what is known cannot be lost between two; and from the beginning, for
    the new node may use another middleware or other topics.
    """
    os.set_inheritable(link.fileno(), True)
    own = {name: value for name, value in environment.items() if not is_of_middleware(name)}
    os.execve(
        sys.executable,
        [sys.executable, '-m', MODULE, str(link.fileno()), json.dumps(known)],
        {**own, **facts.environment},
    )


if __name__ == '__main__':
    sys.exit(main())
