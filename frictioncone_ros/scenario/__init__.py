# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Scenario files: contacts, body, wrenches and polygons in YAML, read with the line of every error.

Shipped scenes are loaded by name, files by path; `scenario.write` writes them back.
"""

from frictioncone_ros.scenario.load import (
    load_scenario,
    parse_scenario,
    scenario_names,
    scenario_schema,
)
from frictioncone_ros.scenario.scenario import PolygonScene, Scenario

__all__ = [
    'PolygonScene',
    'Scenario',
    'load_scenario',
    'parse_scenario',
    'scenario_names',
    'scenario_schema',
]
