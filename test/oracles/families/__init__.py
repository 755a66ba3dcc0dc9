# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One checker a file; each states in COVERS which family of reference cases it judges."""
