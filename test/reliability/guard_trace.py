# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A node is lost again and again; when does a listener receive neutral?

    bash .ci/inside.sh python test/reliability/guard_trace.py --times 50
"""

import argparse
import os
from pathlib import Path
import signal
import subprocess
import sys
import tempfile

SUPPORT = Path(__file__).resolve().parents[1] / 'support'
sys.path.insert(0, str(SUPPORT))

from guard_talk import end, ended, guards, GuardTalk, LIMITS, started
from ros_client import ros_client
from ros_domain import claim_domain


def main():
    """Print a table; 1 where neutral came late."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument('--times', type=int, default=50)
    parser.add_argument('--events', nargs='+', default=list(LIMITS), choices=list(LIMITS))
    parser.add_argument('--once', choices=list(LIMITS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        print(delay(given.once), flush=True)
        return 0
    print('| event | times | within the limit | limit [ms] | median [ms] | worst [ms] |')
    print('|---|---|---|---|---|---|')
    late = 0
    for event in given.events:
        delays = sorted(delay_in_a_process(event) for _ in range(given.times))
        within = sum(one <= LIMITS[event] for one in delays)
        late += len(delays) - within
        print(
            f'| {event} | {len(delays)} | {within} | {1e3 * LIMITS[event]:.0f} '
            f'| {1e3 * delays[len(delays) // 2]:.1f} | {1e3 * delays[-1]:.1f} |',
            flush=True,
        )
    return 1 if late else 0


def delay_in_a_process(event):
    """Return the delay as a new process has seen it: losing a node may harm who listens to it."""
    done = subprocess.run(
        [sys.executable, __file__, '--once', event],
        check=False,
        text=True,
        stdout=subprocess.PIPE,
    )
    return float(done.stdout or 'inf')


def delay(event):
    """Return how long after an event neutral was received on every topic [s]."""
    with claim_domain() as domain, tempfile.TemporaryDirectory() as folder:
        os.environ.update(ROS_DOMAIN_ID=str(domain), ROS_LOG_DIR=folder)
        with ros_client(domain) as client:
            process = started().process
            try:
                talking = GuardTalk(client)
                talking.follow_guarded()
                [guard] = guards(process.pid)
                begun = talking.lose(process, event, Path(folder) / 'begun')
                seconds = talking.delay_of_neutral(begun)
            finally:
                process.kill()
                process.wait()
            client.wait_until(lambda: ended(guard), 'the end of the guard')
            end(guard)
            return seconds


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
