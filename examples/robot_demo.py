# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A real arm's model (panda, ur5) at work: contacts estimated as on the arm, filtered, and executed.

The nodes hear joint states, the arm's description and a wrist sensor with noise, bias and the
tool's weight, and read a drawing of the workpiece, which stands 0.3 mm elsewhere. Afterwards the
same tasks run with the engine's own contacts, and without the filter.
"""

from __future__ import annotations

import argparse
from pathlib import Path
import sys

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.sim.robots.comparison import run_unfiltered, run_with_truth
from frictioncone_ros.sim.robots.record import Look, RobotRecord
from frictioncone_ros.sim.robots.robot_data import robot_model, ROBOTS
from frictioncone_ros.sim.robots.sensors import RobotSensors, SensorFaults
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.summary import summary
from frictioncone_ros.sim.robots.tasks import robot_task, TASKS

try:
    import rclpy
    from rclpy.signals import SignalHandlerOptions

    from frictioncone_ros.ros.tools.robot_driver import RobotDriver
    from frictioncone_ros.ros.tools.robot_run import CONTACTS, nodes, RobotRun
except ImportError as missing:
    sys.exit(f'{missing}: the demo needs ROS 2 and built messages; `make demo` sees to both')

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main() -> int:
    """Run the tasks asked for and print their summaries; 1 where the filter did not answer."""
    options = parsed()
    options.output_directory.mkdir(parents=True, exist_ok=True)
    # Ctrl-C ends the run here, not rclpy under it: what was done is told.
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    texts: list[str] = []
    code = 0
    try:
        for name in options.scene or TASKS:
            texts.append(_whole_task(options, name))
    except FrictionConeError as error:
        print(error, file=sys.stderr)
        code = 1
    except KeyboardInterrupt:
        print('\ninterrupted: what was finished')
        code = INTERRUPTED
    finally:
        rclpy.try_shutdown()
    print('\n' + '\n\n'.join(text or 'the filter did not answer' for text in texts))
    return code or (0 if all(texts) else 1)


def parsed() -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--arm', choices=sorted(ROBOTS), default='panda', help='arm (panda)')
    parser.add_argument(
        '--scene', choices=sorted(TASKS), action='append', help='a task; again for more (all)'
    )
    parser.add_argument('--seed', type=int, default=7, help='of what the sensors get wrong (7)')
    parser.add_argument(
        '--output-directory', type=Path, default=Path('demo_out'), help='of pictures (demo_out)'
    )
    return parser.parse_args()


def _whole_task(options: argparse.Namespace, name: str) -> str:
    """Run one task three times and draw it; return its summary, '' without an answer."""
    simulation = RobotSimulation(robot_model(options.arm), robot_task(name))
    record = _estimated(simulation, options)
    if record is None:
        return ''
    print("  the same with the engine's contacts, and without the filter ...", flush=True)
    records = [record]
    for run in (run_with_truth, run_unfiltered):
        simulation.reset()
        records.append(run(simulation))
    title = f'{options.arm}, {name}'
    _draw(title, records, options.output_directory)
    return summary(title, records)


def _estimated(simulation: RobotSimulation, options: argparse.Namespace) -> RobotRecord | None:
    """Run a task through the nodes, each a process of its own."""
    sensors = RobotSensors(simulation, SensorFaults(), options.seed)
    with nodes(simulation, sensors, options.output_directory):
        driver = RobotDriver(simulation, sensors, CONTACTS)
        try:
            run = RobotRun(driver, _show)
            if not run.wait_for_filter():
                return None
            print(f'{simulation.robot.name}, {simulation.task.name}: two sources and the filter')
            return run.run()
        finally:
            driver.close()


def _show(look: Look) -> None:
    """Print one line of progress."""
    told = ' '.join(sorted(look.estimate.pairs)) if look.estimate is not None else ''
    x, y, z = look.sent[:3]
    print(
        f'  {look.time:5.1f} s  {look.phase.name:14} {look.status:17} '
        f'sent {x:6.1f} {y:6.1f} {z:6.1f} N  told {told or "nothing"}',
        flush=True,
    )


def _draw(title: str, records: list[RobotRecord], folder: Path) -> None:
    """Draw the picture where matplotlib is installed, else say how to get it."""
    try:
        from frictioncone_ros.sim.robots.pictures import draw  # noqa: PLC0415

        print(f'  picture: {draw(title, records, folder)}')
    except ImportError as error:
        print(f'  no picture: {error}')


if __name__ == '__main__':
    sys.exit(main())
