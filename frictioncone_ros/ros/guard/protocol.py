# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What node and guard tell each other over their socket: packets of JSON, each a set of facts.

The first packet tells everything about the node, each later one what has changed. A packet
without change is not needed: whatever comes is a sign of life, and the stamp of a heartbeat is a
fact. The end of the socket is the end of the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
import json
import socket
import struct
from typing import Any, NamedTuple

HEARTBEAT_PERIOD = 0.02
"""How often an active node gives a sign of life [s]."""

SILENCE_LIMIT = 0.08
"""
How long an active node may be silent before its guard publishes neutral [s].

By the same limit the node knows, when it comes back, that neutral was published: it counts from
when it sent its last sign of life, which is never later than when the guard received it. A node
hangs at best right after a sign of life: neutral comes within this and what the guard needs to
wake and to publish.
"""

LARGEST_PACKET = 1 << 16

PRESSES = 64
"""So many of the presses of a stop heard last are told apart, by when they were sent."""

GUARD_SUFFIX = '_guard'
"""What a guard's name has after that of its node."""

_MIDDLEWARE = ('ROS_', 'RMW_', 'FASTRTPS_', 'FASTDDS_', 'CYCLONEDDS_', 'ZENOH_')
_CREDENTIALS = struct.Struct('3i')


class Address(NamedTuple):
    """Which parts are published, and in which frames: axes, what moves, where moments are."""

    parts: tuple[str, ...]
    axes: str
    controlled: str
    reference: str


@dataclass(frozen=True)
class NodeFacts:
    """
    What the guard knows of its node.

    name, namespace: of the node. process_id: its own. topics: full names by what they are for.
    sentences: what is said of a code. command: what starts the node again, where respawn is
    set. adoption_name: of the socket on which a guard without its node waits. environment:
    what concerns the middleware. stop_publish_timeout: how long neutral is repeated [s].
    active: the lifecycle. address: of what was published last since activation, None: nothing
    was. latched: an emergency stop holds. answered: presses heard by the last reset, by when
    they were sent [ns]. stamp: [ns] of the node's clock at the last sign of life. ending: the
    node ends in good order.
    """

    name: str = ''
    namespace: str = ''
    process_id: int = 0
    topics: Mapping[str, str] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    respawn: bool = False
    adoption_name: str = ''
    environment: Mapping[str, str] = field(default_factory=dict)
    stop_publish_timeout: float = 0.0
    active: bool = False
    address: Address | None = None
    latched: bool = False
    answered: tuple[int, ...] = ()
    stamp: int = 0
    ending: bool = False

    @property
    def full_name(self) -> str:
        """Namespace and name."""
        return f'{self.namespace.rstrip("/")}/{self.name}'

    @property
    def commands(self) -> bool:
        """Whether a controller may be following what the node published last."""
        return self.active and self.address is not None

    def updated(self, changes: Mapping[str, Any]) -> NodeFacts:
        """Return the facts after a packet; what this version does not know is left out."""
        names = {one.name for one in fields(self)}
        known = {name: value for name, value in changes.items() if name in names}
        if known.get('address') is not None:
            parts, *frames = known['address']
            known['address'] = Address(tuple(parts), *frames)
        return replace(self, **known)


def packet(changes: Mapping[str, object]) -> bytes:
    """Return facts as one packet."""
    return json.dumps(changes).encode()


def changes_in(received: bytes) -> dict[str, Any]:
    """Return the facts of a packet; raise ValueError where it is none."""
    changes = json.loads(received)
    if not isinstance(changes, dict):
        raise ValueError(f'a packet of {type(changes).__name__}, expected names and values')
    return changes


def is_of_middleware(variable: str) -> bool:
    """Tell whether an environment variable decides whom a process can talk to."""
    return variable.startswith(_MIDDLEWARE)


def peer_of(link: socket.socket) -> tuple[int, int]:
    """Return the process id and user id of the other side."""
    credentials = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process_id, user_id, _ = _CREDENTIALS.unpack(credentials)
    return process_id, user_id
