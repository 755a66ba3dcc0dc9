# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What forces a contact can make as it sticks, slips and spins."""
