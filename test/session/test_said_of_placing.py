# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is said where contacts and commands do not fit each other: as long as that is so."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.node_interface.static_transforms import PlacedFrame
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import RigidTransform

FAR = PlacedFrame('base', 'far', RigidTransform(np.eye(3), (100.0, 0.0, 0.0)))
FLOOR = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5))])
EDGE = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0, 1), CircularCone(0.5))
PRESS = np.array((1.0, 0.0, -10.0, 0.0, 0.0, 0.0))


def core_with(state):
    core = FilterCore(node_settings({'recovery_ramp_duration': 0.0}), StaticFrames((FAR,)))
    core.activate()
    core.take_contacts(Snapshot(state, 'base'), 1.0)
    return core


def answered(core, now, wrench=PRESS, reference='base'):
    frames = Frames('base', 'base', reference)
    core.take_command(FramedCommand(frames, {'wrench': np.array(wrench, dtype=float)}), now)
    return core.tick(now, now)


def test_a_moment_centre_out_of_reach_is_not_said_of_the_commands_after_it():
    core = core_with(FLOOR)
    answered(core, 1.00)
    for now in (1.01, 1.02):
        far = answered(core, now, reference='far')
        assert FilterCode.INVALID_CONTACTS in far.codes
        assert 'max_contact_distance' in status_of(far, core).text
    for now in (1.03, 1.04):
        near = answered(core, now)
    assert near.codes == ()
    # Once a snapshot, however many commands it was of no use to.
    assert answered(core, 1.05, reference='far').codes[0] is FilterCode.INVALID_CONTACTS
    assert core.refusals.counts[FilterCode.INVALID_CONTACTS] == 1


def test_a_refused_message_is_still_said_when_another_reason_is_over():
    core = core_with(FLOOR)
    answered(core, 1.00)
    answered(core, 1.01, reference='far')
    core.refusals.add(FilterCode.INVALID_CONTACTS, 'a normal of no length')
    assert FilterCode.INVALID_CONTACTS in answered(core, 1.02).codes


@pytest.mark.parametrize(
    ('wrench', 'passes', 'removed'),
    [
        ((1.0, -10.0, 0.0, 0.0, 0.0, 0.2), True, 0.0),
        # 7 N of the 12.2 N commanded leave the plane.
        ((1.0, -10.0, 7.0, 0.0, 0.0, 0.0), False, 7.0 / np.sqrt(150.0)),
    ],
)
def test_what_leaves_the_plane_of_the_contacts_does_not_pass_unchanged(wrench, passes, removed):
    core = core_with(EDGE)
    for now in (1.00, 1.01):
        outcome = answered(core, now, wrench)
    sent = output_parts(outcome)['wrench']
    assert np.array_equal(sent[[0, 1, 5]], np.array(wrench)[[0, 1, 5]])
    assert (outcome.codes == ()) is passes
    assert passes or outcome.codes == (FilterCode.PROJECTED,)
    assert outcome.removed_fraction == pytest.approx(removed)


def test_what_leaves_the_plane_and_what_is_not_carried_count_together():
    core = core_with(EDGE)
    for now in (1.00, 1.01):
        outcome = answered(core, now, (12.0, -10.0, 9.0, 0.0, 0.0, 0.0))
    asked, sent = np.array((12.0, -10.0, 9.0)), output_parts(outcome)['wrench'][:3]
    assert FilterCode.INFEASIBLE in outcome.codes
    share = np.linalg.norm(asked - sent) / np.linalg.norm(asked)
    assert outcome.removed_fraction == pytest.approx(share, rel=1e-3)
