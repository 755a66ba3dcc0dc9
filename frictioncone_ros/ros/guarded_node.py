# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a node tells its guard of itself, once and for all."""

from __future__ import annotations

from hashlib import blake2b
import os
import sys

from rclpy.node import Node

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.guard.protocol import is_of_middleware

TOPICS = {
    'command': '~/filtered_command',
    'wrench': '~/filtered_wrench',
    'twist': '~/filtered_twist',
    'accel': '~/filtered_accel',
    'status': '~/status',
    'diagnostics': '/diagnostics',
    'e_stop': '~/e_stop',
}


def guarded_facts(node: Node, settings: NodeSettings) -> dict[str, object]:
    """Return the facts of `guard.protocol.NodeFacts` that a node knows when it starts."""
    return {
        'name': node.get_name(),
        'namespace': node.get_namespace(),
        'process_id': os.getpid(),
        'topics': {what: node.resolve_topic_name(name) for what, name in TOPICS.items()},
        'sentences': {
            str(int(code)): code.sentence
            for code in (FilterCode.EMERGENCY_STOP, FilterCode.NODE_LOST)
        },
        'command': [sys.executable, *sys.orig_argv[1:]],
        'respawn': settings.flag('guard_respawn'),
        'adoption_name': _adoption_name(node.get_fully_qualified_name()),
        'environment': {
            name: value for name, value in os.environ.items() if is_of_middleware(name)
        },
        'stop_publish_timeout': settings.filter.stop_publish_timeout,
        'active': False,
        'address': None,
        'latched': False,
        'stamp': node.get_clock().now().nanoseconds,
    }


def _adoption_name(full_name: str) -> str:
    """
    Return the abstract socket name on which a guard without its node waits for the next one.

    The same for the same user, domain and full node name: that is who takes a latch over.
    """
    domain = os.environ.get('ROS_DOMAIN_ID') or '0'
    words = f'{os.getuid()} {domain} {full_name}'.encode()
    return f'\0frictioncone_guard_{blake2b(words, digest_size=16).hexdigest()}'
