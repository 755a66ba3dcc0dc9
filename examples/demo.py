# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A simulated arm beside the filter node, two processes over real DDS, live and then in pictures.

The planner of the demo asks for more than friction holds; the filter keeps the force inside the
cones. The same commands without the filter are run afterwards for comparison.
"""

from __future__ import annotations

import argparse
from pathlib import Path
import sys

import numpy as np

from frictioncone_ros.sim import EstimatorFaults
from frictioncone_ros.sim.demo import (
    BlockDemo,
    DemoRecord,
    DemoRow,
    PegDemo,
    RodDemo,
    run_unfiltered,
    SCENES,
    SeatDemo,
)
from frictioncone_ros.sim.demo.filtered import MARGIN
from frictioncone_ros.viewer import SceneView

try:
    import rclpy
    from rclpy.signals import SignalHandlerOptions

    from frictioncone_ros.ros.tools.demo_run import DemoRun
    from frictioncone_ros.ros.tools.process import NodeProcess
    from frictioncone_ros.ros.tools.recorder import Recorder
    from frictioncone_ros.ros.tools.simulated_arm import SimulatedArm
except ImportError as missing:
    sys.exit(f'{missing}: the demo needs ROS 2 and built messages; `make demo` sees to both')

SEED = 7
INTERRUPTED = 130
"""Exit code after Ctrl-C."""
FAULTS = EstimatorFaults(
    normal_noise=np.radians(0.2), position_noise=1e-4, force_noise=0.1, delay=0.004, drop_out=0.02
)
"""What is wrong with the demo's contact estimator; see its docstring for the units."""


def main() -> int:
    """Run the demo and print its summary; 1 where the node was not found."""
    options = parsed()
    # Ctrl-C ends the run here, not rclpy under it: what was done is told.
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        record = filtered_run(options.scene, options.seconds, options.view, options.record)
    finally:
        rclpy.try_shutdown()
    if record is None:
        print('the filter node did not answer within 15 s', file=sys.stderr)
        return 1
    if 'interrupted' in record.notes:
        print(f'\n{record.summary()}')
        return INTERRUPTED
    print('the same commands without the filter ...', flush=True)
    unfiltered = run_unfiltered(SCENES[options.scene](), options.seconds)
    print(f'\n{record.summary()}\n{unfiltered.summary()}')
    draw(record, unfiltered, options.output_directory)
    return 0


def parsed() -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--scene', choices=sorted(SCENES), default='block', help='scene (block)')
    parser.add_argument('--seconds', type=float, default=15.0, help='how long it runs (15)')
    parser.add_argument('--view', action='store_true', help='show it in three dimensions')
    parser.add_argument(
        '--record', type=Path, metavar='FOLDER', help='write a bag that frictioncone replay reads'
    )
    parser.add_argument(
        '--output-directory',
        type=Path,
        default=Path('demo_out'),
        help='where the pictures go (demo_out)',
    )
    return parser.parse_args()


def filtered_run(
    name: str, seconds: float, view_asked: bool, bag: Path | None = None
) -> DemoRecord | None:
    """Run a scene through the filter node, which is a process of its own."""
    scene = SCENES[name]()
    inertia = [*scene.rotational_inertia, 0.0, 0.0, 0.0]
    parameters = {
        'autostart': True,
        'margin': MARGIN,
        'object_mass': scene.mass,
        'object_inertia': inertia,
    }
    recorder = None if bag is None else Recorder(bag)
    with NodeProcess(parameters=parameters) as node:
        arm = SimulatedArm(scene, FAULTS, SEED)
        if recorder is not None:
            arm.keep = recorder.keep
        view = viewed(scene) if view_asked else None
        run = DemoRun(arm, show, None if view is None else view.update)
        if not run.wait_for_filter():
            return None
        print(f'scene "{name}", filter node in process {node.process.pid}, {seconds:g} s over DDS')
        try:
            record = run.run(seconds)
        finally:
            arm.close()
            if recorder is not None:
                written = recorder.write('frictioncone', parameters)
                print(f'frictioncone replay {written} --params {recorder.parameter_file}')
        if view is not None:
            view.close()
    return record


def viewed(scene: BlockDemo | RodDemo | SeatDemo | PegDemo) -> SceneView:
    """Start the web page with the scene and say where it is."""
    view = SceneView(scene.simulation.model, scene.simulation.data)
    print(f'look at http://localhost:{view.port}', flush=True)
    return view


def show(row: DemoRow, arm: SimulatedArm) -> None:
    """Print one line of progress."""
    margin = 'cannot slip' if abs(row.margin) > 1e3 else f'{row.margin:7.2f} N'
    predicted = ' '.join(row.predicted) or '-'
    trips = arm.traffic.round_trips[-200:]
    delay = f'{1e3 * float(np.median(trips)):.2f} ms' if trips else '-'
    print(
        f'  {row.time:5.1f} s  {row.phase:18} {row.status:17} margin {margin:>11}  '
        f'mode {row.observed} predicted {predicted:12} round trip {delay}',
        flush=True,
    )


def draw(record: DemoRecord, unfiltered: DemoRecord, folder: Path) -> None:
    """Draw the pictures where matplotlib is installed, else say how to get it."""
    try:
        from frictioncone_ros.sim.demo.pictures import draw as draw_pictures  # noqa: PLC0415

        names = SCENES[record.scene]().contact_names
        paths = draw_pictures(record, unfiltered, folder, names)
    except ImportError as error:
        print(f'no pictures: {error}')
        return
    print('pictures: ' + ', '.join(str(path) for path in paths))


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
