# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Arms that people have, from their own URDF and meshes, in MuJoCo: sensors, tasks, records."""
