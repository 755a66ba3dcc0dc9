# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What will be carried is the same from every reference point, and so is what is kept of it.

Nor does it depend on the length by which moments count, the radius of gyration of a body.
"""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.support import kept, squeeze_of, support_problem, will_resist
from frictioncone_ros.contact import ContactPoint, ContactState, Frictionless, SoftFinger
from frictioncone_ros.spatial import Inertia, shift_wrench

PINCH = ContactState(
    [
        ContactPoint((1.0, 0.25, 0.0), (-1.0, 0.0, 0.0), SoftFinger(1.0, 0.001), stiffness=4e3),
        ContactPoint((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), Frictionless(), stiffness=4e4),
        ContactPoint((0.0, -0.5, 1.0), (0.0, 0.0, -1.0), Frictionless(), stiffness=4e3),
    ]
)
"""The torsion of a small pad is all that holds some moments: a direction hardly stiff at all."""
LOADS = {
    'held': (0.0, -0.25, 1.75, -0.6865, -0.25, -0.75),
    'slips': (0.0, -2.25, 1.7, -0.699, -0.2, -2.75),
}


@pytest.mark.parametrize('distance', [16.0, 128.0, 2.0**20])
@pytest.mark.parametrize('name', LOADS)
def test_what_will_be_carried_does_not_depend_on_the_reference_point(name, distance):
    """From 100 spreads away a soft direction was lost in rounding, and what held slipped."""
    offset = distance * np.array((1.0, -0.5, 0.25))
    far, moved = PINCH.with_reference_point(offset), shift_wrench(LOADS[name], offset)
    expected, found = will_resist(PINCH, LOADS[name]), will_resist(far, moved)
    assert found.carried is expected.carried is (name == 'held')
    assert found.margin == pytest.approx(expected.margin, rel=1e-3)
    if found.carried:
        assert found.contact_forces == pytest.approx(expected.contact_forces, abs=1e-6)
        assert found.certificate_holds()


@pytest.mark.parametrize('name', LOADS)
def test_what_is_kept_does_not_depend_on_the_reference_point(name):
    offset = np.array((128.0, -64.0, 32.0))
    far, moved = PINCH.with_reference_point(offset), shift_wrench(LOADS[name], offset)
    expected = kept(support_problem(PINCH), -np.array(LOADS[name]), 0.125)
    found = kept(support_problem(far), -moved, 0.125)
    assert (found.contact_forces is None) is (expected.contact_forces is None)
    assert shift_wrench(found.contact_wrench, -offset) == pytest.approx(
        expected.contact_wrench, abs=1e-5
    )


@pytest.mark.parametrize('gyration', [1e-3, 1e-2, 30.0, 1e3])
@pytest.mark.parametrize('name', LOADS)
def test_what_will_be_carried_does_not_depend_on_the_size_of_the_body(name, gyration):
    """Margins were 3 % off, and of a body of a kilometre what held slipped."""
    body = Inertia.spatial_body(2.0, 2.0 * gyration**2 * np.eye(3), (0.1, -0.2, 0.3))
    expected = will_resist(PINCH, LOADS[name])
    found = will_resist(replace(PINCH, inertia=body), LOADS[name])
    assert found.carried is expected.carried
    assert found.margin == pytest.approx(expected.margin, rel=1e-3)
    assert not found.carried or found.certificate_holds()


def test_a_measured_squeeze_does_not_depend_on_the_reference_point():
    forces = np.array((3.0, 0.25, 0.25, 1e-3, 3.0, 0.0, 0.0, 1.5, 0.0, 0.0))
    far = PINCH.with_reference_point(1024.0 * np.array((1.0, -0.5, 0.25)))
    assert squeeze_of(PINCH, forces)[0] > 0.5
    assert squeeze_of(far, forces) == pytest.approx(squeeze_of(PINCH, forces), abs=1e-6)
