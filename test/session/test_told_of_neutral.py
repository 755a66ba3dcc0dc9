# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is said of a neutral answer is true of it, also where nobody knows where contacts are."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

BASE, MOON = Frames('base', 'base', 'base'), Frames('moon', 'base', 'base')
FLOOR = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
PRESS, PULL = ({'wrench': np.array([0.0, 0.0, force, 0.0, 0.0, 0.0])} for force in (-10.0, 10.0))


def answered(frames, parts, count=100):
    """Return a core and what it answers last to a command that comes 100 times a second."""
    core = FilterCore(node_settings({}), StaticFrames(()))
    core.activate()
    for now in 1.0 + 0.01 * np.arange(count):
        core.take_contacts(Snapshot(FLOOR, 'base'), now)
        core.take_command(FramedCommand(frames, parts), now)
        outcome = core.tick(now, now)
    return core, outcome


def test_all_of_a_force_is_removed_where_a_frame_was_never_known():
    _, outcome = answered(MOON, PRESS)
    assert outcome.placement is None and not output_parts(outcome)['wrench'].any()
    assert outcome.removed_fraction == 1.0


@pytest.mark.parametrize(('parts', 'fraction'), [(PRESS, 1.0), ({'twist': np.zeros(6)}, 0.0)])
def test_all_of_a_force_is_removed_by_the_last_word(parts, fraction):
    core, outcome = answered(BASE, parts)
    assert outcome.removed_fraction == 0.0
    assert core.shutdown_command(3.0, 3.0).removed_fraction == fraction


def test_a_question_about_a_command_that_is_given_up_says_that_it_would_not_be_followed():
    core, outcome = answered(BASE, PULL)
    asked = core.check(FramedCommand(BASE, PULL), Snapshot(FLOOR, 'base'), None)
    told, sent = status_of(asked, core), status_of(outcome, core)
    assert told.safe_output and sent.safe_output
    assert (told.codes, told.text) == (sent.codes, sent.text)
