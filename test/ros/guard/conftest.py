# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Guarded nodes that can be lost; whatever is left of them is ended after the test."""

import pytest


@pytest.fixture
def guarded(request, client):
    """
    Return a function that starts a node that can be lost; its guards are ended with it.

    Where time is measured it is a process as users start it, from nothing.
    """
    from fork_server import ForkedNode
    from guard_talk import end, guards, nodes, started

    from frictioncone_ros.ros.tools.process import NodeProcess

    kind = NodeProcess if request.node.get_closest_marker('alone') else ForkedNode
    made = []

    def start(*ros_arguments, **parameters):
        made.append(started(parameters, ros_arguments, kind))
        return made[-1].process

    yield start
    # Guards first: one that respawns would start the next node. Then what was respawned.
    for left in guards():
        end(left)
    for node in made:
        node.process.kill()
        node.process.wait()
    for left in (*nodes(None), *guards()):
        end(left)


@pytest.fixture
def guard_talk(client):
    """Return what talks to the node and hears its guard."""
    from guard_talk import GuardTalk

    return GuardTalk(client)
