# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Talking to a running node from a terminal: one module a verb, started by cli.node."""
