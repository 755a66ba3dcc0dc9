# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polygons: their edges, their checks, and how far two of them overlap."""
