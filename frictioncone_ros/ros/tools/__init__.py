# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Programs and helpers beside the node: probe, client, demo, status report, node processes."""
