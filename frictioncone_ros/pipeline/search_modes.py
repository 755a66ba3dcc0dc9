# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which search finds the modes of a state under a command: with inertia, at rest, or driven slowly.

A body whose inertia is not known moves slowly: at rest, contact forces balance the wrench or
nothing is consistent. One that is led along its contacts is driven by a motion controller, which
adds what friction takes: the wrench that is commanded need not balance then, and what it does
not hold down opens. How it is shared between the motion controller and the contacts is asked in
the metric of the motion's speeds, rotations counted by the characteristic length, as a body of
that inertia would share it; so slowly that velocity products hardly count.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.motions import (
    find_motions,
    find_quasistatic_motions,
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    MotionSet,
    SearchLimits,
)
from frictioncone_ros.contact import (
    contact_speeds,
    contact_velocities,
    ContactState,
    resting_speed,
    weight,
)
from frictioncone_ros.spatial import Array, Inertia, PLANAR, wrench_scaling

SLOW_SHARE = 1e-6
"""
Of a driven body: velocity products beside the wrench, whatever it is driven with [-].

The directions of sliding decide. Products are kept so far above rounding that every part of a
search sees them alike: smaller ones were nothing to one and an opening to another.
"""

UNIT_FORCE = 1.0
"""Beside which velocity products are small where no wrench acts [N]."""

UNIT_MASS = 1.0
"""Of a driven body: accelerations stand for the forces that the motion controller adds [kg]."""


def find_modes(
    state: ContactState, external_wrench: Array, time_limit: float, *, driven: bool
) -> MotionSet:
    """
    Return every mode of a state under a wrench (d,) on the body, besides its weight [N, Nm].

    time_limit: of a search in space [s]. driven: as `is_driven` says.
    """
    carried = weight(state)
    wrench = external_wrench if carried is None else external_wrench + carried
    posed = _driven_slowly(state, wrench) if driven else state
    if posed.dimension == PLANAR:
        if posed.inertia is None:
            return find_quasistatic_motions(posed, wrench)
        return find_motions(posed, wrench)
    limits = SearchLimits(seconds=time_limit)
    if posed.inertia is None:
        return find_spatial_quasistatic_motions(posed, wrench, limits=limits)
    return find_spatial_motions(posed, wrench, limits=limits)


def is_driven(state: ContactState) -> bool:
    """
    Whether a body of unknown inertia moves along or off its contacts, or they along it.

    One that moves and touches nothing any more is driven: nothing else holds it.
    """
    if state.inertia is not None:
        return False
    if not state.contact_count:
        return bool(state.twist.any())
    return bool((abs(contact_velocities(state)).max(axis=1) > resting_speed(state)).any())


def _driven_slowly(state: ContactState, wrench: Array) -> ContactState:
    """Return the state so slow under a wrench that only directions count, with such an inertia."""
    scaling = wrench_scaling(state.dimension, state.characteristic_length)
    force = float(np.linalg.norm(scaling * wrench)) or UNIT_FORCE
    speed = np.sqrt(SLOW_SHARE * force / UNIT_MASS * state.characteristic_length)
    fastest = contact_speeds(state).max() if state.contact_count else speed
    slower = float(speed / fastest)
    contacts = [
        replace(contact, surface_velocity=slower * contact.surface_velocity)
        for contact in state.contacts
    ]
    return replace(
        state, contacts=contacts, twist=slower * state.twist, inertia=_metric_inertia(state)
    )


def _metric_inertia(state: ContactState) -> Inertia:
    """Return the inertia whose energy is that of speeds at the characteristic length."""
    lengths = 1.0 / wrench_scaling(state.dimension, state.characteristic_length)
    if state.dimension == PLANAR:
        return Inertia.planar_body(UNIT_MASS, float(lengths[-1]))
    return Inertia.spatial_body(UNIT_MASS, UNIT_MASS * np.diag(lengths[3:] ** 2))
