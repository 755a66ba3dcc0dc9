# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The answer of the pipeline: a command that is always finite, and its reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np

from frictioncone_ros.control.command import Command, neutral_command, Setpoints
from frictioncone_ros.control.following import FilterMemory, Followed
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.status import FilterCode, sentence, worst
from frictioncone_ros.control.target import Target
from frictioncone_ros.control.watchdog import Situation, Watch
from frictioncone_ros.pipeline.contact_report import contact_reports, ContactReport
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import MARGIN_ROUNDING, MARGIN_SHORTFALL, UNBOUNDED_MARGIN


@dataclass(frozen=True, eq=False)
class Assessment:
    """
    What to send, whether to send it, and why it is what it is.

    command: finite in every case. publish: whether to speak at all. codes: every condition that
    holds, worst first. margin: [N] of the command's wrench, None where no contact carries any;
    never stated too high. memory: to be handed to the next call.
    setpoints, target, watched: what was asked, what the filter made of it, what the watchdog says.
    """

    command: Command
    publish: bool
    codes: tuple[FilterCode, ...]
    margin: float | None
    contact_forces: Array
    memory: FilterMemory
    setpoints: Setpoints
    target: Target
    watched: Watch

    @property
    def code(self) -> FilterCode:
        """The worst condition that holds."""
        return worst(self.codes)

    @property
    def is_substitute(self) -> bool:
        """Whether the command is neutral, held, or on the ramp to it."""
        return not self.watched.follows

    @property
    def feasible(self) -> bool:
        """Whether the contacts could carry the commanded force without any margin."""
        return self.target.force.feasible

    @property
    def prepared(self) -> PreparedContacts | None:
        """The contacts, their constraint and projectors; None where none ever came."""
        return self.target.prepared

    @cached_property
    def removed(self) -> Command:
        """Set-points minus command, zero where nothing was commanded."""
        nothing = neutral_command(self.command.wrench.shape[0])
        asked = self.setpoints
        wrench = nothing.wrench if asked.wrench is None else asked.wrench - self.command.wrench
        twist = nothing.twist if asked.twist is None else asked.twist - self.command.twist
        wanted = asked.acceleration
        rest = nothing.acceleration if wanted is None else wanted - self.command.acceleration
        return Command(wrench, twist, rest)

    @property
    def removed_fraction(self) -> float:
        """Size of the removed over that of the commanded wrench in the split's metric, 0 to 1."""
        asked, prepared = self.setpoints.wrench, self.prepared
        # What passes unchanged is the same array.
        if asked is None or self.command.wrench is asked or not asked.any():
            return 0.0
        removed = self.removed.wrench
        if not removed.any():
            return 0.0
        with np.errstate(all='ignore'):
            if prepared is not None:
                asked, removed = prepared.physical.scale @ asked, prepared.physical.scale @ removed
            fraction = np.linalg.norm(removed) / np.linalg.norm(asked)
        return min(1.0, float(fraction)) if np.isfinite(fraction) else 1.0

    @cached_property
    def contacts(self) -> tuple[ContactReport, ...]:
        """What each contact carries of the command, and how far it is from slipping."""
        if self.prepared is None:
            return ()
        return contact_reports(self.prepared.state, self.contact_forces)

    @property
    def limiting_contact(self) -> str:
        """Name of the contact with the least slip margin, empty where there is none."""
        least = min(self.contacts, key=lambda report: report.slip_margin, default=None)
        return '' if least is None else least.name

    @property
    def facts(self) -> dict[str, object]:
        """What the sentences of its codes have places for, by name."""
        known = self.memory.settings
        settings = {} if known is None else vars(known)
        return {**settings, 'mode_reason': self.watched.mode_reason}

    @property
    def text(self) -> str:
        """One sentence for people: the conditions that hold, worst first."""
        return sentence(self.codes, self.facts)


def finite_assessment(
    setpoints: Setpoints | None,
    situation: Situation,
    watched: Watch,
    target: Target,
    followed: Followed,
) -> Assessment:
    """Return the assessment, with the neutral command in place of one that is not finite."""
    command, codes = followed.command, (*watched.codes, *followed.codes)
    if watched.follows:
        codes += target.codes
    memory, forces = followed.memory, followed.contact_forces
    if not command.is_finite:
        command = neutral_command(command.wrench.shape[0])
        codes = (*codes, FilterCode.NUMERICAL_ERROR)
        forces = np.zeros_like(forces)
        memory = _forgetful(memory, command, forces)
    margin = _margin(target, followed) if command is followed.command else None
    codes = (*codes, *_verdicts(target, situation, margin))
    return Assessment(
        command, watched.publish, tuple(sorted(set(codes), reverse=True)), margin, forces,
        memory, setpoints or Setpoints(), target, watched,
    )  # fmt: skip


def _margin(target: Target, followed: Followed) -> float | None:
    """Return the depth of what is sent, judged for the wanted mode where it is the target."""
    prepared = target.prepared
    if prepared is None or prepared.physical.is_empty:
        return None
    if not followed.contact_forces.any():
        return 0.0
    force_set = prepared.carried if followed.exact else prepared.physical
    margin = force_set.margin(followed.contact_forces, followed.hint)
    return min(margin, UNBOUNDED_MARGIN) if margin > -inf else -UNBOUNDED_MARGIN


def _verdicts(
    target: Target, situation: Situation, margin: float | None
) -> tuple[FilterCode, ...]:
    """Judge what is left: closer to slipping than asked for, or more than one mode."""
    modes, prepared = situation.current_modes, target.prepared
    codes = () if modes is None or modes.code is FilterCode.OK else (modes.code,)
    if margin is None or prepared is None or not target.force.contact_forces.any():
        return codes
    least = margin if modes is None else min(margin, modes.least_margin)
    wanted = (1.0 - MARGIN_SHORTFALL) * prepared.settings.margin
    # Without a margin wanted, forces on their cones are neither inside nor outside by rounding.
    rounding = MARGIN_ROUNDING * float(np.abs(target.force.contact_forces).max())
    low = least < wanted - rounding
    return (*codes, FilterCode.LOW_MARGIN) if low else codes


def _forgetful(memory: FilterMemory, command: Command, forces: Array) -> FilterMemory:
    """Return the memory of having sent the neutral command instead."""
    return replace(memory, sent=command, contact_forces=forces, anchor=command, substitute=command)
