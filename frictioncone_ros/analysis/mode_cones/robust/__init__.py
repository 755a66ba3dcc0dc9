# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches that give a mode though friction, normals and positions are known in bounds only."""
