# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How much of the friction is left under uncertain normals: together, and each by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
import sys

import numpy as np
from timing import print_table, Row

from frictioncone_ros.analysis.joint_uncertainty import JointUncertainty, produce_under_joint_noise
from frictioncone_ros.analysis.robust_feasibility import produce_under_noise
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import Array

FRICTION, PRESSING = 0.5, 20.0
DEVIATIONS = 3.0
"""Standard deviations by which the node narrows each cone by default (`normal_deviations`)."""

LARGEST_TILT = 1.5
HALVINGS = 14


def feet(count: int) -> ContactState:
    """Return equal feet on a circle."""
    angles = 2.0 * np.pi * np.arange(count) / count
    places = 0.1 * np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))
    return ContactState.from_points(places, (0.0, 0.0, 1.0), FRICTION)


def left(carries: Callable[[Array], bool]) -> float:
    """Return which share of the friction of exact contacts a pull may use."""
    low, high = 0.0, 1.2
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        pull = np.array([middle * FRICTION * PRESSING, 0.0, PRESSING, 0.0, 0.0, 0.0])
        low, high = (middle, high) if carries(pull) else (low, middle)
    return low


def together(state: ContactState, uncertainty: JointUncertainty, wrench: Array) -> bool:
    """Tell whether a wrench is carried with all errors in one ellipsoid."""
    return produce_under_joint_noise(state, wrench, uncertainty).carried


def each(state: ContactState, tilt: float, wrench: Array) -> bool:
    """Tell whether it is with each cone narrowed by a tilt [rad]."""
    return produce_under_noise(state, wrench, tilt, 0.0)


def main() -> int:
    """Print the shares."""
    rows = []
    for count in (3, 4, 8):
        state = feet(count)
        for degrees in (2.0, 5.0):
            deviation = np.radians(degrees)
            joint = JointUncertainty(normal=deviation)
            same = JointUncertainty(normal=deviation, common=1.0)
            # At the radius that has the same confidence when each is taken by itself.
            alone = min(joint.radius(count, 6) * deviation, LARGEST_TILT)
            shares = [
                left(partial(together, state, joint)),
                left(partial(together, state, same)),
                left(partial(each, state, alone)),
                left(partial(each, state, DEVIATIONS * deviation)),
            ]
            ours = ', '.join(f'{share:.2f}' for share in shares)
            rows.append(Row(f'{count} feet, {degrees:g} deg', ours, '', ''))
    return print_table(
        'Share of friction left: together, common error, each at this confidence, each at 3 sigma',
        rows,
    )


if __name__ == '__main__':
    sys.exit(main())
