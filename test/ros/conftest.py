# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A node in a process of its own, and a client that talks to it over DDS."""

import pytest

# ROS is imported inside the fixtures: this file is also read where there is none, and each test
# module then says so when it is skipped.


@pytest.fixture
def node_processes(ros_domain):
    """
    Return the list of the node processes of a test, which are all ended after it.

    After the client: a node that ends waits until its listeners have acknowledged its last word,
    half a second with Fast DDS, which asks for that every three seconds.
    """
    processes = []
    yield processes
    for process in processes:
        process.stop()


@pytest.fixture
def client(ros_domain, node_processes):
    from ros_client import ros_client

    with ros_client(ros_domain) as made:
        yield made


@pytest.fixture
def start_node(node_processes):
    """
    Return a function that starts node processes; all are ended after the test.

    Without a guard where none is asked for: two tests at once on two cores keep a node waiting for
    longer than its guard's limit now and then, and neutral is then what a guard is for. Guarded
    nodes have tests of their own (test/ros/guard), one by one. And with time to think: what an
    answer says is not to depend on how fast the machine is; tests of the budget give their own.
    And without predictions, whose worker process takes as much of the processor to start as all of
    a short test: those that look at modes, or run beside them on purpose, ask for them.
    """
    from fork_server import ForkedNode

    def start(namespace='', **parameters):
        arguments = ['-r', f'__ns:=/{namespace}'] if namespace else []
        given = {'guard': False, 'time_budget': 0.5, 'prediction_rate': 0.0, **parameters}
        node_processes.append(ForkedNode(parameters=given, ros_arguments=arguments))
        return node_processes[-1]

    return start


@pytest.fixture
def talk(client):
    """Return a function that finds a node and talks to it; the last one made is its `current`."""
    from ros_node_talk import NODE, Talk

    def make(node=NODE):
        make.current = Talk(client, node)
        return make.current.connect()

    return make
