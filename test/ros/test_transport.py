# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Our processes speak over sockets unless somebody chose transports of his own."""

from pathlib import Path

import pytest

import frictioncone_ros
from frictioncone_ros.ros.runtime.context import LOCALHOST_UDP, profiles_variable, use_sockets

SECOND, THIRD = 'FASTRTPS_DEFAULT_PROFILES_FILE', 'FASTDDS_DEFAULT_PROFILES_FILE'


@pytest.fixture(params=[('fastrtps', SECOND), ('fastdds', THIRD)], ids=['2', '3'])
def installed(request, tmp_path):
    """A Fast DDS of either version: where it is installed, and the variable it reads."""
    package, variable = request.param
    (tmp_path / 'share' / package).mkdir(parents=True)
    return f'/nowhere:{tmp_path}', variable


def test_the_profile_is_named_as_the_installed_version_reads_it(installed):
    prefix, variable = installed
    environment = {'AMENT_PREFIX_PATH': prefix, 'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST'}
    use_sockets(environment)
    assert environment[variable] == str(LOCALHOST_UDP)
    assert environment['FASTDDS_BUILTIN_TRANSPORTS'] == 'UDPv4'
    assert environment['ROS_AUTOMATIC_DISCOVERY_RANGE'] == 'SYSTEM_DEFAULT'
    assert len({SECOND, THIRD} & environment.keys()) == 1


def test_without_an_installation_the_older_name_is_said():
    assert profiles_variable({}) == SECOND
    assert profiles_variable({'AMENT_PREFIX_PATH': ''}) == SECOND


@pytest.mark.parametrize('own', [SECOND, THIRD, 'FASTDDS_BUILTIN_TRANSPORTS'])
def test_own_choices_are_left_alone(own):
    environment = {own: 'mine', 'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST'}
    before = dict(environment)
    use_sockets(environment)
    assert environment == before


@pytest.mark.parametrize(
    ('name', 'chosen', 'shares'),
    [
        ('ROS_AUTOMATIC_DISCOVERY_RANGE', 'SUBNET', False),
        ('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST', False),
        ('FASTDDS_BUILTIN_TRANSPORTS', 'DEFAULT', True),
    ],
)
def test_a_node_shares_no_memory_with_its_listeners_unless_told(
    monkeypatch, start_node, talk, name, chosen, shares
):
    monkeypatch.setenv(name, chosen)
    process = start_node(autostart=True).process
    talk().follow()
    tasks = Path(f'/proc/{process.pid}/task')
    threads = {(task / 'comm').read_text().strip() for task in tasks.iterdir()}
    assert any(name.startswith('dds.udp') for name in threads)
    assert any(name.startswith('dds.shm') for name in threads) == shares


def test_every_process_of_ours_begins_with_sockets():
    """One place calls rclpy.init, after it has chosen the transports."""
    package = Path(frictioncone_ros.__file__).parent
    begins = [
        path.relative_to(package).as_posix()
        for path in package.rglob('*.py')
        if 'rclpy.init(' in path.read_text(encoding='utf-8')
    ]
    assert begins == ['ros/runtime/context.py']
