# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A fault of the mathematics stops the command and ends nothing, in the plane and in space."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session import filter_core
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

BASE = Frames('base', 'base', 'base')
PRESS = {'wrench': np.array((0.0, -10.0, -10.0, 0.0, 0.0, 0.0)), 'twist': np.zeros(6)}
STATES = {
    'planar': ContactState(
        [ContactPoint((x, 0.0), (0.0, 1.0), CircularCone(0.5)) for x in (-0.1, 0.1)]
    ),
    'spatial': ContactState(
        [
            ContactPoint((x, y, 0.0), (0.0, 0.0, 1.0), CircularCone(0.9))
            for x, y in ((0.1, 0.1), (-0.1, 0.1), (0.0, -0.1))
        ]
    ),
}


@pytest.mark.parametrize('kind', STATES)
@pytest.mark.parametrize(
    'fault', [ValueError, ZeroDivisionError, RuntimeError, KeyError, AssertionError]
)
def test_a_fault_is_answered_with_neutral_and_passes(kind, fault, monkeypatch):
    core = FilterCore(node_settings({'recovery_ramp_duration': 0.0}), StaticFrames(()))
    core.activate()

    def answer(now):
        core.take_contacts(Snapshot(STATES[kind], 'base'), now)
        core.take_command(FramedCommand(BASE, PRESS), now)
        outcome = core.tick(now, now)
        return outcome, output_parts(outcome)

    for now in (1.0, 1.01):
        _, parts = answer(now)
    assert parts['wrench'][1 if kind == 'planar' else 2] < -5.0

    whole = filter_core.assess

    def failing(state, *arguments):
        if state is not None:
            raise fault('broken')
        return whole(state, *arguments)

    monkeypatch.setattr(filter_core, 'assess', failing)
    outcome, parts = answer(1.02)
    assert FilterCode.INTERNAL_ERROR in outcome.codes
    assert outcome.assessment.command.wrench.shape == (STATES[kind].dimension,)
    assert all(not part.any() and part.shape == (6,) for part in parts.values())

    monkeypatch.undo()
    for now in np.arange(1.03, 3.5, 0.01):
        outcome, parts = answer(float(now))
    assert FilterCode.INTERNAL_ERROR not in outcome.codes
    assert parts['wrench'][1 if kind == 'planar' else 2] < -5.0
