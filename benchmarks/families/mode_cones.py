# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrench cones of contact modes: one, all, membership, the most robust wrench.

A cone counts as computed when its faces and its generators are there. States are built beforehand
but nothing derived from them is kept between calls. Membership has a peer, a linear programme of
HiGHS; the rest stands beside bare nnls.
"""

from __future__ import annotations

from collections.abc import Iterator

from families._contacts import bare_nnls, NNLS
from families.planar_motions import box_in_corner
from measuring import Case, Wrong
import numpy as np
from scipy.optimize import linprog

from frictioncone_ros.analysis.mode_cones import (
    exclusive_wrenches,
    mode_cone,
    ModeCone,
    most_robust_wrench,
    possible_mode_cones,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import seating

MEMBERS = 30
ROBUST_WRENCH = (-0.70, -0.71, -0.05)
"""A wrench that gives the mode of the example and no other."""


def cases() -> Iterator[Case]:
    """Yield the questions about one mode and about all."""
    bare, count = bare_nnls()
    state, box = seating().state, box_in_corner()
    wrenches = exclusive_wrenches(state, 'lla')
    for name, ask in {
        'cone of one mode, 3 planar contacts': lambda: described(mode_cone(state, 'lla')),
        'all modes, 4 planar contacts': lambda: [described(c) for c in possible_mode_cones(box)],
        'most robust wrench, cone given': lambda: most_robust_wrench(wrenches),
        'most robust wrench, from the state': lambda: most_robust_wrench(
            exclusive_wrenches(state, 'lla')
        ),
    }.items():
        yield Case(name, ask, bare, NNLS, peer_asks=count, guard=name.startswith('cone of'))
    cone = mode_cone(state, 'lla')
    points = members()
    for name, test in (('closed', cone.contains), ('strict', cone.contains_strictly)):
        yield Case(
            f'membership, {name}, beside one HiGHS programme',
            lambda test=test: [test(point) for point in points],
            lambda: [by_linear_programme(cone, point) for point in points[:3]],
            'HiGHS',
            1.0 / 3.0,
            len(points),
            3.0,
            lambda: wrong_members(cone, points),
        )


def members() -> list[np.ndarray]:
    """Return wrenches about the known one."""
    generator = np.random.default_rng(0)
    return [np.array(ROBUST_WRENCH) + 0.3 * generator.standard_normal(3) for _ in range(MEMBERS)]


def wrong_members(cone: ModeCone, points: list[np.ndarray]) -> Wrong:
    """Count memberships that the programme sees otherwise."""
    ours = sum(cone.contains(p) != by_linear_programme(cone, p) for p in points)
    return Wrong(ours, None, len(points))


def described(cone: ModeCone) -> object:
    """Return both sides of a cone, each computed."""
    return cone.closed.faces, cone.closed.equalities, cone.closed.generators


def by_linear_programme(cone: ModeCone, wrench: np.ndarray) -> bool:
    """Return whether the wrench is a sum of the generators, by a linear programme."""
    generators = cone.closed.generators
    return linprog(np.zeros(generators.shape[1]), A_eq=generators, b_eq=wrench).status == 0
