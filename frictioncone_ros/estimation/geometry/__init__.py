# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts found from joint positions and shapes, with Pinocchio and Coal (extra `geometry`)."""
