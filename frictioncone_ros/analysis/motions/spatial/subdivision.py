# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A cell of motions that round cones leave open, cut until each part is refuted or one is solved.

In a part of the cell each contact slides within an arc of directions, so that its force lies in
the hull of an arc: less than in the whole sector. Where no such forces balance, the part is
refuted; else the widest arc that carries force is halved. Parts end as single motions, whose
forces are rays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, sin, sqrt
from operator import itemgetter

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    balance,
    ForceCone,
    MotionCone,
    nearest,
    unit_columns,
)
from frictioncone_ros.analysis.motions.spatial.candidates import Candidates
from frictioncone_ros.analysis.motions.spatial.laws.friction import ForceOption
from frictioncone_ros.analysis.motions.spatial.laws.limit_surface import POLE, RoundSurface
from frictioncone_ros.analysis.motions.spatial.motion_part import MotionPart, NEAR_FACET, ON_FACET
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial import Array

NO_SLIP = 1e-9
"""Slip of a ray of largest coordinate 1 below which it has no direction [-]."""
ARC_SLACK = 1e-5
"""By how much arcs are widened, so that motions on a cut, or close to it, are kept [rad]."""
MOST_NARROW = 16
"""Parts that stay open at the finest after which a cell is given up."""
LEAST_SHARE = 1e-3
"""Weight of a contact without force beside the one that carries most, in choosing a cut [-]."""


@dataclass(frozen=True, eq=False)
class Arc:
    """
    Directions [rad] in which one contact slides in a part: from start over width.

    low, high: latitudes of slip with spin on a limit surface, 0 where there is none.
    """

    place: int
    start: float
    width: float
    low: float = 0.0
    high: float = 0.0

    @property
    def reach(self) -> float:
        """How far apart directions of least and largest angle are [rad]: less near the poles."""
        if not self.low and not self.high:
            return self.width
        return self.width * cos(max(self.low, -self.high, 0.0))


@dataclass(frozen=True, eq=False)
class SlidingPart:
    """
    A part of a cell: its motions, the arcs in which contacts slide, the forces against them.

    generators: (m, w) of the motions.
    """

    motions: MotionPart
    generators: Array
    arcs: list[Arc]
    forces: list[ForceCone]

    @cached_property
    def outer(self) -> Array:
        """Unit columns (r, n) of polygons around the forces."""
        columns = [
            unit_columns(cone.force_map.dot(cone.option.outer_corners.T))[0]
            for cone in self.forces
        ]
        return np.concatenate(columns, axis=1)


@dataclass(frozen=True, eq=False)
class Subdivision:
    """
    The question for one cell: whether motions in it have friction against their slips.

    sliding: places of contacts that start to slide on round cones. solve: whether a motion near
    a balance explains the cell's mode; with True as second argument in every way there is.
    go_on: False when the search has to stop. narrowest: arcs of this width [rad] are not cut any
    more.
    """

    problem: SpatialProblem
    candidates: Candidates
    cell: int
    sliding: tuple[int, ...]
    solve: Callable[[Balance, bool], bool]
    go_on: Callable[[], bool]
    narrowest: float

    def decided(self, deep: bool) -> bool:
        """Whether the cell is refuted or its mode has a solution; deep: with its parts."""
        whole, narrow = self._whole(), 0
        parts = [whole]
        while parts and narrow < MOST_NARROW:
            if not self.go_on():
                return False
            part = parts.pop()
            answer = self._tried(part, exactly=part is whole)
            if not answer.holds:
                if part is whole:
                    motions = MotionCone.of(part.generators, self.problem.motion_map)
                    self.candidates.shelve(self.cell, answer.residual, motions, part.forces)
                continue
            if self.solve(answer, False):
                return True
            if not deep:
                return False
            halves = self._cut(part, answer)
            if not halves and self.solve(answer, True):
                return True
            narrow += not halves
            parts += halves
        return not narrow

    def _whole(self) -> SlidingPart:
        """Return all of the cell; the same for every wrench."""
        kept = self.candidates.table.memory.whole_parts
        if self.cell not in kept:
            touching = self.problem.touching
            turns = any(touching[place].law.arm for place in self.sliding)
            slack = NEAR_FACET if turns else ON_FACET
            motions = self.candidates.motion_part(self.cell, slack)
            kept[self.cell] = self._part(motions)
        return kept[self.cell]

    def _part(self, motions: MotionPart) -> SlidingPart:
        """Return some motions with the directions in which contacts slide in them."""
        arcs = self._arcs(motions)
        return SlidingPart(motions, motions.generators, arcs, self._forces(arcs))

    def _arcs(self, part: MotionPart) -> list[Arc]:
        """Return the arc of each contact's stretched slips; the whole circle where none slides."""
        maps = self.problem.ground.stretched_slip_maps[list(self.sliding)]
        slips = maps @ part.rays.T
        sizes = np.hypot(slips[:, 0], slips[:, 1])
        slides = sizes > NO_SLIP
        units = np.where(slides[:, None], slips / np.where(slides, sizes, 1.0)[:, None], 0.0)
        middles = units.sum(axis=2)[:, :, None]
        across = units[:, 1] * middles[:, 0] - units[:, 0] * middles[:, 1]
        angles = np.arctan2(across, (units * middles).sum(axis=1))
        lows = np.where(slides, angles, np.inf).min(axis=1, initial=np.inf).tolist()
        highs = np.where(slides, angles, -np.inf).max(axis=1, initial=-np.inf).tolist()
        starts = np.arctan2(middles[:, 1, 0], middles[:, 0, 0]).tolist()
        arcs = [
            Arc(place, start + low, high - low) if low <= high else Arc(place, 0.0, 2.0 * np.pi)
            for place, start, low, high in zip(self.sliding, starts, lows, highs, strict=True)
        ]
        if not self.problem.ground.spins:
            return arcs
        touching = self.problem.touching
        return [
            self._with_latitudes(arc, part) if touching[arc.place].law.arm else arc for arc in arcs
        ]

    def _with_latitudes(self, arc: Arc, part: MotionPart) -> Arc:
        """Return an arc with the latitudes of slips with spin on a limit surface."""
        first, second, spin = self.problem.ground.surface_slip_maps[arc.place] @ part.rays.T
        low, high = POLE * np.array((np.any(spin < 0.0), np.any(spin > 0.0))) * (-1.0, 1.0)
        if arc.width >= np.pi:
            return replace(arc, low=float(low), high=float(high))
        middle = arc.start + 0.5 * arc.width
        along = first * np.cos(middle) + second * np.sin(middle)
        moves = (np.abs(spin) > NO_SLIP) | (along > NO_SLIP)
        slopes = np.arctan2(spin, np.maximum(along, 0.0))[moves]
        # A slip is up to the cosine of half the arc longer than along its middle.
        nearer = np.arctan(np.tan(slopes) * np.cos(0.5 * arc.width))
        low, high = np.minimum(slopes, nearer).min(), np.maximum(slopes, nearer).max()
        return replace(arc, low=float(low), high=float(high))

    def _tried(self, part: SlidingPart, exactly: bool) -> Balance:
        """Ask for a balance within the part, first with polygons around forces or `exactly`."""
        motions = MotionCone.of(part.generators, self.problem.motion_map)
        target = self.candidates.targets[self.cell]
        if not exactly:
            columns = np.concatenate((motions.columns, part.outer), axis=1)
            _, residual, distance = nearest(columns, target)
            if distance > self.problem.balance_residual * sqrt(target.dot(target)):
                return Balance(False, np.zeros(0), {}, residual)
        found = balance(motions, part.forces, target, self.problem.balance_residual)
        return replace(found, coordinates=self._inside(part.motions, found.coordinates))

    def _inside(self, part: MotionPart, coordinates: Array) -> Array:
        """Return a motion inside the part that balances as well as the one found."""
        if self.problem.dynamic:
            return np.asarray(coordinates + self.candidates.maps.inner[self.cell])
        # Without inertia the motion is free but for its scale: take one clear of the borders.
        middle = part.rays.sum(axis=0)
        if not self.problem.rows.moves:
            return middle
        scale = self.problem.drift_coordinate
        return np.asarray(middle * (scale / middle[-1]) if middle[-1] > 0.0 else coordinates)

    def _forces(self, arcs: list[Arc]) -> list[ForceCone]:
        own = self.candidates.table.force_cones(self.cell)
        by_place = {arc.place: arc for arc in arcs}
        return [self._narrowed(cone, by_place.get(cone.contact)) for cone in own]

    def _narrowed(self, cone: ForceCone, arc: Arc | None) -> ForceCone:
        if arc is None or arc.width >= np.pi:
            return cone
        law = self.problem.touching[cone.contact].law
        start, width = arc.start + np.pi - ARC_SLACK, arc.width + 2.0 * ARC_SLACK
        if isinstance(law, RoundSurface):
            low, high = max(-arc.high - ARC_SLACK, -POLE), min(ARC_SLACK - arc.low, POLE)
            option: ForceOption = law.patch(start, width, (low, high))
        else:
            option = law.arc_option(start, width, cone.option.torsion)
        columns, sizes = unit_columns(cone.force_map.dot(option.corners.T))
        return ForceCone(cone.contact, option, cone.force_map, columns, sizes, cone.outer)

    def _cut(self, part: SlidingPart, answer: Balance) -> list[SlidingPart]:
        """Cut the part through the middle of the arc that matters most; nothing if all narrow."""
        arcs = part.arcs
        carried = {place: float(force[0]) for place, force in answer.forces.items()}
        least = LEAST_SHARE * max(carried.values(), default=1.0)
        cuts: list[tuple[float, Callable[[Arc], Array], Arc]] = []
        for arc in arcs:
            weight = max(carried.get(arc.place, 0.0), least)
            if self.narrowest < arc.reach and arc.width < np.pi:
                cuts.append((arc.reach * weight, self._row, arc))
            if self.narrowest < arc.high - arc.low and arc.width < np.pi:
                cuts.append(((arc.high - arc.low) * weight, self._spin_row, arc))
        cuts.sort(key=itemgetter(0))
        for _, row, arc in reversed(cuts):
            halves = part.motions.halves(row(arc))
            if len(halves) == 2:
                return [self._part(half) for half in halves]
        return []

    def _row(self, arc: Arc) -> Array:
        """Return the unit row that is zero where a contact slides along its arc's middle."""
        middle = arc.start + 0.5 * arc.width
        across = np.array([-np.sin(middle), np.cos(middle)])
        row: Array = across @ self.problem.ground.stretched_slip_maps[arc.place]
        return row / np.linalg.norm(row)

    def _spin_row(self, arc: Arc) -> Array:
        """Return the unit row that is zero where slip and spin have the middle latitude."""
        middle, latitude = arc.start + 0.5 * arc.width, 0.5 * (arc.low + arc.high)
        along = -sin(latitude) * np.array((np.cos(middle), np.sin(middle)))
        form = np.append(along, cos(latitude))
        row: Array = form @ self.problem.ground.surface_slip_maps[arc.place]
        return row / np.linalg.norm(row)
