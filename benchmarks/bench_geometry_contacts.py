# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What geometry_contacts costs: an arm of 7 joints, a tool of 3 shapes, 20 shapes around it.

First the pure part in this process, then the node over DDS at 500 Hz: the share of one core that
its process uses. Needs the extra `geometry` and, for the second part, ROS 2 and built messages.
Usage: bench_geometry_contacts.py [--seconds 10] [--rate 500].
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
import sys
import tempfile
from time import perf_counter, sleep

import numpy as np
from process_load import ProcessLoad
from timing import compare, engineering, print_table, Row, Timing

ROOT = Path(__file__).resolve().parents[1]
URDF = (ROOT / 'models' / 'seven_joint_arm' / 'arm.urdf').read_text(encoding='utf-8')
JOINTS = [f'joint_{index}' for index in range(1, 8)]
POSTURE = (0.0, 0.4, 0.0, 1.6, 0.0, np.pi - 2.0, 0.0)
"""The hand points straight down [rad]."""
LARGEST_SHARE = 0.5
PERIOD = 0.002
NOISE = {'joint': 5e-4, 'tool_position': 5e-4, 'tool_angle': 2e-3, 'scene_position': 1e-3}


def scene_text(tip: tuple[float, float, float]) -> str:
    """Return a scene: the pad touches a table, a ledge and a stop are near, boxes stand about."""
    x, y, z = tip
    generator = np.random.default_rng(0)
    lines = [
        'tool:',
        '  frame: hand',
        '  shapes:',
        '    pad: {box: [0.06, 0.06, 0.06]}',
        '    stem: {cylinder: [0.01, 0.06], position: [0, 0, -0.06]}',
        '    guard: {box: [0.08, 0.08, 0.01], position: [0, 0, -0.04]}',
        'surroundings:',
        f'  table: {{plane: [0, 0, 1], position: [0, 0, {z - 0.03:.6f}]}}',
        f'  ledge: {{box: [0.1, 0.3, 0.03], position: [{x + 0.085:.6f}, {y:.6f}, {z:.6f}]}}',
        f'  stop: {{cylinder: [0.02, 0.05], position: [{x:.6f}, {y + 0.055:.6f}, {z:.6f}]}}',
    ]
    for index in range(17):
        angle, far = generator.uniform(0.0, 6.3), generator.uniform(0.15, 0.6)
        place = f'[{x + far * np.cos(angle):.4f}, {y + far * np.sin(angle):.4f}, {z:.4f}]'
        lines.append(f'  block_{index}: {{box: [0.1, 0.08, 0.12], position: {place}}}')
    return '\n'.join(lines) + '\n'


def tip_of_arm() -> tuple[float, float, float]:
    """Return where the hand is in the posture [m]."""
    from frictioncone_ros.estimation.geometry.robot import Robot  # noqa: PLC0415

    robot = Robot(URDF)
    robot.update(JOINTS, POSTURE, ())
    x, y, z = robot.placement(robot.frame('hand')).translation
    return float(x), float(y), float(z)


def moving(step: int) -> list[float]:
    """Return the joints at a step of a small motion about the posture [rad]."""
    return [angle + 2e-4 * float(np.sin(0.02 * step)) for angle in POSTURE]


def pure_times(path: Path) -> dict[str, Timing]:
    """Return how long the pure part takes a joint state, and its parts."""
    from frictioncone_ros.estimation.geometry import (  # noqa: PLC0415
        contact_finder,
        robot,
        scene,
        uncertainty,
    )

    arm = robot.Robot(URDF)
    given = contact_finder.GeometrySettings(deviations=uncertainty.Deviations(**NOISE))
    finder = contact_finder.ContactFinder(arm, scene.read_scene(path, arm.root), given)
    count = iter(range(10**9))

    def update() -> None:
        arm.update(JOINTS, moving(next(count)), [0.0] * 7)

    update()
    print(f'  {len(finder.contacts(0).contacts)} contacts and candidates')
    return compare({'kinematics': update, 'contacts': lambda: finder.contacts(0)}, repeats=2001)


def node_share(path: Path, rate: float, seconds: float) -> tuple[float, float]:
    """Return the share of a core that the node uses at a rate [Hz], and snapshots a second."""
    import rclpy  # noqa: PLC0415
    from rclpy.qos import QoSProfile  # noqa: PLC0415
    from sensor_msgs.msg import JointState  # noqa: PLC0415
    from std_msgs.msg import String  # noqa: PLC0415

    from frictioncone_ros.msg import ContactStateArray  # noqa: PLC0415
    from frictioncone_ros.ros.runtime.qos import LATCHED  # noqa: PLC0415
    from frictioncone_ros.ros.tools.process import NodeProcess  # noqa: PLC0415

    rclpy.init()
    node = rclpy.create_node('bench')
    heard: list[float] = []
    node.create_publisher(String, 'robot_description', LATCHED).publish(String(data=URDF))
    joints = node.create_publisher(JointState, 'joint_states', QoSProfile(depth=10))
    topic = 'geometry_contacts/contacts'
    node.create_subscription(
        ContactStateArray, topic, lambda _: heard.append(perf_counter()), QoSProfile(depth=10)
    )
    program = ['-m', 'frictioncone_ros.ros.contact_sources.geometry_contacts']
    with NodeProcess(program, {'scene_file': path}) as process:
        step = 0

        def send(duration: float) -> None:
            nonlocal step
            following = perf_counter()
            end = following + duration
            while following < end:
                message = JointState(name=JOINTS, position=moving(step), velocity=[0.0] * 7)
                message.header.stamp = node.get_clock().now().to_msg()
                joints.publish(message)
                step += 1
                following += 1.0 / rate
                while perf_counter() < following:
                    rclpy.spin_once(node, timeout_sec=0.0)
                    sleep(max(0.0, min(2e-4, following - perf_counter())))

        while not heard:
            send(0.1)
        send(1.0)
        load, before = ProcessLoad(process.process.pid), len(heard)
        send(seconds)
        share, count = load.share(), len(heard) - before
    node.destroy_node()
    rclpy.shutdown()
    return share, count / seconds


def main() -> int:
    """Print both parts; 1 where the node uses more than half a core."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--seconds', type=float, default=10.0)
    parser.add_argument('--rate', type=float, default=500.0)
    given = parser.parse_args()
    if find_spec('pinocchio') is None or find_spec('coal') is None:
        print('Pinocchio or Coal is missing (extra `geometry`); not run')
        return 0
    path = Path(tempfile.mkdtemp()) / 'scene.yaml'
    path.write_text(scene_text(tip_of_arm()), encoding='utf-8')
    times = pure_times(path)
    rows = [
        Row(name, engineering(time.median), engineering(PERIOD), f'{time.median / PERIOD:.1%}')
        for name, time in times.items()
    ]
    if find_spec('rclpy') is not None and find_spec('frictioncone_ros.msg') is not None:
        share, rate = node_share(path, given.rate, given.seconds)
        # On a busy machine fewer joint states are sent: what counts is the cost of each.
        scaled = share * given.rate / rate
        words = f'{scaled:.1%}', f'{LARGEST_SHARE:.0%}', f'{scaled / LARGEST_SHARE:.2f}'
        rows.append(Row(f'share of a core at {given.rate:g} Hz', *words, scaled <= LARGEST_SHARE))
        rows.append(Row('snapshots a second', f'{rate:.0f}', f'{given.rate:.0f}', '-'))
    return print_table('geometry_contacts, 7 joints, 3 tool shapes, 20 around them', rows)


if __name__ == '__main__':
    sys.exit(main())
