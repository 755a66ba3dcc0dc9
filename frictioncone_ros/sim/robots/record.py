# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What happened in one run of a task, look by look, and what it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from frictioncone_ros.sim.robots.task import Phase
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

LOST_AFTER = 0.02
"""A pair that should touch and did not for so long has no contact [s]."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """
    What the node was told: touching pairs, and the force (3,) of all contacts on the tool [N].

    force: None where it was not measured. positions: (k, 3) of contacts that touch, in the base.
    """

    pairs: frozenset[str]
    force: Array | None
    positions: Array


@dataclass(frozen=True, eq=False)
class Look:
    """
    One instant: asked and sent wrench (6,), place (3,) of the working point, truth and estimate.

    touching: pairs that truly touch. force: (3,) of all contacts on the tool [N]. positions:
    (k, 3) of true contacts in the base [m]. status: the filter's word, '' without one.
    """

    time: float
    phase: Phase
    asked: Array
    sent: Array
    place: Array
    touching: frozenset[str]
    force: Array
    positions: Array
    status: str = ''
    estimate: Estimate | None = None


@dataclass
class RobotRecord:
    """All looks of one run."""

    title: str
    looks: list[Look] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)

    def stretches(self) -> Iterator[tuple[Phase, list[Look]]]:
        """Yield each stretch of looks in one phase."""
        for phase, looks in groupby(self.looks, key=lambda look: look.phase):
            yield phase, list(looks)

    def slip(self) -> float:
        """Return the largest way in a phase in which nothing was asked to move [m]."""
        ways = [
            float(np.linalg.norm(look.place - looks[0].place))
            for phase, looks in self.stretches()
            if phase.holds
            for look in looks
        ]
        return max(ways, default=0.0)

    def moved(self) -> tuple[float, float]:
        """Return how far the tool went in phases that ask for motion, and was asked to [m]."""
        went = asked = 0.0
        for phase, looks in self.stretches():
            if phase.twist is not None:
                went += float(np.linalg.norm(looks[-1].place - looks[0].place))
                speed = float(np.linalg.norm(phase.twist[:3]))
                asked += speed * (looks[-1].time - looks[0].time)
        return went, asked

    def lost(self) -> float:
        """Return for how long a pair that was meant to touch had no contact [s]."""
        lost, last = 0.0, dict[str, float]()
        before = self.looks[0].time if self.looks else 0.0
        for look in self.looks:
            meant = look.phase.touching
            # One that is not meant to touch has time anew when it is; it may never have touched.
            last = {pair: last.get(pair, look.time) for pair in meant}
            last.update(dict.fromkeys(look.touching & set(meant), look.time))
            if any(look.time - touched > LOST_AFTER for touched in last.values()):
                lost += look.time - before
            before = look.time
        return lost

    def estimated(self) -> list[tuple[Look, Estimate]]:
        """Return the looks with what was estimated then."""
        return [(look, look.estimate) for look in self.looks if look.estimate is not None]

    def codes(self) -> Counter[str]:
        """Return how often each status was heard."""
        return Counter(look.status for look in self.looks if look.status)


def look_at(time: float, phase: Phase, asked: Array, sent: Array, truth: ContactSnapshot) -> Look:
    """Return a look without an estimate; the truth's reference point is the working point."""
    state = truth.state
    force = np.zeros(3)
    for contact, components in zip(state.contacts, truth.forces, strict=True):
        force = force + contact.frame.T @ components
    return Look(
        time, phase, asked, sent, np.array(state.reference_point), touching_pairs(truth),
        force, state.positions + state.reference_point,
    )  # fmt: skip


def touching_pairs(truth: ContactSnapshot) -> frozenset[str]:
    """Return the pairs "tool shape:other shape" of a snapshot of the engine."""
    return frozenset(
        f'{contact.name.split("/")[0]}:{contact.other_body}' for contact in truth.state.contacts
    )
