# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Guarded nodes that can be lost; whatever is left of them is ended after the test."""

import pytest


@pytest.fixture
def guarded(client):
    """Return a function that starts a node that can be lost; its guards are ended with it."""
    from guard_talk import end, guards, started

    before = set(guards())
    nodes = []

    def start(*ros_arguments, **parameters):
        nodes.append(started(parameters, ros_arguments))
        return nodes[-1].process

    yield start
    for node in nodes:
        node.process.kill()
        node.process.wait()
    for left in set(guards()) - before:
        end(left)


@pytest.fixture
def guard_talk(client):
    """Return what talks to the node and hears its guard."""
    from guard_talk import GuardTalk

    return GuardTalk(client)
