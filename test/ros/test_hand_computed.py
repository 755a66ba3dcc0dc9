# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One contact in a turned frame about a shifted point, over DDS, against numbers made by hand.

Base axes: the contact is at (2, 0, 0), its normal z; moments are taken about (1, 0, 0), so that
the contact is r = (1, 0, 0) away. With the length 2 m, moments count a quarter in squares.

Carried: a force F has the moment r x F = (0, -F_z, F_y). Nearest to f = (1, 2, -10) and
m = (0.5, 5, 7): F_y = (4 f_y + m_z) / 5 = 3 and F_z = (4 f_z - m_y) / 5 = -9. So the wrench
(1, 3, -9; 0, 9, 3) is left, (0, -1, -1; 0.5, -4, 4) is removed, and |(1, 3)| < 0.5 * 9.

Kept contact: N = (0, 0, 1; 0, -1, 0), A^-1 N = (0, 0, 1; 0, -1/4, 0), N . A^-1 N = 5/4: the force
projector is N (A^-1 N)^T / (5/4), and that of motion the rest of its transpose. It makes
v_z = omega_y = (v_z + 4 omega_y) / 5.

The command's axes are base's y, z, x: a vector (a, b, c) is written (b, c, a).
"""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import numbers, three

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.session.values import Frames

# The turned frame stands at (7, 8, 9); from there, along its axes, the point (1, 0, 0) of base
# is (0 - 8, 0 - 9, 1 - 7). Its own turn is of no consequence.
TREE = "['base turned 7 8 9 0.5 0.5 0.5 0.5', 'turned point -8 -9 -6 0 0 0.6 0.8']"
FRAMES = Frames('turned', 'tool', 'point')
TIP = ContactState([ContactPoint((2.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='tip')])

WRENCH = (2.0, -10.0, 1.0, 5.0, 7.0, 0.5)
TWIST = (0.0, 0.1, 0.03, 0.05, 0.04, 0.0)
LEFT = (3.0, -9.0, 1.0, 9.0, 3.0, 0.0)
REMOVED = (-1.0, -1.0, 0.0, -4.0, 4.0, 0.5)
FREE = (0.0, 0.06, 0.03, 0.06, 0.04, 0.0)


def force_projector():
    expected = np.zeros((6, 6))
    expected[np.ix_((1, 3), (1, 3))] = ((0.8, -0.2), (-0.8, 0.2))
    return expected


def test_signs_frames_and_moment_centre_are_as_computed_by_hand(start_node, talk):
    start_node(
        autostart=True,
        static_transforms=TREE,
        characteristic_length=2.0,
        recovery_ramp_duration=0.0,
        prediction_rate=0.0,
    )
    talking = talk()
    talking.contacts = TIP
    answer = talking.follow(lambda: talking.command(WRENCH, TWIST, FRAMES))
    assert (answer.header.frame_id, answer.reference_frame_id) == ('turned', 'point')
    assert np.allclose(numbers(answer), (*LEFT, *FREE, *[0.0] * 6), atol=1e-12)
    removed = (*three(answer.removed_wrench.force), *three(answer.removed_wrench.torque))
    assert np.allclose(removed, REMOVED, atol=1e-12)
    assert np.allclose(three(answer.removed_twist.linear), (0, 0.04, 0), atol=1e-12)
    assert np.allclose(three(answer.removed_twist.angular), (-0.01, 0, 0), atol=1e-12)
    assert answer.removed_fraction == pytest.approx((10.0625 / 123.5625) ** 0.5)
    # The environment pushes back: up, and against the drag.
    assert list(answer.contact_names) == ['tip']
    assert np.allclose(answer.contact_forces, (-3.0, 9.0, -1.0), atol=1e-12)
    assert np.allclose(answer.normal_forces, 9.0)
    assert np.allclose(answer.utilizations, 10.0**0.5 / 4.5)
    assert np.allclose(answer.slip_margins, (4.5 - 10.0**0.5) / 1.25**0.5)
    assert answer.constraint_rank == 1
    force = np.reshape(answer.constraint_force_projector, (6, 6))
    motion = np.reshape(answer.free_motion_projector, (6, 6))
    assert np.allclose(force, force_projector(), atol=1e-12)
    assert np.allclose(motion, np.eye(6) - force_projector().T, atol=1e-12)
