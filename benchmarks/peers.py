# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which other solvers are there to be compared with, in which version, and why others are not."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
import sys
from types import ModuleType

DISTRIBUTIONS = {
    'numpy': 'numpy',
    'scipy': 'scipy',
    'pycddlib': 'cdd',
    'pypoman': 'pypoman',
    'quadprog': 'quadprog',
    'daqp': 'daqp',
    'proxsuite': 'proxsuite',
    'clarabel': 'clarabel',
    'drake': 'pydrake',
    'pin': 'pinocchio',
    'coal': 'coal',
    'mujoco': 'mujoco',
}
"""Modules by the name of what is installed."""
REASONS = Path(sys.prefix) / '.bench_not_installed'
"""Where `.ci/bench_peers.sh` leaves why it could not install one: lines `name: reason`."""


def peer(module: str) -> ModuleType | None:
    """Return a peer's module, or None where it cannot be imported."""
    try:
        return import_module(module)
    except ImportError:
        return None


def peers_found() -> tuple[dict[str, str], dict[str, str]]:
    """Return versions of those that are there, and reasons of those that are not."""
    found, missing = {}, {}
    reasons = _reasons()
    for name in DISTRIBUTIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            missing[name] = reasons.get(name, 'not tried: make bench installs it')
    return found, missing


def _reasons() -> dict[str, str]:
    if not REASONS.exists():
        return {}
    lines = REASONS.read_text(encoding='utf-8').splitlines()
    return {name: reason.strip() for name, _, reason in (line.partition(':') for line in lines)}
