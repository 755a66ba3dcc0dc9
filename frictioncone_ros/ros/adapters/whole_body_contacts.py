# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of a whole-body state estimator (WholeBodyState) as ContactStateArray."""

from __future__ import annotations

import sys
from typing import Any

from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.ros.adapters.stated_node import run_stated, Values
from frictioncone_ros.ros.adapters.whole_body_points import contacts_of_whole_body

PARAMETERS: dict[str, object] = {'body': '', 'friction_coefficient': 0.5}
"""Defaults; see docs/robot/adapters.md."""


def read(message: Any, values: Values) -> list[ContactEstimate]:
    """Return the contacts of a message by the parameters."""
    friction = float(values['friction_coefficient'])
    return contacts_of_whole_body(message, str(values['body']), friction)


def main() -> int:
    """Run the adapter until told to stop."""
    package = 'whole_body_state_msgs'
    return run_stated('whole_body_contacts', package, 'WholeBodyState', read, PARAMETERS)


if __name__ == '__main__':
    sys.exit(main())
