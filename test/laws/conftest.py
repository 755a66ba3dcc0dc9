# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Law tests draw the same examples on every run and on every machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    'repeatable', derandomize=True, deadline=None, max_examples=60, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile('repeatable')
