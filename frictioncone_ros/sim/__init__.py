# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Simulated scenes for the demo, the tests and the experiments; no ROS.

`arm` and `planar` run in MuJoCo, `gazebo` speaks to Gazebo 11, `experiments` compare predictions
with what the engines do. Nothing here is imported by the rooms below.
"""

from frictioncone_ros.sim.estimator import ContactEstimator, EstimatorFaults
from frictioncone_ros.sim.snapshot import ContactSnapshot

__all__ = ['ContactEstimator', 'ContactSnapshot', 'EstimatorFaults']
