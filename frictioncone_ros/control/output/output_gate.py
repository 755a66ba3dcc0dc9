# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The output gate: the one place through which every command passes before it is published.

Whatever the paths before it do, what leaves here is, in order of rank:

1. finite;
2. neutral where that is told at once (emergency stop, not active);
3. within every absolute limit: force, moment, speeds, accelerations, and the normal forces of the
   contact forces that are reported;
4. carried by the present contacts beside the moving body's own load, and along motions that
   they leave free; of that, where it is acted on and the rates allow it, what compliant contacts
   will carry;
5. within every rate, measured from what was published last, for every part.

Where two cannot hold together the higher rank wins, and the answer says which rate gave way. Zero
is allowed by every rank but the last, so ranks 1 to 4 can always be kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.command import Command, neutral_command
from frictioncone_ros.control.forces.allowed_forces import allowed_forces, AllowedForces
from frictioncone_ros.control.forces.compliant_forces import compliant_point
from frictioncone_ros.control.forces.loaded_forces import loaded_forces, LoadedForces
from frictioncone_ros.control.output.allowed_motion import allowed_accelerations, allowed_twists
from frictioncone_ros.control.output.filtered_share import is_kept_like_all, share_of
from frictioncone_ros.control.output.slew import Point, Reach, reach_of, Slewed, slewed
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.products import linear_size

FORCE_RATES = 'max_force_rate, max_moment_rate'
MOTION_RATES = 'max_speed_rate, max_rotation_rate'


COMPLIANT_SHARES = (1.0, 0.9, 0.7, 0.4, 0.1)
"""Shares of a tick's step that are tried where compliant contacts do not carry its end [-]."""

LEAST_GAIN = 0.75
"""Share of a step that what compliant contacts carry of it has to go [-]."""


class Proposed(NamedTuple):
    """
    What is to be published, as it comes from the paths before.

    filtered: the filtered wrench with its proof, of which compliant contacts were asked already;
    None where none is known. at_once: neutral is told, whatever is proposed. stops: the way leads
    to neutral or a hold, and is not to be slowed by what compliant contacts will carry on it.
    """

    command: Command
    filtered: Point | None = None
    at_once: bool = False
    stops: bool = False


@dataclass(frozen=True, eq=False)
class Passed:
    """
    What is published now.

    contact_forces: (c,) from the environment on the moving body, which prove the wrench together
    with what the body itself loads the contacts with (`PreparedContacts.load`). codes: what the
    gate had to do. rates: names of the rates that gave way, in words.
    """

    command: Command
    contact_forces: Array
    codes: tuple[FilterCode, ...] = ()
    rates: tuple[str, ...] = ()


def output_gate(
    proposed: Proposed,
    published: Command,
    prepared: PreparedContacts | None,
    elapsed: float,
    settings: FilterSettings,
) -> Passed:
    """
    Return what is published now.

    published: the last command, in the present frames. prepared: the present contacts, None where
    none ever came: then only neutral is allowed. elapsed: since the last command [s].
    """
    dimension = published.wrench.shape[0]
    if not proposed.command.is_finite:
        return _neutral(dimension, prepared, (FilterCode.NUMERICAL_ERROR,))
    if proposed.at_once or prepared is None:
        return _neutral(dimension, prepared, ())
    try:
        twist = _passed_twist(proposed, published, prepared, elapsed, settings)
        acceleration = _passed_acceleration(proposed, prepared, settings)
        reach = reach_of(settings.max_force_rate, settings.max_moment_rate, elapsed)
        allowed = loaded_forces(
            allowed_forces(prepared.physical, settings), prepared.load(acceleration)
        )
        wrench = _passed_wrench(proposed, published.wrench, prepared, allowed, reach)
    except NumericalError:
        return _neutral(dimension, prepared, (FilterCode.NUMERICAL_ERROR,))
    command = _same_or_new(proposed.command, wrench.point.vector, twist.point.vector, acceleration)
    if command is proposed.command or command.is_finite:
        codes, rates = _slew_codes(wrench, twist)
        return Passed(command, wrench.point.contact_forces, codes, rates)
    return _neutral(dimension, prepared, (FilterCode.NUMERICAL_ERROR,))


def _same_or_new(proposed: Command, wrench: Array, twist: Array, acceleration: Array) -> Command:
    """Return the proposed command itself where nothing was changed, as most ticks leave it."""
    if (
        wrench is proposed.wrench
        and twist is proposed.twist
        and (acceleration is proposed.acceleration)
    ):
        return proposed
    return Command(wrench, twist, acceleration)


def _neutral(
    dimension: int, prepared: PreparedContacts | None, codes: tuple[FilterCode, ...]
) -> Passed:
    count = 0 if prepared is None else prepared.physical.wrench_matrix.shape[1]
    return Passed(neutral_command(dimension), np.zeros(count), codes)


def _passed_wrench(
    proposed: Proposed,
    published: Array,
    prepared: PreparedContacts,
    allowed: AllowedForces | LoadedForces,
    reach: Reach,
) -> Slewed:
    """Return the wrench that is allowed and reached from the last one (d,), with its proof."""
    goal = _goal(allowed, proposed)
    found = slewed(allowed, published, goal, reach)
    if not (found.limited or allowed.is_limited(proposed.command.wrench)):
        found = found._replace(limited=True)
    if proposed.stops:
        return _not_harder(found, allowed, proposed.command.wrench, (published, reach))
    filtered = proposed.filtered
    if filtered is not None and found.point is goal and goal.vector is filtered.vector:
        return found  # as the filter made it
    share = share_of(filtered, found.point.vector, allowed)
    if share is not None and is_kept_like_all(prepared):
        return found._replace(point=share)
    return _compliant(found, allowed, prepared, (published, reach))


def _not_harder(
    found: Slewed,
    allowed: AllowedForces | LoadedForces,
    proposed: Array,
    way: tuple[Array, Reach],
) -> Slewed:
    """
    Return a wrench with no more force than a way to neutral or a hold comes from or goes to.

    Where contacts moved meanwhile, the nearest wrench they carry may press a little harder.
    """
    published, reach = way
    linear = linear_size(published.shape[0])
    before, wished, now = (
        vector[:linear].dot(vector[:linear])
        for vector in (published, proposed, found.point.vector)
    )
    most = max(before, wished)
    if now <= most:
        return found
    share = sqrt(most / now)
    vector = share * found.point.vector
    forces = share * found.point.contact_forces
    proved = allowed.proved(vector, forces)
    point = Point(vector, forces) if proved else allowed.member(vector)
    # The rates come first: where they were kept, they are.
    if point is None or not (found.exceeded or reach.holds(vector - published)):
        return found
    return found._replace(point=point)


def _compliant(
    found: Slewed,
    allowed: AllowedForces | LoadedForces,
    prepared: PreparedContacts,
    way: tuple[Array, Reach],
) -> Slewed:
    """Return what compliant contacts carry of a wrench on the way, where rates allow it."""
    published, reach = way
    load = allowed.load if isinstance(allowed, LoadedForces) else None
    ahead, scale = found.point.vector - published, prepared.physical.scale
    # What presses alone may be more than the whole: tick by tick it would grow and never arrive.
    # And what stays behind on every tick would have all of the way to go when the ramp ends, at
    # once where there are no rates.
    most = max(_square(scale, published), _square(scale, found.point.vector))
    for share in COMPLIANT_SHARES:
        # A shorter step leaves room for what is given up on it.
        vector = found.point.vector if share == 1.0 else published + share * ahead
        point = compliant_point(prepared, vector, load)
        if point is None:
            return found if share == 1.0 else _shortened(found, allowed.member(vector))
        grows = _square(scale, point.vector) > most
        gains = reach.is_finite or _gain(scale, point.vector - published, ahead) >= LEAST_GAIN
        fits = gains and not grows and reach.holds(point.vector - published)
        if fits and allowed.proved(point.vector, point.contact_forces):
            return found._replace(point=point, limited=True)
    return found


def _gain(scale: Array, way: Array, ahead: Array) -> float:
    """Return how much of a step ahead (d,) a way (d,) goes, 1 for all of it."""
    whole = _square(scale, ahead)
    return float(scale.dot(way).dot(scale.dot(ahead))) / whole if whole > 0.0 else 1.0


def _square(scale: Array, vector: Array) -> float:
    """Return the square of a wrench's size (d,) with forces and moments comparable."""
    scaled = scale.dot(vector)
    return float(scaled.dot(scaled))


def _shortened(found: Slewed, point: Point | None) -> Slewed:
    return found if point is None else found._replace(point=point, limited=True)


def _goal(allowed: AllowedForces | LoadedForces, proposed: Proposed) -> Point:
    """Return the proposed wrench with its proof, which is checked; the nearest allowed if none."""
    wrench = proposed.command.wrench
    share = share_of(proposed.filtered, wrench, allowed)
    return share or allowed.member(wrench) or allowed.nearest(wrench)


def _passed_twist(
    proposed: Proposed,
    published: Command,
    prepared: PreparedContacts,
    elapsed: float,
    settings: FilterSettings,
) -> Slewed:
    allowed = allowed_twists(prepared, settings)
    twist = proposed.command.twist
    goal = allowed.member(twist) or allowed.nearest(twist)
    reach = reach_of(settings.max_speed_rate, settings.max_rotation_rate, elapsed)
    return slewed(allowed, published.twist, goal, reach)


def _passed_acceleration(
    proposed: Proposed, prepared: PreparedContacts, settings: FilterSettings
) -> Array:
    """Return the allowed part of the acceleration; it has no rate."""
    acceleration = proposed.command.acceleration
    if not any(acceleration.tolist()):
        return acceleration
    allowed = allowed_accelerations(prepared, settings)
    return (allowed.member(acceleration) or allowed.nearest(acceleration)).vector


def _slew_codes(wrench: Slewed, twist: Slewed) -> tuple[tuple[FilterCode, ...], tuple[str, ...]]:
    """Return the conditions found, and the rates that gave way."""
    rates = tuple(
        names for part, names in ((wrench, FORCE_RATES), (twist, MOTION_RATES)) if part.exceeded
    )
    codes: tuple[FilterCode, ...] = (FilterCode.RATE_EXCEEDED,) if rates else ()
    if wrench.limited or twist.limited:
        codes = (*codes, FilterCode.LIMITED)
    return codes, rates


def elapsed_since(last: float | None, now: float, settings: FilterSettings) -> float:
    """
    Return the time [s] the rates are counted in.

    A tick that came late is no reason to move faster, and the first has no time to move in.
    """
    return 0.0 if last is None else min(max(now - last, 0.0), settings.command_timeout)
