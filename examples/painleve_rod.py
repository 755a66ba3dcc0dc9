# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Painleve's rod: a sliding rod has one motion, and beyond a critical friction two, or none.

The tip of a uniform rod slides over the floor against the way it leans. Friction then presses the
tip down, and beyond a critical coefficient it presses harder than the floor can lift. Which of the
two paradoxes follows depends on the spin: a rod that turns too slowly to lift its own tip has no
motion left, one that turns fast has two, it slides on or it lifts off.
"""

from __future__ import annotations

import argparse
from math import atan, cos, degrees, sin
from pathlib import Path
import sys

import numpy as np

from frictioncone_ros.analysis.motions import find_motions, MotionSet
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

try:
    from matplotlib.figure import Figure
except ImportError:
    Figure = None

GRAVITY = 9.81
WEIGHT = (0.0, -GRAVITY, 0.0)
HALF_LENGTH = 1.0
WORST_ANGLE = atan(2.0)
"""Angle from the floor at which the critical friction is smallest, 4/3 [rad]."""

COLORS = {0: '#c0392b', 1: '#bdc3c7', 2: '#2980b9'}


def rod(friction: float, spin: float, angle: float = WORST_ANGLE) -> ContactState:
    """Return a uniform rod of 1 kg about its centre, its tip sliding to the left at 1 m/s."""
    tip = -HALF_LENGTH * np.array([cos(angle), sin(angle)])
    contact = ContactPoint(tip, (0.0, 1.0), CircularCone(friction), name='tip')
    center_velocity = np.array([-1.0, 0.0]) - spin * np.array([-tip[1], tip[0]])
    inertia = Inertia.planar_body(1.0, HALF_LENGTH / np.sqrt(3.0))
    return ContactState([contact], inertia, np.array([*center_velocity, spin]))


def motions(friction: float, spin: float, angle: float = WORST_ANGLE) -> MotionSet:
    """Return every motion of the rod under gravity."""
    return find_motions(rod(friction, spin, angle), WEIGHT)


def critical_friction(angle: float) -> float:
    """Return (1 + 3 cos^2) / (3 sin cos): where friction cancels the floor's lift [-]."""
    return (1.0 + 3.0 * cos(angle) ** 2) / (3.0 * sin(angle) * cos(angle))


def lifting_spin(angle: float) -> float:
    """Return the spin at which the centripetal acceleration lifts the tip [rad/s]."""
    return float(np.sqrt(GRAVITY / (HALF_LENGTH * sin(angle))))


def tell(friction: float, spin: float) -> None:
    """Print the motions of one rod."""
    found = find_motions(rod(friction, spin), WEIGHT, with_reasons=True)
    print(f'mu = {friction:.2f}, spin {spin:.2f} rad/s: {found.verdict.value}')
    for motion in found:
        what = 'lifts off' if str(motion.mode) == 's' else 'slides on'
        print(
            f'    {what}: a = {np.array2string(motion.twist_rate, precision=3)}, '
            f'tip force {motion.contact_forces.minimum_norm[0]:.3f} N'
        )
    for impossible in found.impossible:
        print(f'    not {impossible.mode}: {impossible.reason}')


def draw(output: Path) -> Path:
    """Draw the number of motions over friction and spin; return the picture's path."""
    frictions = np.linspace(0.02, 3.0, 41)
    spins = np.linspace(0.04, 6.0, 41)
    counts = np.array([[len(motions(mu, spin)) for mu in frictions] for spin in spins])
    figure = Figure(figsize=(7.0, 4.5), layout='tight')
    axes = figure.subplots()
    axes.contourf(
        frictions,
        spins,
        counts,
        levels=[-0.5, 0.5, 1.5, 2.5],
        colors=[COLORS[0], COLORS[1], COLORS[2]],
    )
    axes.axvline(critical_friction(WORST_ANGLE), color='k', linestyle='--', linewidth=1.0)
    axes.axhline(lifting_spin(WORST_ANGLE), color='k', linestyle=':', linewidth=1.0)
    for text, place in (
        ('one motion: slides', (0.3, 1.0)),
        ('one motion: lifts off', (0.25, 5.0)),
        ('two motions', (2.0, 5.0)),
        ('no motion', (2.0, 1.0)),
    ):
        axes.text(*place, text)
    axes.set(
        xlabel='friction coefficient mu',
        ylabel='spin [rad/s]',
        title=f"Painleve's rod at {degrees(WORST_ANGLE):.1f} degrees: number of motions",
    )
    output.mkdir(parents=True, exist_ok=True)
    path = output / 'painleve_rod.png'
    figure.savefig(path, dpi=120)
    return path


def main(arguments: list[str] | None = None) -> int:
    """Print the rod's motions as mu grows, slow and fast, and draw the map."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    output = parser.parse_args(arguments).output_directory
    print(
        f'critical friction {critical_friction(WORST_ANGLE):.4f}, '
        f'lifting spin {lifting_spin(WORST_ANGLE):.3f} rad/s'
    )
    for spin in (4.0, 1.0):
        for friction in (0.5, 1.3, 1.4, 2.0):
            tell(friction, spin)
    if Figure is None:
        print('picture: left out, it needs matplotlib (pip install matplotlib)')
    else:
        print(f'picture: {draw(output)}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
