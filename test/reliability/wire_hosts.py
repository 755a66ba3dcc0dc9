# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Two hosts on one machine: planner and estimator on one, node, guard and a listener on the other.

bash .ci/inside.sh python test/reliability/wire_hosts.py --times 5, as root: network namespaces
joined by a cable that is cut and healed, also while an emergency stop is pressed. What the
listener beside the robot hears counts: nobody on the other side of a cut cable can stop it.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
import os
from pathlib import Path
import subprocess
import sys
import tempfile
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / name) for name in ('support', 'reliability')]

from ros_client import ros_client
from ros_domain import claim_domain
from ros_node_talk import NODE, numbers
from summary import Line, note
from wire_robot import PARAMETERS, WireRobot

from frictioncone_ros.msg import FilteredCommand

ROBOT, PLANNER = 'fcr_robot', 'fcr_planner'
CABLES = {ROBOT: ('fcr0', '10.77.0.1/24'), PLANNER: ('fcr1', '10.77.0.2/24')}
STOPPED = 0.6
"""How long after a cut a force may still be heard beside the robot [s]: timeout and ramp."""
RECOVERY = 40.0
CUT = 1.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Make both hosts, run the planner's side on one of them, and take them away again."""
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--times', type=int, default=5)
    parser.add_argument('--side', choices=('outside', 'planner', 'listener'), default='outside')
    parser.add_argument('--log', default='')
    options = parser.parse_args(arguments)
    if options.side == 'listener':
        return listen(Path(options.log))
    if options.side == 'planner':
        return plan(options)
    try:
        make_hosts()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f'two hosts need root and network namespaces: {error}')
        return 2
    try:
        with claim_domain() as domain, tempfile.TemporaryDirectory() as folder:
            here = {'ROS_DOMAIN_ID': str(domain), 'ROS_LOG_DIR': folder}
            here['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'SUBNET'
            words = ['--side', 'planner', '--times', str(options.times), '--log', folder]
            done = subprocess.run(
                on(PLANNER, str(Path(__file__)), *words), env={**os.environ, **here}, check=False
            )
            return done.returncode
    finally:
        remove_hosts()


def plan(options: Namespace) -> int:
    """Command from the planner's host; return 1 where the robot's host heard what it must not."""
    log = Path(options.log) / 'heard'
    values = [
        word for name, value in PARAMETERS.items() for word in ('-p', f'{name}:={_yaml(value)}')
    ]
    programs = (
        ('-m', 'frictioncone_ros.ros.main', '--ros-args', *values),
        (str(Path(__file__)), '--side', 'listener', '--log', str(log)),
    )
    processes = [subprocess.Popen(on(ROBOT, *words)) for words in programs]
    try:
        with ros_client(int(os.environ['ROS_DOMAIN_ID'])) as client:
            return suffer(WireRobot(client, 100.0, 1), log, options.times)
    finally:
        for process in processes:
            process.terminate()
            process.wait(20.0)


def suffer(robot: WireRobot, log: Path, times: int) -> int:
    """Let each event happen so often, print a line; return 1 where something was wrong."""
    print('| event | force heard after the cut, most [s] | again after, most [s] | wrong |')
    print('|---|---|---|---|', flush=True)
    bad = False
    for name, event in EVENTS.items():
        found = [event(robot, log) for _ in range(times)]
        wrong = [text for _, _, text in found if text]
        forces, again = max(one for one, _, _ in found), max(one for _, one, _ in found)
        words = '; '.join(wrong)
        print(f'| {name} | {forces:.3f} | {again:.2f} | {len(wrong)} | {words}', flush=True)
        bad |= bool(wrong)
        load = f'{robot.rate:g} Hz between two hosts'
        note(Line(name, load, 0, times - len(wrong), len(wrong), 0))
    for text in robot.judge.violations[:10]:
        print(text)
    return int(bad or bool(robot.judge.violations))


def cut(robot: WireRobot, log: Path) -> tuple[float, float, str]:
    """Cut the cable for a while; return last force [s] after it, recovery [s], what was wrong."""
    if not robot.run(RECOVERY, lambda: robot.follows):
        return 0.0, RECOVERY, 'it did not follow before'
    begun = monotonic()
    cable('down')
    robot.run(CUT)
    return _healed(robot, log, begun, ends=False)


def pressed(robot: WireRobot, log: Path) -> tuple[float, float, str]:
    """Cut the cable and press the stop: it counts as soon as the cable is whole again."""
    if not robot.run(RECOVERY, lambda: robot.follows):
        return 0.0, RECOVERY, 'it did not follow before'
    begun = monotonic()
    cable('down')
    robot.run(0.2)
    robot.press(True)
    robot.judge.pressed_since = None  # it is not known yet
    robot.run(CUT)
    return _healed(robot, log, begun, ends=True)


def _healed(robot: WireRobot, log: Path, begun: float, *, ends: bool) -> tuple[float, float, str]:
    """Heal the cable and return what became of it; ends: whether a stop is to hold until reset."""
    forces = [one.time for one in heard(log) if not one.neutral and one.time > begun]
    wrong = ''
    last = max(forces, default=begun) - begun
    if last > STOPPED:
        wrong = f'a force {last:.2f} s after the cut'
    cable('up')
    robot.heard.clear()
    robot.judge.forget_rates()
    healed = monotonic()
    if ends:
        found = robot.run(RECOVERY, lambda: stop_is_known(robot))
        wrong = wrong or ('' if found else 'the stop did not arrive')
        # By the node's own stamps: each listener hears what was sent before a little later.
        known = 0.0 if robot.last is None else stamp_of(robot.last)
        robot.run(1.0)
        late = [one.stamp - known for one in heard(log) if not one.neutral and one.stamp > known]
        if late and found:
            wrong = wrong or f'a force {max(late):.3f} s after the word that the stop is pressed'
        robot.press(False)
        robot.reset()
    if not robot.run(RECOVERY, lambda: robot.follows):
        wrong = wrong or 'it did not follow again'
    return last, monotonic() - healed, wrong


EVENTS = {'cable cut and healed': cut, 'cable cut, stop pressed, healed': pressed}


def stop_is_known(robot: WireRobot) -> bool:
    """Tell whether the node says that the stop is pressed."""
    return robot.last is not None and 'EMERGENCY_STOP' in robot.judge.names_of(robot.last)


def listen(log: Path) -> int:
    """Write time, stamp and whether it is neutral of each answer heard on this host."""
    with ros_client(int(os.environ['ROS_DOMAIN_ID'])) as client, log.open('w') as file:
        topic = f'{NODE}/filtered_command'
        client.listen(FilteredCommand, topic)
        while True:
            client.executor.spin_once(timeout_sec=0.1)
            for message in client.received[topic]:
                neutral = int(not numbers(message).any())
                file.write(f'{monotonic()} {stamp_of(message)!r} {neutral}\n')
            client.received[topic].clear()
            file.flush()


class Heard(NamedTuple):
    """When an answer was heard and when it was sent [s], and whether it was neutral."""

    time: float
    stamp: float
    neutral: bool


def heard(log: Path) -> list[Heard]:
    """Return what the listener wrote; of a line that is being written nothing."""
    rows = [line.split() for line in log.read_text(encoding='utf-8').splitlines()]
    return [Heard(float(row[0]), float(row[1]), row[2] == '1') for row in rows if len(row) == 3]


def stamp_of(message: FilteredCommand) -> float:
    """Return when an answer was sent [s]."""
    return float(message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec)


def on(host: str, *words: str) -> list[str]:
    """Return a command line of this Python on a host."""
    return ['ip', 'netns', 'exec', host, sys.executable, *words]


def make_hosts() -> None:
    """Make two network namespaces and a cable between them."""
    remove_hosts()
    names = [CABLES[host][0] for host in (ROBOT, PLANNER)]
    for host in CABLES:
        _ip('netns', 'add', host)
    _ip('link', 'add', names[0], 'type', 'veth', 'peer', 'name', names[1])
    for host, (name, address) in CABLES.items():
        _ip('link', 'set', name, 'netns', host)
        _ip('-n', host, 'addr', 'add', address, 'dev', name)
        _ip('-n', host, 'link', 'set', 'lo', 'up')
        _ip('-n', host, 'link', 'set', name, 'up')
        _ip('-n', host, 'route', 'add', '224.0.0.0/4', 'dev', name)


def remove_hosts() -> None:
    """Take both away; what is not there is no fault."""
    for host in CABLES:
        subprocess.run(['ip', 'netns', 'del', host], capture_output=True, check=False)


def cable(state: str) -> None:
    """Cut ('down') or heal ('up') the cable, at the robot's end."""
    _ip('-n', ROBOT, 'link', 'set', CABLES[ROBOT][0], state)
    if state == 'up':
        # What went by this cable went with it.
        _ip('-n', ROBOT, 'route', 'replace', '224.0.0.0/4', 'dev', CABLES[ROBOT][0])


def _ip(*words: str) -> None:
    subprocess.run(['ip', *words], check=True, capture_output=True)


def _yaml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == '__main__':
    sys.exit(main())
