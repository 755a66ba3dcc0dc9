# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pinocchio and Coal, or one sentence on how to install them."""

from frictioncone_ros.exceptions import MissingDependencyError

try:
    import coal
    import pinocchio
except ImportError as error:
    raise MissingDependencyError(
        f'{error.name}, which geometry_contacts needs,',
        "pip install 'frictioncone_ros[geometry]', or on an installed ROS 2: "
        'apt install ros-$ROS_DISTRO-pinocchio ros-$ROS_DISTRO-coal',
    ) from None

__all__ = ['coal', 'pinocchio']
