# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of mujoco_ros2_control (ContactArray) as ContactStateArray."""

from __future__ import annotations

import sys
from typing import Any

from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.ros.adapters.mujoco_points import contacts_of_mujoco
from frictioncone_ros.ros.adapters.stated_node import run_stated, Values

PARAMETERS: dict[str, object] = {'body': '', 'friction_set': 'cone'}
"""Defaults; see docs/robot/adapters.md."""


def read(message: Any, values: Values) -> list[ContactEstimate]:
    """Return the contacts of a message by the parameters."""
    return contacts_of_mujoco(message, str(values['body']), values['friction_set'] == 'pyramid')


def main() -> int:
    """Run the adapter until told to stop."""
    package = 'mujoco_ros2_control_msgs'
    return run_stated('mujoco_contacts', package, 'ContactArray', read, PARAMETERS)


if __name__ == '__main__':
    sys.exit(main())
