# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Classics of planar friction, asked "what can happen?": block, ladder, box in a corner, peg."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, cos, radians, sin
import sys

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

GRAVITY = 9.81


def touching(
    places: Sequence[tuple[ArrayLike, ArrayLike]], friction: float, inertia: Inertia
) -> ContactState:
    """Return a body at rest with contacts at (position, normal), all of one friction."""
    contacts = [
        ContactPoint(np.array(position, dtype=float), normal, CircularCone(friction))
        for position, normal in places
    ]
    return ContactState(contacts, inertia)


def block(friction: float) -> ContactState:
    """Return a block of 1 kg, 2 m wide, its centre 0.5 m above the table."""
    feet = [((-1.0, -0.5), (0.0, 1.0)), ((1.0, -0.5), (0.0, 1.0))]
    return touching(feet, friction, Inertia.planar_body(1.0, 0.65))


def ladder(friction: float, angle: float) -> ContactState:
    """Return a uniform ladder of 4 m and 10 kg against a wall on its right; angle from the floor.

    The reference point is the ladder's centre.
    """
    reach = 2.0 * np.array([cos(angle), sin(angle)])
    places = [(-reach, (0.0, 1.0)), (reach, (-1.0, 0.0))]
    return touching(places, friction, Inertia.planar_body(10.0, 4.0 / np.sqrt(12.0)))


def box_in_corner(friction: float) -> ContactState:
    """Return a square box with two contacts on the floor and two on the wall to its left."""
    places = [
        ((-1.0, -1.0), (0.0, 1.0)),
        ((1.0, -1.0), (0.0, 1.0)),
        ((-1.0, -1.0), (1.0, 0.0)),
        ((-1.0, 1.0), (1.0, 0.0)),
    ]
    return touching(places, friction, Inertia.planar_body(1.0, np.sqrt(2.0 / 3.0)))


def peg(friction: float, depth: float, half_width: float = 1.0) -> ContactState:
    """Return a tilted peg in a hole: its tip touches on the left, the rim touches on the right.

    The reference point is the middle of the tip; depth is how far it is inside.
    """
    places = [((-half_width, 0.0), (1.0, 0.0)), ((half_width, depth), (-1.0, 0.0))]
    return touching(places, friction, Inertia.planar_body(1.0, half_width, (0.0, 0.5 * depth)))


def sliding_peg(friction: float, depth: float, half_width: float = 1.0) -> ContactState:
    """Return a peg that slides into a hole which fits exactly: tip and rim touch on both sides."""
    places = [
        ((side * half_width, height), (-side, 0.0))
        for side in (-1.0, 1.0)
        for height in (0.0, depth)
    ]
    inertia = Inertia.planar_body(1.0, half_width, (0.0, 0.5 * depth))
    return touching(places, friction, inertia).with_twist((0.0, -1.0, 0.0))


def jams(state: ContactState, load: ArrayLike) -> bool:
    """Whether a load cannot drive a sliding peg on: no motion that keeps it in gains speed."""
    kept = [motion for motion in find_motions(state, load) if 's' not in str(motion.mode)]
    return not any(motion.polytope.ranges[1, 0] < -1e-9 for motion in kept)


def tell(title: str, state: ContactState, wrench: ArrayLike) -> None:
    """Print every motion of a state under a wrench."""
    found = find_motions(state, wrench)
    print(f'{title}: {found.verdict.value}')
    for motion in found:
        forces = 'many force distributions' if not motion.contact_forces.unique else 'one'
        if motion.contact_forces.rays.shape[0]:
            forces = 'forces without bound (it wedges)'
        rate = np.array2string(motion.twist_rate + 0.0, precision=3, suppress_small=True)
        print(f'    {motion.mode}  twist rate {rate}, {forces}')


def smallest_ladder_angle(friction: float) -> float:
    """Return the angle below which a ladder slips, (1 - mu^2) / (2 mu) its tangent [rad]."""
    return atan((1.0 - friction**2) / (2.0 * friction))


def main() -> int:
    """Go through the classics."""
    tell('block on a table, mu 0.5, pushed with 4 N', block(0.5), (4.0, -GRAVITY, 0.0))
    tell('block on a table, mu 0.5, pushed with 6 N', block(0.5), (6.0, -GRAVITY, 0.0))
    angle, weight = smallest_ladder_angle(0.4), (0.0, -10.0 * GRAVITY, 0.0)
    for change in (1.0, -1.0):
        state = ladder(0.4, angle + radians(change))
        tell(f'ladder, mu 0.4, {change:+.0f} degree from the limit', state, weight)
    tell('box in a corner, mu 0.5, pressed in', box_in_corner(0.5), (-1.0, -1.0, 0.0))
    tell('box in a corner, mu 0.5, turned with 3 Nm', box_in_corner(0.5), (-1.0, -1.0, -3.0))
    for depth in (0.9, 1.1):
        tell(f'peg of width 2, mu 0.5, {depth} deep, no load', peg(0.5, depth), np.zeros(3))
    for sideways in (0.5, 1.5):
        stuck = jams(sliding_peg(0.5, 3.0), (sideways, -1.0, 0.0))
        print(
            f'fitting peg pushed with 1 N inwards, {sideways} N sideways: '
            f'{"jams" if stuck else "goes in"}'
        )
    inwards = (0.0, -1.0, 0.0)
    for turning in (0.0, -0.9):
        load = (0.0, -1.0, turning)
        balanced = find_quasistatic_motions(peg(0.5, 0.9), load, inwards)
        print(
            f'peg moved slowly inwards by 1 N and {turning} Nm: '
            f'{"in balance" if len(balanced) else "out of balance"}'
        )
    return 0


if __name__ == '__main__':
    sys.exit(main())
