#!/usr/bin/env python3
# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Print a bill of materials (CycloneDX 1.5, JSON) of what this installation would run with.

.venv/bin/python security/write_sbom.py > sbom.json: the package, what it needs, and what that
needs in turn, with versions and licences as their metadata state them.
"""

from __future__ import annotations

from importlib.metadata import Distribution, distribution, PackageNotFoundError
import json
import re
from typing import Any

PACKAGE = 'frictioncone_ros'
ROS = ('ros-jazzy-rclpy',)
"""Where ROS 2 comes from the package index; an installed ROS 2 has its own list."""


def needed(names: tuple[str, ...]) -> dict[str, Distribution]:
    """Return the distributions by name, with all they need and that is installed."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = re.sub('[-_.]+', '-', waiting.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        waiting += [
            re.split(r'[\s\[;<>=!~(]', line)[0]
            for line in found[name].requires or ()
            if 'extra ==' not in line
        ]
    return found


def component(name: str, one: Distribution) -> dict[str, Any]:
    """Return a distribution as CycloneDX lists it."""
    licence = one.metadata.get('License-Expression') or one.metadata.get('License') or 'not stated'
    return {
        'type': 'library',
        'name': name,
        'version': one.version,
        'purl': f'pkg:pypi/{name}@{one.version}',
        'licenses': [{'license': {'name': licence.splitlines()[0][:80]}}],
    }


def document() -> dict[str, Any]:
    """Return the bill of materials."""
    found = needed((PACKAGE, *ROS))
    return {
        'bomFormat': 'CycloneDX',
        'specVersion': '1.5',
        'version': 1,
        'components': [component(name, found[name]) for name in sorted(found)],
    }


if __name__ == '__main__':
    print(json.dumps(document(), indent=2))
