# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What `assess` is given and cannot use is refused in words, not by an array error."""

import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline import assess


@pytest.mark.parametrize('part', ['wrench', 'twist', 'acceleration'])
def test_a_planar_command_for_spatial_contacts_is_refused(part):
    finger = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5), name='tip')])
    with pytest.raises(InvalidInputError, match=r'3 .planar., expected 6 .spatial., that'):
        assess(finger, Setpoints(**{part: (1.0, 0.0, -2.0)}), FilterSettings())
