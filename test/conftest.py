# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Settings for every test: field checks in messages, a ROS domain of its own, and markers."""

import os
from pathlib import Path

# Before the first message module is imported: a wrong type in a field is then an error.
os.environ['ROS_PYTHON_CHECK_FIELDS'] = '1'
# Tests talk to themselves only.
os.environ['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
os.environ.setdefault('MPLBACKEND', 'Agg')

import pytest
from ros_domain import claim_domain

ROS_FOLDERS = {Path(__file__).parent / 'ros', Path(__file__).parent / 'launch'}


def pytest_collection_modifyitems(items):
    for item in items:
        if ROS_FOLDERS & set(item.path.parents):
            item.add_marker('ros')


@pytest.fixture
def ros_domain(monkeypatch, tmp_path):
    """Give the test a ROS domain that no other test on this machine uses meanwhile."""
    with claim_domain() as domain:
        monkeypatch.setenv('ROS_DOMAIN_ID', str(domain))
        monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path / 'ros_log'))
        yield domain
