# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Nodes that find contacts themselves and publish ContactStateArray, one node a source."""
