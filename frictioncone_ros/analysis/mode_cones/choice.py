# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Choosing a wrench for a mode: the most robust one, or the one nearest to a preferred one.

From a desired mode to a wrench in one question, and what to do where no wrench gives it alone.

Where the desired mode cannot be told from another, make the contact another way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.clear_points import ClearPoints, Demands, EmptyBranch
from frictioncone_ros.analysis.mode_cones.clearance_search import Bounds, refined_point
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone, ScaledRows
from frictioncone_ros.analysis.mode_cones.possible_modes import possible_mode_cones
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import APPROACHING, ContactMode, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_non_negative, as_wrench, frozen_array
from frictioncone_ros.spatial.arguments import checked, checked_fields

STARTS = 6
"""Best choices of rows that are refined; the first is nearly always the best in the end too."""


@checked_fields
@dataclass(frozen=True, eq=False)
class WrenchChoice:
    """
    A wrench that gives the desired mode only, or the proof that none does as demanded.

    found: whether there is one. wrench (d,) [N, Nm]; NaN where not found. margin [N]: any change
    of the wrench smaller than that keeps the verdict (`ExclusiveWrenches.margin`). distance [N]
    from the preferred wrench. mode: which mode it gives. proof: where not found, for every branch
    of the search multipliers that show it empty; none are needed where the mode is impossible or
    where another mode's cone is the whole space.
    """

    found: bool
    wrench: Array
    margin: float
    distance: float
    mode: ContactMode
    proof: tuple[EmptyBranch, ...]


@checked
def most_robust_wrench(
    wrenches: ExclusiveWrenches, within: PolyhedralCone | None = None
) -> WrenchChoice:
    """
    Return the wrench of 1 N (in the metric of margins) with the largest margin.

    Scaled by any factor it stays the most robust of its size, the margin growing alike: as a
    fraction of the wrench the margin is the sine of the angle that the wrench may turn.
    within: a cone the wrench must be in, for example the plane of gravity wrenches; errors may
    still point out of it. Where every wrench gives the mode only, the margin is infinite.
    """
    choices = [_robust_choice(wrenches, index, within) for index in range(len(wrenches.cones))]
    return _best(wrenches, choices, lambda choice: -choice.margin)


@checked
def nearest_wrench(
    wrenches: ExclusiveWrenches,
    preferred: ArrayLike,
    margin: float = 0.0,
    within: PolyhedralCone | None = None,
) -> WrenchChoice:
    """
    Return the wrench nearest to a preferred one that has at least the given margin [N].

    preferred: (d,) [N, Nm]. within: a cone the wrench must be in. With margin 0 the answer may
    be on the boundary, where it is the limit of wrenches that give the mode only.
    """
    demanded = as_non_negative(margin, 'margin')
    choices = [
        _nearest_choice(wrenches, index, (as_wrench(preferred, cone.dimension), demanded), within)
        for index, cone in enumerate(wrenches.cones)
    ]
    return _best(wrenches, choices, lambda choice: choice.distance)


def _robust_choice(
    wrenches: ExclusiveWrenches, index: int, within: PolyhedralCone | None
) -> WrenchChoice:
    cone = wrenches.cones[index]
    point, proof = _best_point(_Question(wrenches, index, within), np.zeros(cone.dimension), 1.0)
    if point is None:
        return _nothing(cone.mode, cone.dimension, proof)
    # The nearest point at clearance 1 has the most clearance for its length.
    length = float(np.linalg.norm(point))
    return _found(wrenches, index, point / length if length > 0.0 else point, 0.0)


def _nearest_choice(
    wrenches: ExclusiveWrenches,
    index: int,
    wish: tuple[Array, float],
    within: PolyhedralCone | None,
) -> WrenchChoice:
    cone = wrenches.cones[index]
    target = cone.rows.scale * wish[0]
    point, proof = _best_point(_Question(wrenches, index, within), target, wish[1])
    if point is None:
        return _nothing(cone.mode, cone.dimension, proof)
    return _found(wrenches, index, point, float(np.linalg.norm(point - target)))


@dataclass(frozen=True, eq=False)
class _Question:
    """Which desired cone is searched, and what the wrench must be in besides."""

    wrenches: ExclusiveWrenches
    index: int
    within: PolyhedralCone | None


def _best_point(
    question: _Question, preferred: Array, clearance: float
) -> tuple[Array | None, tuple[EmptyBranch, ...]]:
    """Return the best scaled point over the best choices of rows, or None; and the proof."""
    cone = question.wrenches.cones[question.index]
    others = [other.rows for other in question.wrenches.overlapping(question.index)]
    flat = np.vstack((cone.rows.equalities, -cone.rows.equalities))
    bounds = _within(Bounds(-flat, np.full(len(flat), clearance)), cone, question.within)
    rows = [one.clearances() for one in others]
    search = ClearPoints(Demands(bounds, -cone.rows.faces, rows, clearance), preferred)
    # Without clearance the first point is the nearest there is: outside is outside.
    starts = STARTS if others and clearance > 0.0 else 1
    points = [start.point for start in islice(search, starts)]
    if clearance > 0.0:
        base = bounds.and_also(-cone.rows.faces, clearance)
        wish = (preferred, clearance)
        points = [refined_point(base, others, start, wish) for start in points]
    best = min(points, key=lambda point: float(np.linalg.norm(point - preferred)), default=None)
    return best, tuple(search.empty_branches)


def _within(bounds: Bounds, cone: ModeCone, within: PolyhedralCone | None) -> Bounds:
    if within is None:
        return bounds
    if not isinstance(within, PolyhedralCone):
        raise InvalidInputError('within', within, 'a PolyhedralCone or None')
    if within.space_dimension != cone.dimension:
        raise InvalidInputError(
            'dimension of the cone to stay within', within.space_dimension, str(cone.dimension)
        )
    rows = ScaledRows.of_cone(within, cone.characteristic_length)
    return bounds.and_also(-rows.clearances(), 0.0) if len(rows.clearances()) else bounds


def _found(wrenches: ExclusiveWrenches, index: int, point: Array, distance: float) -> WrenchChoice:
    cone = wrenches.cones[index]
    wrench = frozen_array(point / cone.rows.scale)
    return WrenchChoice(True, wrench, wrenches.margin(wrench), distance, cone.mode, ())


def _nothing(mode: ContactMode, size: int, proof: tuple[EmptyBranch, ...]) -> WrenchChoice:
    nowhere = frozen_array(np.full(size, np.nan))
    return WrenchChoice(False, nowhere, -np.inf, np.inf, mode, proof)


def _best(
    wrenches: ExclusiveWrenches,
    choices: list[WrenchChoice],
    order: Callable[[WrenchChoice], float],
) -> WrenchChoice:
    found = [choice for choice in choices if choice.found]
    if found:
        return min(found, key=order)
    proof = tuple(branch for choice in choices for branch in choice.proof)
    size = choices[0].wrench.size if choices else 0
    return _nothing(wrenches.desired, size, proof)


@checked
def approach_choices(
    state: ContactState,
    contact_index: int,
    open_contacts: Collection[int] | None = None,
    within: PolyhedralCone | None = None,
) -> tuple[WrenchChoice, ...]:
    """
    Return how a contact can be approached without doubt about the mode, most robust first.

    One choice for each mode that approaches the contact and has wrenches of its own; none where
    each is always ambiguous. contact_index: the contact to make. open_contacts: all contacts yet
    to be made, by default only this one. within: wrenches that can be applied.
    """
    opened = frozenset((contact_index,) if open_contacts is None else open_contacts)
    if contact_index not in opened:
        raise InvalidInputError('contact to approach', contact_index, f'one of {sorted(opened)}')
    cones = possible_mode_cones(state, opened)
    choices = []
    for cone in cones:
        if cone.mode[contact_index] == APPROACHING:
            others = tuple(other for other in cones if other is not cone)
            wrenches = ExclusiveWrenches(cone.mode, (cone,), others, opened)
            choices.append(most_robust_wrench(wrenches, within))
    certain = (choice for choice in choices if choice.found and choice.margin > 0.0)
    return tuple(sorted(certain, key=lambda choice: -choice.margin))


def wrench_for_mode(
    state: ContactState | ExclusiveWrenches,
    mode: ContactMode | str | None = None,
    preferred: ArrayLike | None = None,
    margin: float = 0.0,
    within: PolyhedralCone | None = None,
) -> WrenchChoice:
    """
    Return a wrench under which a body at rest moves in the desired mode, and in no other.

    Parameters
    ----------
    state: at rest, with its inertia; or prepared `exclusive_wrenches`, which know their mode.
    mode: one interaction per contact, as 'rs' or a ContactMode.
    preferred: (d,) wrench on the body [N, Nm] to which the answer is the nearest one; without it
        the answer is the most robust wrench of 1 N.
    margin: least distance from wrenches with another mode [N]; only beside a preferred wrench,
        for the most robust one has all the margin there is.
    within: a cone the wrench must be in, as `force_plane` or `gravity_wrenches` of
        `analysis.mode_cones` make one.

    Returns
    -------
    WrenchChoice: found or not, the wrench (d,) on the body, its margin [N]; else the proof.

    Raises
    ------
    InvalidInputError: where the state, the mode or the friction models do not fit the question.
    LimitExceededError: undecided after the work of some seconds; it says what to do.
    """
    if isinstance(state, ExclusiveWrenches):
        if mode is not None:
            raise InvalidInputError('mode', mode, 'None, for exclusive wrenches have theirs')
        wrenches = state
    else:
        wrenches = exclusive_wrenches(state, mode)  # type: ignore[arg-type]  # None is refused
    if preferred is None:
        if as_non_negative(margin, 'margin') > 0.0:
            raise InvalidInputError('margin', margin, '0, or a preferred wrench beside it')
        return most_robust_wrench(wrenches, within)
    return nearest_wrench(wrenches, preferred, margin, within)
