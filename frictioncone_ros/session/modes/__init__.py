# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Desired modes, and what is known of the modes that commands produce."""
