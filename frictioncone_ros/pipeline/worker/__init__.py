# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Work that takes longer than a tick may: a process of its own, spoken to in plain documents."""
