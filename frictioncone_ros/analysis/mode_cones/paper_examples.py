# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The four examples of Balkcom's figure 4, with geometry of our own where the text gives none.

The reference point is the workpiece's centre of mass; normals point into the workpiece, which is
the moving body. The paper's n (rolling) is our f.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Array, frozen_array, Inertia


@dataclass(frozen=True, eq=False)
class PaperExample:
    """
    One example: state at rest, the mode asked for, contacts yet to be made, and the outline.

    outline: (m, 2) vertices of the workpiece, counter-clockwise, from its centre of mass [m].
    """

    title: str
    state: ContactState
    mode: str
    open_contacts: tuple[int, ...]
    outline: Array


def seating() -> PaperExample:
    """Return a workpiece on two fixels that is to slide left until it meets the third (lla)."""
    contacts = [
        _fixel('floor left', (-0.6, -0.5), (0.0, 1.0), 0.25),
        _fixel('floor right', (0.6, -0.5), (0.0, 1.0), 0.25),
        _fixel('stop', (-1.0, 0.0), (1.0, 0.0), 0.25),
    ]
    outline = [(-1.0, -0.5), (1.0, -0.5), (1.0, 0.2), (0.3, 0.5), (-1.0, 0.5)]
    return _example('a: seating (lla)', contacts, ('lla', (2,)), (0.6, outline))


def force_closure() -> PaperExample:
    """Return a workpiece on three fixels that a frictionless finger is to hold (fff)."""
    slope = np.array((0.6, 0.8))
    contacts = [
        _fixel('left', (-0.8, -0.6), slope, 0.3),
        _fixel('right', (0.8, -0.6), (-slope[0], slope[1]), 0.3),
        _fixel('below', (0.2, -0.9), (0.0, 1.0), 0.3),
    ]
    outline = [(-0.4, -0.9), (0.4, -0.9), (1.2, -0.3), (0.9, 0.8), (-0.5, 1.0), (-1.2, -0.3)]
    return _example('b: force closure (fff)', contacts, ('fff', ()), (0.7, outline))


def peg_insertion() -> PaperExample:
    """Return a tilted peg on two contacts that is to slide down to the bottom (lra)."""
    return _peg('c: inserting (lra)', 'lra')


def peg_jamming() -> PaperExample:
    """Return the same peg stuck on both contacts (ff, the bottom not reached)."""
    return _peg('d: jamming (ff)', 'ffs')


def _peg(title: str, mode: str) -> PaperExample:
    width, length, inserted, tilt = 1.0, 1.5, 0.6, radians(12.0)
    # Leaning right: the left lower corner is on the wall, the right side on the rim of the hole.
    across, along = np.array((cos(tilt), -sin(tilt))), np.array((sin(tilt), cos(tilt)))
    tip = -0.5 * width * across - 0.5 * length * along
    heel = tip + width * across
    contacts = [
        _fixel('rim', heel + inserted * along, -across, 0.5),
        _fixel('wall', tip, (1.0, 0.0), 0.5),
        _fixel('bottom', heel, (0.0, 1.0), 0.5),
    ]
    outline = [tip, heel, heel + length * along, tip + length * along]
    gyration = float(np.hypot(width, length)) / 12.0**0.5
    return _example(title, contacts, (mode, (2,)), (gyration, outline))


def _fixel(name: str, position: object, normal: object, friction: float) -> ContactPoint:
    return ContactPoint(np.asarray(position), np.asarray(normal), CircularCone(friction), name)


def _example(
    title: str,
    contacts: list[ContactPoint],
    desired: tuple[str, tuple[int, ...]],
    body: tuple[float, object],
) -> PaperExample:
    gyration, outline = body
    state = ContactState(contacts, Inertia.planar_body(1.0, gyration))
    return PaperExample(title, state, *desired, frozen_array(np.asarray(outline)))
