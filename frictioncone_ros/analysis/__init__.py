# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Verdicts on a contact state: what can happen under a wrench, and what a wrench should be."""
