# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Signs and frames against cases worked out by hand, moment centre included."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import FLOOR, three

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.node_interface.static_transforms import parsed_transforms
from frictioncone_ros.ros.conversions import answer_to_message, output_parts, snapshot_to_message
from frictioncone_ros.ros.measured_wrench import filtered_measurement
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames, UnknownTransformError
from frictioncone_ros.session.placement import placed
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import frozen_array, RigidTransform

HALF = 0.5**0.5
# The table stands 1 m in front of the base, turned a quarter about z: its x is the base's y.
# The tool is 0.2 m above the table's origin, upside down (half a turn about the table's x).
TREE = StaticFrames(
    parsed_transforms([f'base table 1 0 0 0 0 {HALF} {HALF}', 'table tool 0 0 0.2 1 0 0 0'])
)
ONE = ContactState([ContactPoint((0.1, 0, 0), (0, 0, 1), CircularCone(0.5), name='tip')])
SETTINGS = {'recovery_ramp_duration': 0.0, 'stop_ramp_duration': 0.0, 'time_budget': 1.0}


def judged(contacts, parts, frames, contacts_frame='table', **parameters):
    """Return the answer to a command that has been followed for long, as a message."""
    core = FilterCore(node_settings({**SETTINGS, **parameters}), TREE)
    core.activate()
    core.inputs.note_publishers(1)
    command = FramedCommand(frames, {name: frozen_array(values) for name, values in parts.items()})
    for now in (1.0, 1.001):
        core.take_contacts(Snapshot(contacts, contacts_frame), now)
        core.take_command(command, now)
        outcome = core.tick(now, now)
    return answer_to_message(outcome, output_parts(outcome), status_of(outcome, core), 7)


def wrench(answer):
    return np.array([*three(answer.wrench.force), *three(answer.wrench.torque)])


def test_pressing_on_the_table_is_minus_z_of_the_table_and_plus_z_of_the_tool():
    at_tip = {'contacts': ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5))])}
    for frame, sign in (('base', -1.0), ('table', -1.0), ('tool', 1.0)):
        frames = Frames(frame, 'tool', 'tool')
        pressing = judged(parts={'wrench': (0, 0, 10 * sign, 0, 0, 0)}, frames=frames, **at_tip)
        assert np.allclose(wrench(pressing), (0, 0, 10 * sign, 0, 0, 0))
        assert pressing.command_feasible
        # The reaction pushes the moving body out of the table.
        assert np.allclose(pressing.contact_forces, (0, 0, -10 * sign))
        pulling = judged(parts={'wrench': (0, 0, -10 * sign, 0, 0, 0)}, frames=frames, **at_tip)
        assert not pulling.command_feasible
        assert np.allclose(wrench(pulling), 0.0)


def test_the_moment_centre_decides_which_moment_goes_with_a_force():
    # 10 N down at 0.1 m along the table's x. About the table's origin: tau = p x f = (0, 1, 0);
    # in the base's axes the table's x is +y and its y is -x: f = (0, 0, -10), tau = (-1, 0, 0).
    about_table = judged(ONE, {'wrench': (0, 0, -10, -1.0, 0, 0)}, Frames('base', 'tool', 'table'))
    assert about_table.command_feasible
    assert np.allclose(wrench(about_table), (0, 0, -10, -1.0, 0, 0))
    # About the base's origin the point is (1, 0.1, 0): tau = (0.1 * -10, 1 * 10, 0).
    about_base = judged(ONE, {'wrench': (0, 0, -10, -1.0, 10.0, 0)}, Frames('base', 'tool', ''))
    assert about_base.command_feasible
    # The same numbers about the wrong point are no force at the contact.
    wrong = judged(ONE, {'wrench': (0, 0, -10, -1.0, 10.0, 0)}, Frames('base', 'tool', 'table'))
    assert abs(wrench(wrong)[4]) < 1e-6


def test_the_twist_is_that_of_the_point_at_the_moment_centre():
    # Turning about the contact at (1, 0.1, 0) in the base: w = (0, 1, 0) moves the body's point
    # at the base's origin with w x (o - p) = (0, 1, 0) x (-1, -0.1, 0) = (0, 0, 1).
    about_contact = (0, 0, 1.0, 0, 1.0, 0)
    answer = judged(ONE, {'twist': about_contact}, Frames('base', 'tool', ''))
    sent = [*three(answer.twist.linear), *three(answer.twist.angular)]
    assert np.allclose(sent, about_contact)
    # Moving into the table is taken off: v = (0, 0, -1) at every point.
    answer = judged(ONE, {'twist': (0.2, 0, -1.0, 0, 0, 0)}, Frames('base', 'tool', 'table'))
    contact_point = np.array([0, 0.1, 0.0])
    velocity = three(answer.twist.linear) + np.cross(three(answer.twist.angular), contact_point)
    assert abs(velocity[2]) < 1e-12
    assert np.allclose(three(answer.twist.linear)[0], 0.2)


def test_friction_is_judged_in_any_axes():
    slip = judged(ONE, {'wrench': (6.0, 0, -10, -1.0, 0, -0.6)}, Frames('base', 'tool', 'table'))
    assert not slip.command_feasible
    # The separating twist is in the command's axes and about its moment centre: the commanded
    # wrench works on it, and no force in the cone at the contact does so against it.
    twist = np.array([*three(slip.separating_twist.linear), *three(slip.separating_twist.angular)])
    assert twist @ (6.0, 0, -10, -1.0, 0, -0.6) > 0.0
    point = np.array([0, 0.1, 0.0])
    for angle in np.linspace(0, 2 * np.pi, 9):
        force = np.array([0.5 * np.cos(angle), 0.5 * np.sin(angle), 1.0])
        reaction = np.concatenate((force, np.cross(point, force)))
        assert twist @ reaction >= -1e-6


def test_the_projectors_are_in_the_axes_of_the_command():
    answer = judged(ONE, {'twist': (0.1, 0, 0, 0, 0, 0)}, Frames('base', 'tool', 'table'))
    force = np.reshape(answer.constraint_force_projector, (6, 6))
    motion = np.reshape(answer.free_motion_projector, (6, 6))
    assert answer.constraint_rank == 1
    normal = np.array([0, 0, 1.0, *np.cross((0, 0.1, 0), (0, 0, 1.0))])
    assert np.allclose(force @ normal, normal)
    assert np.allclose(normal @ motion, 0.0)
    assert np.allclose(force @ force, force)


def test_planar_contacts_take_the_plane_of_their_frame():
    floor = ContactState([ContactPoint((x, 0), (0, 1), CircularCone(0.5)) for x in (-0.1, 0.1)])
    answer = judged(floor, {'wrench': (1.0, -10.0, 3.0, 0, 0, 0.5)}, Frames('table', 'tool', ''))
    assert answer.command_feasible
    assert np.allclose(wrench(answer), (1.0, -10.0, 0, 0, 0, 0.5))
    assert answer.removed_wrench.force.z == 3.0
    assert len(answer.contact_forces) == 6


def test_a_frame_that_is_not_known_stops_with_the_reason():
    answer = judged(ONE, {'wrench': (0, 0, -1, 0, 0, 0)}, Frames('moon', 'tool', ''))
    assert answer.status.code == FilterCode.TRANSFORM_UNAVAILABLE
    assert 'moon' in answer.status.text
    assert not wrench(answer).any()


class Gliding:
    """The tool goes one metre a second along the base's x."""

    def pose(self, parent, child, stamp=0):
        where = {'base': 0.0, 'tool': 1e-9 * stamp}
        place = (where[child] - where[parent], 0.0, 0.0)
        return RigidTransform(np.eye(3), np.array(place))


@pytest.mark.parametrize('seconds', [0, 2, 3])
def test_frames_are_where_they_were_when_the_contacts_were_measured(seconds):
    snapshot = Snapshot(FLOOR, 'base', seconds * 1_000_000_000)
    found = placed(snapshot, Frames('tool', 'tool', 'tool'), Gliding(), None)
    np.testing.assert_allclose(found.offset, (seconds, 0, 0))


def test_a_placement_is_kept_while_nothing_moves_and_contacts_stay():
    snapshot = Snapshot(FLOOR, 'table')
    frames = Frames('base', 'tool', 'tool')
    first = placed(snapshot, frames, TREE, None)
    assert placed(snapshot, frames, TREE, None, first) is first
    assert placed(Snapshot(FLOOR, 'table'), frames, TREE, None, first) is not first
    assert placed(snapshot, Frames('base', 'tool', 'base'), TREE, None, first) is not first
    with pytest.raises(UnknownTransformError, match='moon'):
        placed(snapshot, Frames('base', 'tool', 'moon'), TREE, None, first)


def test_the_held_object_is_seen_from_the_moment_centre():
    settings = node_settings(
        {
            'object_mass': 2.0,
            'object_center_of_mass': [0.0, 0.0, 0.1],
            'object_inertia': [0.01, 0.02, 0.03, 0.0, 0.0, 0.0],
        }
    )
    # The tool is upside down 0.2 m above the table: the object's centre is 0.1 m above it.
    frames = Frames('table', 'tool', '')
    inertia = placed(Snapshot(ONE, 'table'), frames, TREE, settings.held_object).state.inertia
    # Force to accelerate purely along x goes through the centre of mass: tau_y = z f_x.
    assert np.allclose(inertia.matrix @ (1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0.2, 0))


@pytest.mark.parametrize(
    ('gravity_frame', 'expected'), [('', (0, 0, -5)), ('table', (0, 0, -5)), ('tool', (0, 0, 5))]
)
def test_gravity_is_seen_along_the_axes_of_the_contacts(gravity_frame, expected):
    settings = node_settings(
        {
            'object_mass': 2.0,
            'object_inertia': [0.01, 0.02, 0.03, 0.0, 0.0, 0.0],
            'object_gravity': [0.0, 0.0, -5.0],
            'gravity_frame': gravity_frame,
        }
    )
    frames, held = Frames('table', 'tool', ''), settings.held_object
    first = placed(Snapshot(ONE, 'table'), frames, TREE, held)
    # The tool is upside down: its axis z points at the table.
    assert np.allclose(first.state.gravity, expected)
    assert placed(first.snapshot, frames, TREE, held, first) is first
    light = node_settings({'object_mass': 2.0, 'object_inertia': [0.01] * 3 + [0.0] * 3})
    weightless = placed(Snapshot(ONE, 'table'), frames, TREE, light.held_object)
    assert not weightless.state.gravity.any()


def test_a_measurement_is_filtered_in_the_sensors_own_axes():
    settings = node_settings(
        {
            'object_mass': 2.0,
            'object_center_of_mass': [0.0, 0.0, 0.1],
            'object_inertia': [0.01, 0.02, 0.03, 0.0, 0.0, 0.0],
        }
    )
    core = FilterCore(settings, TREE)
    floor = ContactState(
        [
            ContactPoint((x, y, 0), (0, 0, 1), CircularCone(0.5))
            for x in (-0.1, 0.1)
            for y in (-0.1, 0.1)
        ]
    )
    command = FramedCommand(
        Frames('base', 'tool', ''), {'wrench': frozen_array((0, 0, -1, 0, 0, 0))}
    )
    outcome = core.check(command, Snapshot(floor, 'table'), None)
    sensor = TREE.pose('table', 'tool')
    # In the tool 7 N press along +z; 4 N along its x accelerate the object through its centre.
    measured = np.array([4.0, 0, 7.0, 0, 0.4, 0])
    kept = filtered_measurement(
        measured, sensor, outcome.placement, outcome.assessment.prepared.constraint
    )
    assert np.allclose(kept, (0, 0, 7.0, 0, 0, 0))


def test_a_snapshot_survives_both_ways():
    back = snapshot_from_message(snapshot_to_message(Snapshot(FLOOR, 'base', 5, 3)))
    assert (back.frame, back.stamp, back.sequence) == ('base', 5, 3)
    assert back.state.names == FLOOR.names
    assert np.allclose(back.state.positions, FLOOR.positions)
    assert [contact.friction for contact in back.state.contacts] == [
        contact.friction for contact in FLOOR.contacts
    ]


def test_another_moment_centre_on_the_ramp_is_no_jump():
    core = FilterCore(node_settings({'recovery_ramp_duration': 1.0}), TREE)
    core.activate()
    core.inputs.note_publishers(1)
    forces = []
    for step in range(10):
        now = 1.0 + 0.1 * step
        core.take_contacts(Snapshot(FLOOR, 'base'), now)
        center = ('base', 'table')[step % 2]
        # The same physical push at the base's origin: about the table's, tau = (o - t) x f.
        moment = (0, 0, 0) if center == 'base' else (0, -10.0, 0)
        parts = {'wrench': frozen_array((0, 0, -10.0, *moment))}
        core.take_command(FramedCommand(Frames('base', 'tool', center), parts), now)
        outcome = core.tick(now, now)
        sent = output_parts(outcome)['wrench']
        shift = 0.0 if center == 'base' else sent[2]
        forces.append((sent[2], sent[4] - shift))
    heights = np.array([height for height, _ in forces])
    assert np.allclose(heights, np.linspace(0, -9, 10), atol=0.2)
    assert np.allclose([moment for _, moment in forces], 0.0, atol=1e-6)
