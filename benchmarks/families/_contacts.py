# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact sets and wrenches that several families ask about, and the fixed piece of work."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import nnls

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, ContactWrenchProblem
from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel, FrictionPolygon
from frictioncone_ros.spatial import Array

WRENCHES = 60


def table_state(friction: FrictionModel, count: int = 4, tilt: float = 0.1) -> ContactState:
    """Return contacts on a circle whose normals are tilted by about `tilt` [rad]."""
    generator = np.random.default_rng(0)
    contacts = []
    for angle in 2.0 * np.pi * np.arange(count) / count:
        normal = np.array((0.0, 0.0, 1.0)) + tilt * generator.normal(size=3)
        position = 0.1 * np.array((np.cos(angle), np.sin(angle), 0.0))
        contacts.append(ContactPoint(position, normal / np.linalg.norm(normal), friction))
    return ContactState(contacts)


def floor_state(friction: FrictionModel, count: int, tilt: float) -> ContactState:
    """Return planar contacts in a row with normals tilted by about `tilt` [rad]."""
    generator = np.random.default_rng(count)
    contacts = []
    for index, angle in enumerate(tilt * generator.normal(size=count)):
        normal = (-np.sin(angle), np.cos(angle))
        contacts.append(ContactPoint((0.1 * index, 0.0), normal, friction))
    return ContactState(contacts)


def wrenches(problem: ContactWrenchProblem, count: int = WRENCHES) -> list[Array]:
    """Return sums of random edge forces, disturbed by nothing, little, or much."""
    generator = np.random.default_rng(1)
    found = []
    for _ in range(count):
        weights = generator.random(problem.edge_wrenches.shape[1])
        scaled = problem.edge_wrenches @ weights
        noise = generator.normal(size=problem.dimension)
        scaled = scaled + generator.choice((0.0, 0.1, 1.0, 10.0)) * noise
        found.append(scaled / problem.scaling)
    return found


def bare_nnls() -> tuple[Callable[[], object], float]:
    """Return the fixed piece of work: SciPy's nnls on a 6 x 32 problem, and how often it solves.

    Four contacts of eight edges in space, beside 60 wrenches in and out of their cone.
    """
    problem = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    targets = [problem.scaling * wrench for wrench in wrenches(problem)]
    edges = problem.edge_wrenches
    return lambda: [nnls(edges, target) for target in targets], float(len(targets))


NNLS = 'nnls 6 x 32'
