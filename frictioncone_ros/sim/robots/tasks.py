# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The four tasks: press, slide along an edge, insert a peg, polish a curved surface."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, radians

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.robots.task import Phase, RobotTask, Shape, six

HEIGHT = 0.1
"""Of the workpiece's top above the base [m]."""
PLACE = (0.5, 0.0)
"""Where the tasks are in front of the base [m]."""

LEAN_HEIGHT = 0.005
"""Above the peg's tip, where it is pressed against the wall: on the tip it would tip over [m]."""

PAD = Shape('pad', 'box', (0.05, 0.05, 0.02), (0.0, 0.0, -0.01))
BLOCK = Shape('block', 'box', (0.3, 0.3, HEIGHT), (*PLACE, 0.5 * HEIGHT))
ON_BLOCK = 'pad:block'


def press() -> RobotTask:
    """Press with 20 N, pull sideways with up to 16 N where friction holds 10, then drag."""
    pressing, pulling = six(0.0, 0.0, -20.0), six(0.0, 16.0, -20.0)
    phases = (
        Phase('press', 0.8, pressing, touching=(ON_BLOCK,)),
        Phase('pull sideways', 2.5, pressing, pulling, touching=(ON_BLOCK,)),
        Phase('press', 0.5, pressing, touching=(ON_BLOCK,)),
        Phase('drag', 2.0, six(0.0, 0.0, -15.0), None, six(0.03), mode='d', touching=(ON_BLOCK,)),
    )
    return RobotTask('press', (PAD,), (BLOCK,), (*PLACE, HEIGHT), pressing, phases)


def edge() -> RobotTask:
    """Slide along the edge of a workpiece and a fence, pressed against both."""
    fence = Shape('fence', 'box', (0.3, 0.02, 0.03), (PLACE[0], 0.035, HEIGHT + 0.015))
    both = (ON_BLOCK, 'pad:fence')
    pressing = six(0.0, 8.0, -15.0)
    phases = (
        Phase('press', 0.8, pressing, touching=both),
        Phase('pull along', 1.5, pressing, pressing + six(14.0), touching=both),
        Phase('press', 0.4, pressing, touching=both),
        Phase('slide along', 2.5, pressing, None, six(0.03), mode='d', touching=both),
        Phase('slide back', 1.5, pressing, None, six(-0.03), mode='d', touching=both),
    )
    return RobotTask('edge', (PAD,), (BLOCK, fence), (*PLACE, HEIGHT), pressing, phases)


def peg() -> RobotTask:
    """Insert a square peg of 20 mm into a hole of 23 mm, along a wall, down to the bottom."""
    depth, half, wide = 0.025, 0.0115, 0.06
    middle, top = HEIGHT - 0.5 * depth, HEIGHT
    x, y = PLACE
    walls = (
        Shape('floor', 'box', (0.2, 0.2, HEIGHT - depth), (x, y, 0.5 * (HEIGHT - depth))),
        Shape('front', 'box', (wide, 0.2, depth), (x + half + 0.5 * wide, y, middle)),
        Shape('back', 'box', (wide, 0.2, depth), (x - half - 0.5 * wide, y, middle)),
        Shape('left', 'box', (2 * half, wide, depth), (x, y + half + 0.5 * wide, middle)),
        Shape('right', 'box', (2 * half, wide, depth), (x, y - half - 0.5 * wide, middle)),
    )
    tool = Shape('peg', 'box', (0.02, 0.02, 0.06), (0.0, 0.0, -0.03))
    along, seated = ('peg:front',), ('peg:front', 'peg:floor')
    leaning, seating = _lean(6.0, 0.0), _lean(4.0, -15.0)
    phases = (
        Phase('approach', 1.2, six(), None, six(0.0, 0.0, -0.012)),
        Phase('find the wall', 1.2, leaning, None, six(0.002)),
        Phase('insert', 3.0, leaning, None, six(0.0, 0.0, -0.012), mode='d', touching=along),
        Phase('seat', 1.0, seating, touching=seated),
        Phase('lean', 1.5, seating, seating + six(0.0, 12.0), touching=seated),
    )
    return RobotTask('peg', (tool,), walls, (x, y, top + 0.005), six(), phases)


def polish() -> RobotTask:
    """Rub a ball over a lying cylinder, with a force that turns with the surface."""
    radius, ball, force, speed = 0.12, 0.02, 12.0, 0.03
    first, last = radians(-20.0), radians(20.0)
    roll = Shape(
        'roll', 'cylinder', (radius, 0.2), (*PLACE, HEIGHT - radius), (0.5 * pi, 0.0, 0.0)
    )
    reach = radius + ball
    phases = [Phase('press', 0.8, force * _down(first), touching=('ball:roll',))]
    for angle in np.linspace(first, last, 40, endpoint=False) + 0.5 * (last - first) / 40:
        along = six(np.cos(angle), 0.0, -np.sin(angle))
        step = (last - first) / 40 * reach / speed
        phases.append(
            Phase(
                'polish', step, force * _down(angle), None, speed * along,
                mode='d', touching=('ball:roll',),
            )
        )  # fmt: skip
    phases.append(Phase('press', 0.5, force * _down(last), touching=('ball:roll',)))
    start = (PLACE[0] + reach * np.sin(first), PLACE[1], HEIGHT - radius + reach * np.cos(first))
    return RobotTask(
        'polish', (Shape('ball', 'sphere', (ball,)),), (roll,),
        start, force * _down(first), tuple(phases),
    )  # fmt: skip


def _lean(across: float, down: float) -> np.ndarray:
    """Return (6,) a force against the front wall and down, applied a little above the tip."""
    return six(across, 0.0, down, 0.0, LEAN_HEIGHT * across)


def _down(angle: float) -> np.ndarray:
    """Return (6,) the unit force into a lying cylinder so far from its top [rad]."""
    return six(-np.sin(angle), 0.0, -np.cos(angle))


TASKS: dict[str, Callable[[], RobotTask]] = {
    'press': press,
    'edge': edge,
    'peg': peg,
    'polish': polish,
}
"""The tasks by the name used on the command line."""


def robot_task(name: str) -> RobotTask:
    """Return a task by its name, or say which there are."""
    if name not in TASKS:
        raise InvalidInputError('task', name, f'one of {", ".join(TASKS)}')
    return TASKS[name]()
