# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Recorded runs filtered once more without ROS, and compared with what was published."""

from frictioncone_ros.replay.bag import open_bag, Recording
from frictioncone_ros.replay.parts import rerun
from frictioncone_ros.replay.row import Row

__all__ = ['Recording', 'Row', 'open_bag', 'rerun']
