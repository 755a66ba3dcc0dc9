# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The answer of the pipeline: a command that is always finite, and its reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite, sqrt
from typing import NamedTuple

from frictioncone_ros.cones import largest_entry
from frictioncone_ros.control.command import Command, neutral_command, Setpoints
from frictioncone_ros.control.output.output_gate import Passed
from frictioncone_ros.control.output.published import FilterMemory, Margins
from frictioncone_ros.control.output.ramp import Proposal
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.situation import Situation
from frictioncone_ros.control.status import (
    FilterCode,
    GIVEN_UP,
    NOT_CARRIED,
    sentence,
    UNKNOWN_SQUEEZE,
    worst,
)
from frictioncone_ros.control.target import Target
from frictioncone_ros.control.watchdog import Watch
from frictioncone_ros.pipeline.contact_report import contact_reports, ContactReport
from frictioncone_ros.pipeline.published_margin import required_margin
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import MARGIN_ROUNDING


@dataclass(frozen=True, eq=False)
class Assessment:
    """
    What to send, whether to send it, and why it is what it is.

    command: finite in every case. publish: whether to speak at all. codes: every condition that
    holds, worst first. margins: of the command's wrench, never stated too high. memory: to be
    handed to the next call.
    setpoints, target, watched: what was asked, what the filter made of it, what the watchdog says.
    contacts: what each contact carries of the command, and how far it is from slipping; none
    where none ever came, and where there was no time. removed_fraction: size of the removed over
    that of the commanded wrench in the split's metric, 0 to 1.
    released: parts that are commanded no longer and not zero yet. rates: those that gave way.
    """

    command: Command
    publish: bool
    codes: tuple[FilterCode, ...]
    margins: Margins
    contact_forces: Array
    memory: FilterMemory = field(repr=False)
    setpoints: Setpoints = field(repr=False)
    target: Target = field(repr=False)
    watched: Watch = field(repr=False)
    contacts: tuple[ContactReport, ...]
    removed_fraction: float
    released: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()

    @property
    def code(self) -> FilterCode:
        """The worst condition that holds."""
        return worst(self.codes)

    @property
    def margin(self) -> float | None:
        """
        Depth [N] of the command's wrench, of the verdict that the settings act on (`margin_of`).

        By default as it will be carried by compliant contacts, where that is judged; else as it
        can be carried by the best contact forces. None where no contact carries any, where it
        has no limit (`margin_unbounded`), where nothing is known to be carried, however little
        is asked for (`will_be_carried` is False then), and where there was no time for an answer.
        """
        return self.margins.margin

    @property
    def margin_unbounded(self) -> bool:
        """Whether what can be carried has no limit: the contacts can squeeze each other.

        With their internal force stated, `margin` is finite beside it: what that squeeze holds.
        """
        return self.margins.unbounded

    @property
    def carriable_margin(self) -> float | None:
        """Depth [N] of the command's wrench as it can be carried, by the best contact forces."""
        return self.margins.carriable

    @property
    def will_be_carried(self) -> bool | None:
        """
        Whether compliant contacts carry the command's wrench with the margin asked for.

        None where it is not judged, as `PreparedContacts.judges_will` says.
        """
        return self.margins.will_be_carried

    @property
    def load_factor(self) -> float | None:
        """
        By how much what shears in the command's wrench may grow until the first slip [-].

        What presses stays; compliant contacts share it; 1 is on the limit. Of contacts on one
        plane; None elsewhere (`analysis.support.will_resist` searches for it), where nothing
        shears, and where what will be carried is not judged or there was no time for it.
        """
        return self.margins.load_factor

    @property
    def is_fallback(self) -> bool:
        """Whether the command is the fallback (neutral or held) or on the ramp to it."""
        return not self.watched.follows or FilterCode.NUMERICAL_ERROR in self.codes

    @property
    def feasible(self) -> bool:
        """Whether the contacts could carry the commanded force without any margin."""
        return self.target.force.feasible

    @property
    def prepared(self) -> PreparedContacts | None:
        """The contacts, their constraint and projectors; None where none ever came."""
        return self.target.prepared

    @property
    def removed(self) -> Command:
        """Set-points minus command, zero where nothing was commanded."""
        nothing = neutral_command(self.command.wrench.shape[0])
        asked = self.setpoints
        wrench = nothing.wrench if asked.wrench is None else asked.wrench - self.command.wrench
        twist = nothing.twist if asked.twist is None else asked.twist - self.command.twist
        desired = asked.acceleration
        rest = nothing.acceleration if desired is None else desired - self.command.acceleration
        return Command(wrench, twist, rest)

    @property
    def limiting_contact(self) -> str:
        """
        Name of the contact with the least slip margin, empty where there is none.

        Of several that are alike but for rounding the first, whatever the last bits are here.
        """
        if not self.contacts:
            return ''
        least = min(report.slip_margin for report in self.contacts)
        alike = least + MARGIN_ROUNDING * largest_entry(self.contact_forces)
        return next(report.name for report in self.contacts if report.slip_margin <= alike)

    @property
    def facts(self) -> dict[str, object]:
        """What the sentences of its codes have places for, by name."""
        known = self.memory.settings
        settings = {} if known is None else vars(known)
        return {
            **settings,
            'mode_reason': self.watched.mode_reason,
            'margin_reason': self._margin_reason,
            'infeasible_reason': GIVEN_UP if self.feasible else NOT_CARRIED,
            'released': ', '.join(self.released),
            'rates': '; '.join(self.rates),
        }

    @property
    def doubts(self) -> tuple[str, ...]:
        """What is not known of what is sent and no code says, in words."""
        margins = self.margins
        unjudged = margins.unbounded and margins.will_be_carried is None
        return (UNKNOWN_SQUEEZE,) if unjudged and any(self.contact_forces.tolist()) else ()

    @property
    def _margin_reason(self) -> str:
        """Which of the two verdicts a low margin is of; a predicted mode's is of the first."""
        best = self.carriable_margin
        if best is None:
            low = not self.margin_unbounded
        else:
            low = is_low(self.prepared, self.contact_forces, best)
        if self.will_be_carried is False and not low:
            return 'as compliant contacts share the force, though not as they could'
        return 'however the contacts share the force'

    @property
    def text(self) -> str:
        """One sentence for people: the conditions that hold, worst first."""
        # Most answers pass unchanged, which is said without figures.
        return sentence(self.codes, self.facts if self.codes else {}, doubts=self.doubts)


class Tick(NamedTuple):
    """One tick's way through the flow: every step's answer."""

    watched: Watch
    target: Target
    proposal: Proposal
    passed: Passed
    margins: Margins
    memory: FilterMemory


def assessment_of(setpoints: Setpoints, situation: Situation, tick: Tick) -> Assessment:
    """Return what the steps of a tick found, as one answer."""
    watched, target, proposal, passed, margins, memory = tick
    if FilterCode.NUMERICAL_ERROR in passed.codes:
        memory = memory.forgetting(passed.command)
    codes = (
        *watched.codes,
        *proposal.codes,
        *passed.codes,
        *(target.codes if watched.follows else ()),
        *_verdicts(target, passed, situation, margins),
    )
    prepared = target.prepared
    reports = () if prepared is None else contact_reports(prepared.state, passed.contact_forces)
    return Assessment(
        passed.command,
        watched.publish,
        tuple(sorted(set(codes), reverse=True)) if len(codes) > 1 else codes,
        margins,
        passed.contact_forces,
        memory,
        setpoints,
        target,
        watched,
        reports,
        _removed_fraction(setpoints.wrench, passed.command.wrench, prepared),
        proposal.released,
        passed.rates,
    )


def _removed_fraction(
    asked: Array | None, sent: Array, prepared: PreparedContacts | None
) -> float:
    """Return the size of what was removed of a wrench (d,) over its own, 0 to 1."""
    # What passes unchanged is the same array.
    if asked is None or sent is asked or not any(asked.tolist()):
        return 0.0
    removed = asked - sent
    if not any(removed.tolist()):
        return 0.0
    if prepared is not None:
        asked, removed = prepared.physical.scale.dot(asked), prepared.physical.scale.dot(removed)
    size = sqrt(asked.dot(asked))
    fraction = sqrt(removed.dot(removed)) / size if size > 0.0 else inf
    return min(1.0, fraction) if isfinite(fraction) else 1.0


def _verdicts(
    target: Target, passed: Passed, situation: Situation, margins: Margins
) -> tuple[FilterCode, ...]:
    """Judge what is sent: closer to slipping than asked for, or more than one mode."""
    modes = situation.current_modes
    codes = () if modes is None or modes.code is FilterCode.OK else (modes.code,)
    if margins.will_be_carried is False:
        return (*codes, FilterCode.LOW_MARGIN)
    if not any(passed.contact_forces.tolist()):
        return codes
    if margins.margin is None and not margins.unbounded:
        return codes
    margin = inf if margins.margin is None else margins.margin
    least = margin if modes is None else min(margin, modes.least_margin)
    if margins.will_be_carried and least == margin:
        return codes  # which was judged by the margin asked for
    low = is_low(target.prepared, passed.contact_forces, least)
    return (*codes, FilterCode.LOW_MARGIN) if low else codes


def is_low(prepared: PreparedContacts | None, contact_forces: Array, margin: float) -> bool:
    """Tell whether a margin [N] of contact forces (c,) is less than was asked for."""
    return prepared is not None and margin < required_margin(prepared, contact_forces)
