# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which way the messages of node and guard go: over sockets, not through shared memory.

Fast DDS writes into the memory of each listener under a lock that no death releases. Where a node
is killed or stopped in the middle, the listener and whoever writes to it next wait for a second,
and now and then the listener dies with the node: that would be the controller. Over sockets nobody
waits for anybody, and an answer takes as long.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from pathlib import Path

LOCALHOST_UDP = Path(__file__).with_name('localhost_udp.xml')

OWN_PROFILES = ('FASTRTPS_DEFAULT_PROFILES_FILE', 'FASTDDS_DEFAULT_PROFILES_FILE')


def use_sockets(environment: MutableMapping[str, str]) -> None:
    """
    Set the variables of Fast DDS, before the middleware is loaded.

    Who has profiles or transports of his own is left alone, and other middlewares ignore them.
    """
    if any(name in environment for name in (*OWN_PROFILES, 'FASTDDS_BUILTIN_TRANSPORTS')):
        return
    environment['FASTDDS_BUILTIN_TRANSPORTS'] = 'UDPv4'
    # With this range rmw_fastrtps chooses the transports itself, shared memory among them.
    if (
        environment.get('ROS_AUTOMATIC_DISCOVERY_RANGE') == 'LOCALHOST'
        and environment.get('RMW_IMPLEMENTATION', 'rmw_fastrtps_cpp') == 'rmw_fastrtps_cpp'
        and not environment.get('ROS_STATIC_PEERS')
    ):
        environment['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'SYSTEM_DEFAULT'
        environment[profiles_variable(environment)] = str(LOCALHOST_UDP)


def profiles_variable(environment: Mapping[str, str]) -> str:
    """Return what Fast DDS calls its file: from version 3 (Kilted) on the old name is bad."""
    prefixes = environment.get('AMENT_PREFIX_PATH', '').split(':')
    is_third = any(prefix and (Path(prefix) / 'share/fastdds').is_dir() for prefix in prefixes)
    return OWN_PROFILES[is_third]
