# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Faults while a guarded node runs, over real DDS, at random moments, every message judged.

bash .ci/inside.sh python test/reliability/wire_faults.py --times 20; part of `make torture`.
Of each fault it prints how often something unsafe was heard, how long until nothing but neutral
came where it must, and how long from its end until the commands are followed again.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import count
import os
from pathlib import Path
import resource
import signal
import subprocess
import sys
import tempfile
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / name) for name in ('support', 'reliability')]

from guard_talk import end as kill
from guard_talk import guards, processes
import numpy as np
from rclpy.qos import QoSProfile
from ros_client import ros_client
from ros_domain import claim_domain
from ros_node_talk import NODE
from summary import Line, note
from wire_robot import PARAMETERS, WireRobot

from frictioncone_ros.msg import HybridCommand
from frictioncone_ros.ros.conversions import command_to_message
from frictioncone_ros.ros.tools.process import NodeProcess
from frictioncone_ros.session.values import FramedCommand, Frames

RECOVERY = 30.0
"""How long a fault may take until commands are followed again [s]."""
WORKER = 'frictioncone_ros.pipeline.worker.background_worker'


@dataclass
class Scene:
    """The robot and the node of the moment, which a fault may replace."""

    robot: WireRobot
    node: NodeProcess

    @property
    def pid(self) -> int:
        """Return the node's process."""
        return self.node.process.pid

    def restart(self) -> None:
        """Start another node in place of a dead one."""
        self.robot.judge.forget_rates()
        self.node = NodeProcess(parameters=PARAMETERS)


@dataclass(frozen=True)
class Fault:
    """
    One kind of fault.

    begin: lets it happen and returns what ends it. seconds: how long it lasts. neutral: how soon
    neutral must be heard after its beginning [s], None where nothing has to stop.
    """

    begin: Callable[[Scene], Callable[[], None]]
    seconds: float = 0.5
    neutral: float | None = None


def _set(**values: Any) -> Callable[[Scene], Callable[[], None]]:
    """Return what sets attributes of the robot, and sets them back."""

    def begin(scene: Scene) -> Callable[[], None]:
        before = {name: getattr(scene.robot, name) for name in values}

        def back() -> None:
            for name, value in before.items():
                setattr(scene.robot, name, value)

        for name, value in values.items():
            setattr(scene.robot, name, value)
        return back

    return begin


def _spoilt(make: Callable[[np.random.Generator], Callable[[Any], list[Any]]]) -> Any:
    """Return what changes each message on its way."""
    return lambda scene: _set(spoil=make(scene.robot.rng))(scene)


def dropped(share: float) -> Callable[[np.random.Generator], Callable[[Any], list[Any]]]:
    """Lose a share of all messages."""
    return lambda rng: lambda message: [] if rng.random() < share else [message]


def duplicated(rng: np.random.Generator) -> Callable[[Any], list[Any]]:
    """Send some twice and more."""
    return lambda message: [message] * int(rng.integers(1, 4))


def late(rng: np.random.Generator) -> Callable[[Any], list[Any]]:
    """Send each a few messages later, now and then in another order."""
    waiting: defaultdict[type, list[Any]] = defaultdict(list)

    def through(message: Any) -> list[Any]:
        queue = waiting[type(message)]
        queue.append(message)
        if len(queue) < 6:
            return []
        return [queue.pop(int(rng.integers(0, 2)))]

    return through


def signalled(number: int, word: str = '') -> Callable[[Scene], Callable[[], None]]:
    """Send a signal to the node, or to its children with a word; SIGSTOP is taken back."""

    def begin(scene: Scene) -> Callable[[], None]:
        whom = processes(word, scene.pid) if word else [scene.pid]
        for one in whom:
            os.kill(one, number)

        def back() -> None:
            if number == signal.SIGSTOP:
                for one in whom:
                    with suppress(ProcessLookupError):
                        os.kill(one, signal.SIGCONT)
            elif not word:
                scene.node.process.wait()
                scene.restart()

        return back

    return begin


def limited(kind: int, room: Callable[[int], int]) -> Callable[[Scene], Callable[[], None]]:
    """Leave the node no more of something than it has, and a little room."""

    def begin(scene: Scene) -> Callable[[], None]:
        before = resource.prlimit(scene.pid, kind)
        resource.prlimit(scene.pid, kind, (room(scene.pid), before[1]))

        def back() -> None:
            if scene.node.process.poll() is None:
                resource.prlimit(scene.pid, kind, before)
            else:
                scene.restart()

        return back

    return begin


def _handles(pid: int) -> int:
    return len(list(Path(f'/proc/{pid}/fd').iterdir()))


def _memory(pid: int) -> int:
    pages = int(Path(f'/proc/{pid}/statm').read_text(encoding='utf-8').split()[0])
    return pages * os.sysconf('SC_PAGE_SIZE') + 100_000


def busy(scene: Scene) -> Callable[[], None]:
    """Keep both cores busy with twice as many loops."""
    loops = [subprocess.Popen([sys.executable, '-c', 'while True: pass']) for _ in range(4)]

    def back() -> None:
        for loop in loops:
            loop.kill()
            loop.wait()

    return back


def pressed(scene: Scene) -> Callable[[], None]:
    """Press the emergency stop, then release it and reset."""
    scene.robot.press(True)

    def back() -> None:
        scene.robot.press(False)
        scene.robot.reset()

    return back


def second_commander(scene: Scene) -> Callable[[], None]:
    """Let somebody else command something else, as often as the first."""
    publisher = scene.robot.client.node.create_publisher(
        HybridCommand, f'{NODE}/command', QoSProfile(depth=10)
    )
    sequence, before = count(1), scene.robot.spoil
    parts = {'wrench': np.array([0.0, 25.0, -10.0, 0.0, 0.0, 0.0])}

    def both(message: Any) -> list[Any]:
        frames = Frames('base', 'tool', 'base')
        publisher.publish(command_to_message(FramedCommand(frames, parts, 0, next(sequence))))
        return before(message)

    scene.robot.spoil = both

    def back() -> None:
        scene.robot.spoil = before
        scene.robot.client.node.destroy_publisher(publisher)

    return back


FAULTS: dict[str, Fault] = {
    'commands stop': Fault(_set(talks=False), neutral=0.5),
    'contacts stop': Fault(_set(sees=False), neutral=0.5),
    'a second commander': Fault(second_commander),
    'stamps 5 s ahead': Fault(_set(stamp_offset=5 * 10**9), neutral=0.5),
    'stamps 5 s back': Fault(_set(stamp_offset=-5 * 10**9), neutral=0.5),
    '1 % dropped': Fault(_spoilt(dropped(0.01))),
    '10 % dropped': Fault(_spoilt(dropped(0.1))),
    '50 % dropped': Fault(_spoilt(dropped(0.5))),
    'duplicated': Fault(_spoilt(duplicated)),
    'late and reordered': Fault(_spoilt(late)),
    '5 kHz': Fault(_set(rate=5000.0)),
    '5 Hz': Fault(_set(rate=5.0), 1.0),
    'cores busy': Fault(busy, 1.0),
    'emergency stop': Fault(pressed, neutral=0.2),
    'node killed': Fault(signalled(signal.SIGKILL), neutral=0.2),
    'node frozen': Fault(signalled(signal.SIGSTOP), neutral=0.3),
    'guard killed': Fault(signalled(signal.SIGKILL, 'frictioncone_ros.ros.guard')),
    'guard frozen': Fault(signalled(signal.SIGSTOP, 'frictioncone_ros.ros.guard')),
    'worker killed': Fault(signalled(signal.SIGKILL, WORKER)),
    'worker frozen': Fault(signalled(signal.SIGSTOP, WORKER)),
    'no more file handles': Fault(limited(resource.RLIMIT_NOFILE, _handles)),
    'no more memory': Fault(limited(resource.RLIMIT_AS, _memory)),
    'no file may grow': Fault(limited(resource.RLIMIT_FSIZE, lambda _: 0)),
}


@dataclass
class Outcome:
    """What became of one fault: unsafe messages, seconds to the last force and to recovery."""

    unsafe: list[str]
    neutral: float
    recovered: float | None
    lost: str = ''


def suffer(scene: Scene, fault: Fault) -> Outcome:
    """Let a fault happen at a random moment while commands are followed."""
    robot = scene.robot
    if not robot.run(RECOVERY, lambda: robot.follows):
        return Outcome([], 0.0, None, 'it did not follow before')
    robot.run(float(robot.rng.uniform(0.05, 0.3)))
    known, begun = len(robot.judge.violations), monotonic()
    end = fault.begin(scene)
    robot.run(fault.seconds)
    neutral = robot.last_force(begun)
    end()
    ended, robot.heard = monotonic(), []
    recovered = None
    if robot.run(RECOVERY, lambda: robot.follows):
        recovered = monotonic() - ended
    unsafe = robot.judge.violations[known:]
    lost = '' if recovered is not None else 'it did not follow again'
    if fault.neutral is not None and neutral > fault.neutral:
        lost = lost or f'a force {neutral:.3f} s after it began'
    return Outcome(unsafe, neutral, recovered, lost)


def main(arguments: Sequence[str] | None = None) -> int:
    """Let every fault happen as often as asked; print a line each."""
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--times', type=int, default=20)
    parser.add_argument('--rate', type=float, default=200.0)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    parser.add_argument('--only', default='', help='names of faults, separated by commas')
    options = parser.parse_args(arguments)
    names = options.only.split(',') if options.only else list(FAULTS)
    with claim_domain() as domain, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            'ROS_DOMAIN_ID': str(domain),
            'ROS_LOG_DIR': folder,
            'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
        }
        with ros_client(domain) as client:
            robot = WireRobot(client, options.rate, options.seed)
            return all_faults(robot, names, options.times)


def all_faults(robot: WireRobot, names: Sequence[str], times: int) -> int:
    """Return 1 where something unsafe was heard, or the node did not come back."""
    print(f'seed of the robot; {times} times each at random moments')
    print('| fault | times | unsafe | last force after, most [s] | again after, most [s] | lost |')
    print('|---|---|---|---|---|---|', flush=True)
    scene = Scene(robot, NodeProcess(parameters=PARAMETERS))
    bad, suffered = False, list[Outcome]()
    try:
        for name in names:
            found = [suffer(scene, FAULTS[name]) for _ in range(times)]
            print(_row(name, FAULTS[name], found), flush=True)
            bad |= any(one.unsafe or one.lost for one in found)
            suffered += found
    finally:
        scene.node.stop()
        for guard in guards():
            kill(guard)
    lost, unsafe = (
        sum(bool(one.lost) for one in suffered),
        sum(len(one.unsafe) for one in suffered),
    )
    load = f'{robot.sequence} commands at {robot.rate:g} Hz'
    survived = len(suffered) - lost
    note(Line(f'{len(names)} kinds of faults over DDS', load, 0, survived, lost, unsafe))
    return int(bad)


def _row(name: str, fault: Fault, found: Sequence[Outcome]) -> str:
    unsafe = [text for one in found for text in one.unsafe]
    lost = [one.lost for one in found if one.lost]
    neutral = max(one.neutral for one in found)
    recovered = max((one.recovered for one in found if one.recovered is not None), default=None)
    shown = '-' if fault.neutral is None else f'{neutral:.3f}'
    again = '-' if recovered is None else f'{recovered:.2f}'
    words = '; '.join(sorted({*lost, *unsafe[:3]}))
    return f'| {name} | {len(found)} | {len(unsafe)} | {shown} | {again} | {len(lost)} | {words}'


if __name__ == '__main__':
    sys.exit(main())
