# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Motions in space: a search over cells of motion, circular and elliptic cones included."""
