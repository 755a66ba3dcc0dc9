# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact mechanics for force-controlled robots: friction cones, contact modes, projections."""

from pkgutil import extend_path

# The generated message modules live in another folder under the same package name when the
# source tree is used beside a colcon install: both halves must be importable at once.
__path__ = extend_path(__path__, __name__)

__version__ = '0.1.0'
