# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Nodes that turn what others say about contact into ContactStateArray, one node a source."""
