# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The command after the filter, before ramps and rates: what would be sent in the long run.

The free part of a commanded motion: what the contacts do not hinder, slowed to its limits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from frictioncone_ros.control.command import Command, neutral_command, PARTS, Setpoints
from frictioncone_ros.control.forces.compliant_forces import KeptMemory
from frictioncone_ros.control.forces.force_filter import carried_force, CarriedForce, no_force
from frictioncone_ros.control.forces.ray_search import Generators
from frictioncone_ros.control.output.allowed_motion import (
    allowed_accelerations,
    allowed_twists,
    AllowedMotion,
)
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings, InfeasiblePolicy
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import COMMAND_FEASIBLE, COMMAND_NEAR


class FreeMotion(NamedTuple):
    """A twist or acceleration (d,) along free motions and within limits, and what was done."""

    motion: Array
    codes: tuple[FilterCode, ...]


def free_twist(prepared: PreparedContacts, twist: Array) -> FreeMotion:
    """Return the free part of a commanded twist (d,), slowed as a whole to its limits."""
    return _free_motion(prepared, twist, allowed_twists(prepared, prepared.settings))


def free_acceleration(prepared: PreparedContacts, acceleration: Array) -> FreeMotion:
    """Return the free part of a commanded acceleration (d,), scaled as a whole to its limits."""
    return _free_motion(prepared, acceleration, allowed_accelerations(prepared, prepared.settings))


def _free_motion(prepared: PreparedContacts, motion: Array, allowed: AllowedMotion) -> FreeMotion:
    codes: tuple[FilterCode, ...] = ()
    free = motion
    if prepared.constraint.rank:
        # With the surfaces: a body held to a conveyor goes with it.
        free = prepared.projectors.free_motion.dot(motion)
        if allowed.surfaces_move:
            free = free + allowed.carried_along
        if _differs(prepared, free, motion):
            codes = (FilterCode.PROJECTED,)
        else:
            free = motion
    if allowed.is_within(free):
        return FreeMotion(free, codes)
    return FreeMotion(allowed.nearest(free).vector, (*codes, FilterCode.LIMITED))


def _differs(prepared: PreparedContacts, free: Array, motion: Array) -> bool:
    """Tell whether more than rounding was removed, rotations as speeds at the length."""
    lengths = prepared.motion_scaling
    removed, desired = lengths * (motion - free), lengths * motion
    return bool(removed.dot(removed) > COMMAND_FEASIBLE**2 * (desired.dot(desired)))


@dataclass(frozen=True, eq=False)
class Target:
    """
    What the filter makes of the set-points.

    command: to be sent in the long run; its wrench acts from the robot on the environment.
    force: how its wrench came about. codes: conditions found.
    prepared: the contacts; None where none ever came, and then the command is neutral.
    commanded: names of the parts that are commanded at all.
    is_given_up: whether so little of the force is left that nothing is commanded.
    setpoints: it was made of; None: it answers none.
    load: (d,) what the body itself loads the contacts with beside the command's wrench, as
        PreparedContacts.load; force.wrench is the sum of both. None: nothing.
    """

    command: Command
    force: CarriedForce
    codes: tuple[FilterCode, ...]
    prepared: PreparedContacts | None
    commanded: tuple[str, ...] = PARTS
    is_given_up: bool = False
    load: Array | None = None
    setpoints: Setpoints | None = None

    def answers(self, prepared: PreparedContacts, setpoints: Setpoints) -> bool:
        """Tell whether it is what the filter makes of set-points, now as before."""
        kept = self.force.kept
        return (
            self.prepared is prepared
            and self.setpoints is not None
            and self.setpoints.is_same(setpoints)
            and (kept is None or kept.is_settled)
        )

    def with_code(self, code: FilterCode) -> Target:
        """Return the same target with one more condition."""
        return replace(self, codes=(*self.codes, code))


def neutral_target(
    dimension: int, prepared: PreparedContacts | None, codes: tuple[FilterCode, ...] = ()
) -> Target:
    """Return the target that applies no force and asks for no motion."""
    count = 0 if prepared is None else prepared.physical.wrench_matrix.shape[1]
    return Target(neutral_command(dimension), no_force(dimension, count), codes, prepared)


def filtered_target(
    prepared: PreparedContacts,
    setpoints: Setpoints,
    warm_start: Generators | None = None,
    memory: KeptMemory | None = None,
) -> Target:
    """
    Return what the contacts can carry of the force and leave free of the motion.

    warm_start: rays of the last answer for the same contacts, memory: what these kept of it; both
    make this one quicker.
    """
    neutral = neutral_command(prepared.state.dimension)
    twist, acceleration = neutral.twist, neutral.acceleration
    codes: tuple[FilterCode, ...] = ()
    if not prepared.state.contact_count:
        codes = (FilterCode.CONTACT_LOST,)
    elif prepared.lacks_direction:
        codes = (FilterCode.SLIP_UNDEFINED,)
    motion_codes: tuple[FilterCode, ...] = ()
    if setpoints.twist is not None:
        twist, motion_codes = free_twist(prepared, setpoints.twist)
    if setpoints.acceleration is not None:
        acceleration, found = free_acceleration(prepared, setpoints.acceleration)
        motion_codes += found
    load = prepared.load(acceleration)
    wrench, force = _loaded_force(prepared, setpoints.wrench, load, (warm_start, memory))
    codes += force.codes
    if is_beyond(force, prepared.settings):
        return Target(
            neutral, force, codes, prepared, is_given_up=True, load=load, setpoints=setpoints
        )
    codes += motion_codes
    command = Command(wrench, twist, acceleration)
    return Target(command, force, codes, prepared, setpoints.commanded, False, load, setpoints)


def _loaded_force(
    prepared: PreparedContacts,
    wrench: Array | None,
    load: Array | None,
    starts: tuple[Generators | None, KeptMemory | None],
) -> tuple[Array, CarriedForce]:
    """
    Return the wrench (d,) to be sent, and what became of its sum with the body's load.

    starts: warm_start and memory as `filtered_target` has them.
    """
    if wrench is None:
        force = no_force(prepared.state.dimension, prepared.physical.wrench_matrix.shape[1])
        return force.wrench, force
    if load is None:
        force = carried_force(prepared, wrench, *starts)
        return force.wrench, force
    loaded = wrench + load
    force = carried_force(prepared, loaded, *starts, load)
    return (wrench if force.wrench is loaded else force.wrench - load), force


def is_beyond(force: CarriedForce, settings: FilterSettings, share: float = 1.0) -> bool:
    """
    Tell whether more was removed than may be, so that nothing is commanded at all.

    share: of max_removed_fraction that counts, below 1 for coming back.
    """
    if (
        settings.infeasible_policy is InfeasiblePolicy.NEUTRAL
        and force.excess_fraction > COMMAND_NEAR
    ):
        return True
    return force.excess_fraction > share * settings.max_removed_fraction
