# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A filter node inside the test's own process, where a fault is to be put into it."""

from contextlib import contextmanager
import gc

import rclpy

from frictioncone_ros.ros.node import FilterNode


@contextmanager
def node_inside(domain, **parameters):
    """
    Yield an active node of a domain.

    A lifecycle node refers to itself: it stays in the graph, under its name, until garbage is
    collected, and would be taken for the node of a later test.
    """
    words = [
        word
        for name, value in parameters.items()
        for word in ('-p', f'{name}:={str(value).lower()}')
    ]
    rclpy.init(args=['--ros-args', *words], domain_id=domain)
    try:
        node = FilterNode()
        node.trigger_configure()
        node.trigger_activate()
        yield node
        node.destroy_node()
    finally:
        rclpy.try_shutdown()
        node = None
        gc.collect()
