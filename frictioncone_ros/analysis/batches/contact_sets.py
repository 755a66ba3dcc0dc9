# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Many contact sets, each asked about its wrench; each is prepared for one question."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.batches.verdicts import BatchVerdict, sequential_verdicts
from frictioncone_ros.analysis.feasibility import produce, resist
from frictioncone_ros.contact import ContactState


def produce_each(
    states: Iterable[ContactState], contact_wrenches: Iterable[ArrayLike]
) -> BatchVerdict:
    """Judge whether each contact set can apply its wrench (d,) to the body [N, Nm]."""
    pairs = zip(states, contact_wrenches, strict=True)
    return sequential_verdicts(partial(produce, state, wrench) for state, wrench in pairs)


def resist_each(
    states: Iterable[ContactState], external_wrenches: Iterable[ArrayLike]
) -> BatchVerdict:
    """Judge whether each contact set can hold the body against its wrench (d,) [N, Nm]."""
    pairs = zip(states, external_wrenches, strict=True)
    return sequential_verdicts(partial(resist, state, wrench) for state, wrench in pairs)
