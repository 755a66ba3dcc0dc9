# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What any node of this package runs on: executor, timers, qualities of service, signals."""
