# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter remembers of what it published: the command, its proof, where ramps began."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.command import Command
from frictioncone_ros.control.forces.ray_shooting import RayStart
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.target import Target
from frictioncone_ros.control.watchdog import INITIAL_STATE, Phase, restarted, WatchState
from frictioncone_ros.spatial.arrays import Array, PLANAR, SPATIAL

PLANAR_ROWS = [0, 1, 5]
"""Where the planar components (x, y, about z) stand among six."""


class Margins(NamedTuple):
    """
    How surely what is published is carried [N].

    margin: of the verdict that is acted on; None where no contact carries any, where it has no
    limit, and where nothing is known to be carried, with any margin. carriable: as it can be
    carried, by the best contact forces. will_be_carried: whether compliant contacts carry it
    with the margin asked for; None where that is not judged. unbounded: whether what can be
    carried has no limit: the contacts can squeeze each other. load_factor: how many times what
    shears compliant contacts hold, what presses staying [-]; None off one support plane, where
    nothing shears, and where that is not judged.
    """

    margin: float | None
    carriable: float | None
    will_be_carried: bool | None = None
    unbounded: bool = False
    load_factor: float | None = None


class Release(NamedTuple):
    """A part that is commanded no longer: its name, and when it is to be zero [s]."""

    part: str
    until: float


@dataclass(frozen=True, eq=False)
class FilterMemory:
    """
    All the filter remembers from one tick to the next; replaced as a whole, never changed.

    watch: the state machine's. time: [s] of the last tick, None before the first. sent: the last
    command, None before the first. contact_forces: (c,) that prove it. hold: (d,) the wrench of
    its normal forces alone, where that may be held. fallback: where
    a stop leads. releases: parts on their way to zero. given_up_at: when too
    much of the command was last removed [s], None while it is followed. prepared: what depends
    on the contacts only. settings: those of the last tick. target: what the filter made of the
    last command; margin_start: what its margin ended with. margins: of what contact_forces prove.
    """

    watch: WatchState = INITIAL_STATE
    time: float | None = None
    sent: Command | None = None
    contact_forces: Array | None = None
    hold: Array | None = None
    fallback: Command | None = None
    releases: tuple[Release, ...] = ()
    given_up_at: float | None = None
    prepared: PreparedContacts | None = None
    settings: FilterSettings | None = None
    target: Target | None = None
    margin_start: RayStart | None = None
    margins: Margins | None = None

    def mapped(self, change: Callable[[str, Array], Array]) -> FilterMemory:
        """
        Return the memory with every remembered part (name, (d,)) told in other terms.

        Proof and target are of the old terms and go.
        """

        def of(command: Command | None) -> Command | None:
            return None if command is None else command.mapped(change)

        hold = None if self.hold is None else change('wrench', self.hold)
        return replace(
            self,
            sent=of(self.sent),
            hold=hold,
            fallback=of(self.fallback),
            contact_forces=None,
            target=None,
            margin_start=None,
            margins=None,
        )

    def in_dimension(self, dimension: int) -> FilterMemory:
        """Return the memory for planar (3) or spatial (6) contacts; the plane is x and y."""
        if dimension == PLANAR:
            return replace(self.mapped(lambda _, values: values[PLANAR_ROWS]), prepared=None)

        def widened(_: str, values: Array) -> Array:
            wide = np.zeros(SPATIAL)
            wide[PLANAR_ROWS] = values
            return wide

        return replace(self.mapped(widened), prepared=None)

    def begun_anew(self) -> FilterMemory:
        """Return the memory of having published neutral, in whatever terms come next."""
        return FilterMemory(restarted(self.watch), self.time, settings=self.settings)

    def forgetting(self, command: Command) -> FilterMemory:
        """Return the memory of having published a neutral command instead."""
        return replace(
            self, sent=command, contact_forces=None, hold=None, fallback=command, releases=()
        )


STEADY = FilterMemory(WatchState(Phase.FOLLOWING))
"""Memory of a filter that has followed for ever: its answer is the one without ramp or rate."""
