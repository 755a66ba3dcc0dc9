# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How many cases a law is tried on: enough to notice in `make test`, many in `make torture`."""

import os

VARIABLE = 'FRICTIONCONE_LONG_TESTS'
"""The environment variable under which the long forms run, whatever it is set to."""

IS_LONG = bool(os.environ.get(VARIABLE))

EXAMPLES = 200 if IS_LONG else 25
"""Examples hypothesis draws for a law."""


def rounds(quick, long):
    """Return how many cases to try: of the same sequence, so that the quick form is its start."""
    return long if IS_LONG else quick
