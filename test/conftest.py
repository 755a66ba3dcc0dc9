# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Settings for every test: repeatable examples, field checks in messages, a domain, markers."""

import gc
import os
from pathlib import Path
import re
import signal

# Before the first message module is imported: a wrong type in a field is then an error.
os.environ['ROS_PYTHON_CHECK_FIELDS'] = '1'
# Tests talk to themselves only.
os.environ['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
os.environ.setdefault('MPLBACKEND', 'Agg')

from effort import EXAMPLES
from hypothesis import HealthCheck, settings
import pytest
from ros_domain import claim_domain

# A shell ignores Ctrl-C in what it starts in the background, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Here and not beside the law tests: a profile counts for the tests collected after it. The same
# examples are drawn on every run and every machine; time limits are not hypothesis's matter.
settings.register_profile(
    'repeatable',
    derandomize=True,
    deadline=None,
    max_examples=EXAMPLES,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile('repeatable')

TIMED_FOLDER = Path(__file__).parent / 'ros'
SIGNS = {
    'ros': re.compile('ros_domain'),
    'quiet': re.compile(r'mark\.quiet|guarded'),
    'alone': re.compile(r'mark\.alone'),
}
"""By what .ci/test.sh finds the files of tests with a marker; all of test/ros for the first."""
ROS_FOLDERS = [Path(__file__).parent / name for name in ('ros', 'examples', 'launch', 'viewer')]


@pytest.hookimpl(hookwrapper=True)
def pytest_collection():
    """
    Collect without looking for garbage.

    Nothing that is imported or collected is any, and looking for some takes a fifth of the time,
    in each process of several.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    for item in items:
        if 'ros_domain' in item.fixturenames:
            item.add_marker('ros')
            # .ci/test.sh looks for them there only.
            if not any(folder in item.path.parents for folder in ROS_FOLDERS):
                raise pytest.UsageError(f'{item.nodeid} talks over DDS outside {ROS_FOLDERS}')
        if 'guarded' in item.fixturenames and not item.get_closest_marker('alone'):
            # Kept waiting by others for longer than its guard's limit, a node seems to hang.
            item.add_marker(pytest.mark.quiet('a guard goes by the clock'))
        # .ci/test.sh looks nowhere else for them: collecting all tests again takes seconds.
        timed = item.get_closest_marker('alone') or item.get_closest_marker('quiet')
        if timed and TIMED_FOLDER not in item.path.parents:
            raise pytest.UsageError(f'{item.nodeid} goes by the clock outside {TIMED_FOLDER}')
        require_signs(item)


def require_signs(item):
    """Refuse a test with a marker that .ci/test.sh would not find by its file's text."""
    for name, sign in SIGNS.items():
        if not item.get_closest_marker(name) or (
            name == 'ros' and TIMED_FOLDER in item.path.parents
        ):
            continue
        if not sign.search(item.path.read_text(encoding='utf-8')):
            raise pytest.UsageError(f'{item.nodeid} is {name}, its file without {sign.pattern}')


def pytest_terminal_summary(terminalreporter):
    """Say how many passed, failed and were skipped to whoever adds it up (.ci/test.sh)."""
    file = os.environ.get('TEST_COUNTS')
    # Each process of several has a summary too, of its own part.
    if file and not hasattr(terminalreporter.config, 'workerinput'):
        found = {name: len(some) for name, some in terminalreporter.stats.items()}
        failed = found.get('failed', 0) + found.get('error', 0)
        with open(file, 'a', encoding='ascii') as counts:
            print(found.get('passed', 0), failed, found.get('skipped', 0), file=counts)


@pytest.fixture
def ros_domain(monkeypatch, tmp_path):
    """Give the test a ROS domain that no other test on this machine uses meanwhile."""
    with claim_domain() as domain:
        monkeypatch.setenv('ROS_DOMAIN_ID', str(domain))
        monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path / 'ros_log'))
        yield domain
