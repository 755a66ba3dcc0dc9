# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar bodies among fixels and a peg in a hole: what each contact does when pushed."""
