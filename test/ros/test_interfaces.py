# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the docs say of parameters, topics and services is what a running node has."""

from pathlib import Path

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from rcl_interfaces.srv import DescribeParameters, GetParameters, ListParameters
from rclpy.parameter import parameter_value_to_python
from ros_node_talk import NODE

from frictioncone_ros.node_interface import INTERFACES, PARAMETERS
from frictioncone_ros.ros.parameter_server import plain_value

PAGE = (Path(__file__).resolve().parents[2] / 'docs' / 'robot' / 'ros.md').read_text(
    encoding='utf-8'
)
APART = 'of_the_page'
"""A namespace of its own: nodes that have just ended stay in the graph by their names."""
COMMON = ('/rosout', '/parameter_events', f'/{APART}{NODE}/transition_event')
OF_EVERY_NODE = {
    'describe_parameters',
    'get_parameter_types',
    'get_parameters',
    'list_parameters',
    'set_parameters',
    'set_parameters_atomically',
    'get_type_description',
}
OF_EVERY_LIFECYCLE = {
    'change_state',
    'get_state',
    'get_available_states',
    'get_available_transitions',
    'get_transition_graph',
}


def stated(direction):
    return {
        (one.name.replace('~', f'/{APART}{NODE}'), one.kind)
        for one in INTERFACES
        if one.direction == direction
    }


def test_topics_and_services_are_those_of_the_page(client, start_node):
    start_node(APART, autostart=True)
    asked = {
        'in': client.node.get_subscriber_names_and_types_by_node,
        'out': client.node.get_publisher_names_and_types_by_node,
        'service': client.node.get_service_names_and_types_by_node,
    }
    name = NODE.removeprefix('/'), f'/{APART}'
    client.wait_until(lambda: name in client.node.get_node_names_and_namespaces(), 'the node', 30)

    def offered(direction):
        found = {
            (name, kind)
            for name, kinds in asked[direction](*name)
            for kind in kinds
            if name not in COMMON
        }
        return {
            (name, kind)
            for name, kind in found
            if name.rsplit('/', 1)[-1] not in OF_EVERY_NODE | OF_EVERY_LIFECYCLE
        }

    for direction in asked:
        client.wait_until(lambda way=direction: len(offered(way)) >= len(stated(way)), direction)
        assert offered(direction) == stated(direction)
    for one in INTERFACES:
        assert f'| `{one.name}` |' in PAGE


def test_parameters_are_those_of_the_page(client, start_node):
    start_node(guard=True, time_budget=0.006, prediction_rate=20.0)
    names = {parameter.name for parameter in PARAMETERS}
    listed = set(
        client.call(
            ListParameters, f'{NODE}/list_parameters', ListParameters.Request()
        ).result.names
    )
    assert {name for name in listed if '.' not in name} - {
        'use_sim_time',
        'start_type_description_service',
    } == names
    order = sorted(names)
    request = DescribeParameters.Request(names=order)
    described = client.call(DescribeParameters, f'{NODE}/describe_parameters', request)
    values = client.call(
        GetParameters, f'{NODE}/get_parameters', GetParameters.Request(names=order)
    ).values
    known = {parameter.name: parameter for parameter in PARAMETERS}
    for descriptor, value in zip(described.descriptors, values, strict=True):
        parameter = known[descriptor.name]
        assert descriptor.read_only == parameter.read_only
        assert descriptor.description.startswith(parameter.description)
        found = plain_value(parameter_value_to_python(value))
        assert parameter.checked(found) == parameter.default
        assert f'| `{parameter.name}` |' in PAGE
