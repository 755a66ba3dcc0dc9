# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The SROS 2 policies cover whatever a running node and its guard use, and nothing else."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

POLICIES = Path(__file__).resolve().parents[2] / 'security' / 'policies.xml'
KINDS = {
    'publish': 'get_publisher_names_and_types_by_node',
    'subscribe': 'get_subscriber_names_and_types_by_node',
    'reply': 'get_service_names_and_types_by_node',
    'request': 'get_client_names_and_types_by_node',
}
EVERYBODYS = {'/rosout', '/parameter_events', '/clock'}
"""What SROS 2 lets every node do, whether this one does or not."""
FRAMES = {'/tf', '/tf_static', '/joint_states', '/robot_description'}
"""What a node needs with tf2 or `robot_frames` only."""


def policy(node, verb):
    return {
        name.text
        for profile in ElementTree.parse(POLICIES).iter('profile')
        if profile.get('node') == node
        for group in profile
        if verb in group.attrib
        for name in group
    }


def used(client, node, verb):
    return {name for name, _ in getattr(client.node, KINDS[verb])(node, '/')}


def test_policies_cover_what_node_and_guard_use(client, start_node):
    start_node(autostart=True, guard=True)
    client.wait_until(
        lambda: {'frictioncone', 'frictioncone_guard'} <= set(client.node.get_node_names()),
        'node and guard',
        20.0,
    )
    for node in ('frictioncone', 'frictioncone_guard'):
        for verb in KINDS:

            def covers(node=node, verb=verb):
                elsewhere = EVERYBODYS | (FRAMES if node == 'frictioncone' else set())
                return used(client, node, verb) - elsewhere == policy(node, verb) - elsewhere

            client.wait_until(covers, f'what {node} may {verb}', 10.0)


def test_frames_poses_and_joints_are_allowed_to_whoever_needs_them():
    assert policy('frictioncone', 'subscribe') >= FRAMES
    assert '/frictioncone/pose_command' in policy('planner', 'publish')
    assert '/frictioncone/filtered_pose' in policy('controller', 'subscribe')
    for node in ('controller', 'estimator'):
        assert '/frictioncone/pose' in policy(node, 'publish')
