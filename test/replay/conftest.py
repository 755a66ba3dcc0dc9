# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A recording made without ROS: a pushed box, its contacts and commands, and what was sent."""

import pytest
from write_bag import COMMAND, CONTACTS, contacts, hybrid, own_types, write_bag

BEGIN = 1_700_000_000_000_000_000
PERIOD = 2_000_000


@pytest.fixture(scope='session')
def store():
    return own_types()


@pytest.fixture(scope='session')
def messages(store):
    """A second of a box on a table that is pressed, and pushed more and more, at 500 Hz."""
    found = []
    for step in range(500):
        time = BEGIN + step * PERIOD
        if step % 5 == 0:
            found.append(('/frictioncone/contacts', CONTACTS, time, contacts(store, time)))
        command = hybrid(store, time, step + 1)
        found.append(('/frictioncone/command', COMMAND, time + 1000, command))
    return found


@pytest.fixture(scope='session', params=['mcap', 'sqlite3'])
def bag(request, messages, store, tmp_path_factory):
    folder = tmp_path_factory.mktemp('bags') / request.param
    return write_bag(folder, request.param, messages, store)


@pytest.fixture(scope='session')
def mcap_bag(messages, store, tmp_path_factory):
    """The recording in one form of storage, for what comes after reading."""
    return write_bag(tmp_path_factory.mktemp('bags') / 'mcap', 'mcap', messages, store)
