# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Motions of planar bodies, exact: float signs that are in doubt are settled by fractions."""
