# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The block of Gazebo 11 beside a filter node that runs already: for the classic launch file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
import sys

from rclpy.utilities import remove_ros_args

from frictioncone_ros.contact import CircularCone, FrictionModel, FrictionPyramid
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.tools.demo_run import DemoRun
from frictioncone_ros.ros.tools.simulated_arm import SimulatedArm
from frictioncone_ros.sim import EstimatorFaults
from frictioncone_ros.sim.demo import DemoRow
from frictioncone_ros.sim.demo.gazebo_block import GazeboBlockDemo
from frictioncone_ros.sim.gazebo.server import gazebo_block
from frictioncone_ros.sim.world_sdf import BLOCK_FRICTION

NOT_RUN = 2
"""Exit code where there is no Gazebo, or it did not start."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Start gzserver, push its block through the filter, print what happened."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--world', type=Path, required=True, help='worlds/block_cone.sdf or so')
    parser.add_argument('--root', default='', help='folder with Debian and Gazebo in it')
    options = parser.parse_args(remove_ros_args(['', *words])[1:])
    try:
        with connected(words):
            return push(options.world, Path(options.root) if options.root else None)
    except FrictionConeError as error:
        print(f'frictioncone_gazebo_block: {error}', file=sys.stderr)
        return NOT_RUN


def push(world: Path, root: Path | None) -> int:
    """Run the script once; 1 where the filter did not answer."""
    with gazebo_block(world, root) as link:
        scene = GazeboBlockDemo(link, friction_of(world))
        arm = SimulatedArm(scene, EstimatorFaults(), seed=0)
        run = DemoRun(arm, show)
        try:
            if not run.wait_for_filter():
                print('the filter node did not answer', file=sys.stderr)
                return 1
            print(run.run(scene.duration).summary())
        finally:
            arm.close()
    return 0


def friction_of(world: Path) -> FrictionModel:
    """Return the friction model of a block world by its name."""
    if 'cone' in world.stem:
        return CircularCone(BLOCK_FRICTION)
    return FrictionPyramid(BLOCK_FRICTION)


def show(row: DemoRow, arm: SimulatedArm) -> None:
    """Print one line of progress."""
    print(
        f'{row.time:5.1f} s  {row.status:17} margin {row.margin:6.2f} N  mode {row.observed}  '
        f'{arm.traffic.answers} answers',
        flush=True,
    )


if __name__ == '__main__':
    sys.exit(main())
