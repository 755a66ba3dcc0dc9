# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The command after the filter, before ramps and rates: what would be sent in the long run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frictioncone_ros.control.command import Command, neutral_command, Setpoints
from frictioncone_ros.control.force_filter import carried_force, CarriedForce, no_force
from frictioncone_ros.control.motion_filter import free_acceleration, free_twist
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.ray_pool import RayPool
from frictioncone_ros.control.settings import FilterSettings, InfeasiblePolicy
from frictioncone_ros.control.status import FilterCode


@dataclass(frozen=True, eq=False)
class Target:
    """
    What the filter makes of the set-points.

    command: to be sent in the long run; its wrench acts from the robot on the environment.
    force: how its wrench came about. codes: conditions found.
    prepared: the contacts; None where none ever came, and then the command is neutral.
    """

    command: Command
    force: CarriedForce
    codes: tuple[FilterCode, ...]
    prepared: PreparedContacts | None

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
    prepared: PreparedContacts, setpoints: Setpoints, hint: RayPool | None = None
) -> Target:
    """
    Return what the contacts can carry of the force and leave free of the motion.

    hint: rays of the last answer for the same contacts, which make this one quicker.
    """
    neutral = neutral_command(prepared.state.dimension)
    twist, acceleration = neutral.twist, neutral.acceleration
    codes: tuple[FilterCode, ...] = ()
    if not prepared.state.contact_count:
        codes = (FilterCode.CONTACT_LOST,)
    if setpoints.wrench is not None:
        force = carried_force(prepared, setpoints.wrench, hint)
        codes += force.codes
    else:
        force = no_force(prepared.state.dimension, prepared.physical.wrench_matrix.shape[1])
    if _is_given_up(force, prepared.settings):
        return Target(neutral, force, codes, prepared)
    if setpoints.twist is not None:
        twist, found = free_twist(prepared, setpoints.twist)
        codes += found
    if setpoints.acceleration is not None:
        acceleration, found = free_acceleration(prepared, setpoints.acceleration)
        codes += found
    return Target(Command(force.wrench, twist, acceleration), force, codes, prepared)


def _is_given_up(force: CarriedForce, settings: FilterSettings) -> bool:
    """Tell whether so little of the force is left that motion is not commanded either."""
    if settings.infeasible_policy is InfeasiblePolicy.NEUTRAL and force.excess_fraction > 0.0:
        return True
    return force.excess_fraction > settings.max_removed_fraction
