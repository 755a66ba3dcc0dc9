# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`make test-gazebo`: the filter node's verdicts against Gazebo 11, in lock-step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, ExitStack
import os
from pathlib import Path
import shutil
import subprocess
import sys

from frictioncone_ros.contact import ContactState
from frictioncone_ros.sim.experiments.gazebo_agreement import (
    agreement,
    Filter,
    gazebo_slips,
    gazebo_trials,
    Judge,
    MODELS,
    random_loads,
)
from frictioncone_ros.sim.gazebo.server import gazebo_block
from frictioncone_ros.sim.gazebo.trial import SPEED_UP, WATCH_STEPS
from frictioncone_ros.spatial import Array

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'test' / 'support'))
SEED = 20260714
LIMITS = {'cone': (True, 0.98), 'pyramid': (False, 0.97)}
"""By the world's friction: whether the band is left out, and the least agreement."""

MARGIN = 0.4
"""Depth the node keeps inside the friction sets [N]: the band at the largest load."""

PARAMETERS = {
    'autostart': True,
    'margin': MARGIN,
    # The commands count the block's weight: sending nothing would be lifting it.
    'max_removed_fraction': 1.0,
    # Lock-step: between two questions Gazebo makes hundreds of steps, and none is a ramp.
    'command_timeout': 60.0,
    'contacts_timeout': 60.0,
    'recovery_ramp_duration': 0.0,
}
"""Of the filter node."""


def main() -> int:
    """Set Gazebo up if need be, run both worlds, print the agreement; 1 where one missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--loads', type=int, default=200, help='random loads per world (200)')
    parser.add_argument('--root', type=Path, default=TOP / 'gazebo_root', help='folder for Gazebo')
    options = parser.parse_args()
    root = None if shutil.which('gzserver') else options.root
    if root is not None and set_up(root):
        return 2
    print(
        f'seed {SEED}; a block slipped when its feet went {SPEED_UP * 1e3:g} mm further in the '
        f'last 0.1 s of {WATCH_STEPS} ms than in the first'
    )
    with node_judge() as (judge, chosen):
        missed = [name for name in LIMITS if not run(name, root, options.loads, (judge, chosen))]
    print('all limits met' if not missed else f'limits missed with friction: {", ".join(missed)}')
    return 1 if missed else 0


def set_up(root: Path) -> int:
    """Put Gazebo into a folder of the clone, unless it is there; not 0 where that failed."""
    script = TOP / 'test' / 'gazebo' / 'set_up_gazebo.sh'
    return subprocess.run(['bash', script, root], check=False).returncode


@contextmanager
def node_judge() -> Iterator[tuple[Judge, Filter]]:
    """Start the filter node and yield its verdict and its filter, asked over DDS."""
    import rclpy
    from ros_domain import claim_domain

    from frictioncone_ros.ros.tools.filter_client import FilterClient
    from frictioncone_ros.ros.tools.process import NodeProcess

    with ExitStack() as stack:
        # A domain of its own: no other node of this machine takes part.
        os.environ['ROS_DOMAIN_ID'] = str(stack.enter_context(claim_domain()))
        rclpy.init()
        stack.callback(rclpy.try_shutdown)
        node = stack.enter_context(NodeProcess(parameters=PARAMETERS))
        client = FilterClient()
        stack.callback(client.close)

        def judge(state: ContactState, wrench: Array) -> bool:
            return client.ask(state, wrench).feasible

        def chosen(state: ContactState, wrench: Array) -> Array:
            return client.ask(state, wrench).wrench

        print(f'verdicts come from the filter node in process {node.process.pid}')
        yield judge, chosen


def run(friction: str, root: Path | None, count: int, asked: tuple[Judge, Filter]) -> bool:
    """Try random loads with one friction of Gazebo and print both models' agreement."""
    print(f'Gazebo 11 with {friction} friction, {count} loads, one step at a time ...', flush=True)
    world = TOP / 'worlds' / f'block_{friction}.sdf'
    trials = gazebo_trials(world, root, count, SEED, asked[0])
    outside, limit = LIMITS[friction]
    for model, tried in trials.items():
        right = 'the right model' if model == friction else 'the wrong model'
        print(
            f'  judged as {model:8} ({right}): {agreement(tried)}, '
            f'outside the band {agreement(tried, outside_band=True)}'
        )
    found = agreement(trials[friction], outside).value
    (other,) = trials.keys() - {friction}
    wrong = agreement(trials[other], outside_band=True).value
    print(
        f'  limit {limit:g}: {"ok" if found >= limit else "MISSED"}; '
        f'wrong verdicts of the wrong model outside the band: {1.0 - wrong:.1%}',
        flush=True,
    )
    loads = random_loads(count // 4, SEED)
    with gazebo_block(world, root) as link:
        slips = gazebo_slips(link, loads, MODELS[friction], asked[1])
    print(f'  slips without the filter {slips.raw}')
    print(
        f'  slips with the filter    {slips.filtered}, '
        f'which leaves {slips.force_kept:.0%} of the force (median)',
        flush=True,
    )
    return found >= limit > wrong and slips.filtered.successes == 0


if __name__ == '__main__':
    sys.exit(main())
