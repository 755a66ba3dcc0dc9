# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches of modes with round friction, soft fingers and moving bodies."""
