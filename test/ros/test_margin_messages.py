# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Stiffness and squeeze come in by messages; margins of both verdicts go out."""

import numpy as np
import pytest

pytest.importorskip('rclpy')

from geometry_msgs.msg import Vector3

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.ros.conversions import answer_to_message
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import frozen_array

FRAMES = Frames('base', 'base', 'base')
UNEVEN = (4.0, 5.0, -20.0, 0.4, -0.2, -0.62)
UP = (0.0, 0.0, 1.0)
FEET = ContactState.from_points(
    [(0.1 * x, 0.1 * y, 0.0) for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))], UP, 0.5
)


def fingers(**springs):
    return ContactState(
        [
            ContactPoint((0, 0, 0.02 * side), (0, 0, -side), CircularCone(0.5), **springs)
            for side in (1.0, -1.0)
        ]
    )


def judged(contacts, wrench, **parameters):
    """Return the answer to a command that has been followed for long, as a message."""
    settings = {'recovery_ramp_duration': 0.0, 'time_budget': 1.0, **parameters}
    core = FilterCore(node_settings(settings), StaticFrames({}))
    core.activate()
    core.inputs.note_publishers(1)
    for now in (1.0, 1.001, 1.002):
        core.take_contacts(Snapshot(contacts, 'base'), now)
        core.take_command(FramedCommand(FRAMES, {'wrench': frozen_array(wrench)}), now)
        outcome = core.tick(now, now)
    return answer_to_message(outcome, output_parts(outcome), status_of(outcome, core), 7)


def test_the_margin_is_of_the_verdict_the_parameter_names():
    will, can = (judged(FEET, UNEVEN, margin=0.3, margin_of=name) for name in ('will', 'can'))
    assert will.margin_of == FilteredCommand.MARGIN_OF_WILL
    assert will.margin == pytest.approx(0.3, rel=1e-3) and will.carriable_margin > will.margin
    assert will.will_be_carried == FilteredCommand.WILL_BE_CARRIED and will.wrench.force.x < 4.0
    assert can.margin_of == FilteredCommand.MARGIN_OF_CAN
    assert can.margin == can.carriable_margin > 0.3 and can.wrench.force.x == 4.0
    assert can.will_be_carried == FilteredCommand.WILL_NOT_BE_CARRIED


def test_what_will_not_be_carried_is_said_where_nobody_knows_by_how_much():
    points = ((0.2, -0.1, 0.2), (-0.1, 0.1, -0.2), (-0.1, -0.2, 0.1))
    normals = np.array(((-2.0, -2.0, 1.0), (1.0, -1.0, 1.0), (2.0, 2.0, 1.0)))
    wedged = ContactState(
        [
            ContactPoint(point, normal / np.linalg.norm(normal), CircularCone(friction))
            for point, normal, friction in zip(points, normals, (0.5, 1.0, 0.5), strict=True)
        ]
    )
    said = judged(wedged, (-5.0, 6.0, -10.0, 0.0, 0.0, 0.0), margin=1.0)
    assert said.status.code == FilterStatus.LOW_MARGIN and not said.has_margin
    assert said.will_be_carried == FilteredCommand.WILL_NOT_BE_CARRIED


def test_the_load_factor_is_said_where_it_is_known():
    pulled = judged(FEET, (2.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    assert pulled.has_load_factor and pulled.load_factor == pytest.approx(2.5, rel=3e-3)
    pressed = judged(FEET, (0.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    assert not pressed.has_load_factor and pressed.load_factor == 0.0


def test_what_has_no_limit_is_said_by_a_flag():
    pull = (8.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    loose = judged(fingers(), pull)
    assert loose.margin_unbounded and not loose.has_margin
    assert loose.margin == loose.carriable_margin == 0.0
    held = judged(fingers(internal_force=10.0), pull)
    assert held.margin_unbounded and held.has_margin and 0.0 < held.margin < 1.0
    assert not judged(FEET, (*pull[:2], -20.0, 0.0, 0.0, 0.0)).margin_unbounded


def test_springs_survive_both_ways_and_bad_ones_are_refused():
    for springs in ({}, {'stiffness': 2e4}, {'internal_force': 3.0}):
        message = snapshot_to_message(Snapshot(fingers(**springs), 'base', 5, 1))
        back = snapshot_from_message(message).state.contacts[0]
        assert back.stiffness == springs.get('stiffness')
        assert back.internal_force == springs.get('internal_force', 0.0)
    for field, value in (('stiffness', -1.0), ('internal_force', -1.0), ('stiffness', np.inf)):
        setattr(message.contacts[0], f'has_{field}', True)
        setattr(message.contacts[0], field, value)
        with pytest.raises(InvalidInputError):
            snapshot_from_message(message)
        setattr(message.contacts[0], f'has_{field}', False)


def measured(state, forces):
    message = snapshot_to_message(Snapshot(state, 'base', 5, 1))
    for contact, force in zip(message.contacts, forces, strict=True):
        contact.has_force, contact.force = True, Vector3(x=force[0], y=force[1], z=force[2])
    return message


def test_the_squeeze_of_opposed_contacts_is_taken_from_measured_forces():
    message = measured(fingers(), [(3.0, 0.0, -10.0), (3.0, 0.0, 10.0)])
    squeezed = snapshot_from_message(message).state
    assert squeezed.internal_forces == pytest.approx((10.0, 10.0))
    # Beyond what that holds nothing is said to be well.
    assert judged(squeezed, (100.0, 0.0, 0.0, 0.0, 0.0, 0.0)).status.code > 0
    message.contacts[0].has_force = False
    assert snapshot_from_message(message).state.internal_forces is None
    feet = measured(FEET, [(0.0, 0.0, 5.0)] * 4)
    assert snapshot_from_message(feet).state.internal_forces is None
