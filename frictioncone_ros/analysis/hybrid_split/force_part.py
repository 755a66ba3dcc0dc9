# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How hard to press along the force-controlled directions, so that contacts keep their modes.

The body moves slowly: forces of contacts, robot and the rest are in equilibrium.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, inf, pi, sin, sqrt

import numpy as np

from frictioncone_ros.analysis.hybrid_split.manipulation import Manipulation
from frictioncone_ros.analysis.hybrid_split.velocity_part import VelocitySplit
from frictioncone_ros.contact import InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_wrench, frozen_array, PLANAR

EDGES = 32
"""Of the polygon inside a round friction cone: at most 0.5 % of friction is given away."""

LATITUDES = 17
"""Of the sides around a limit surface, from pole to pole: with the edges 1 % is given away."""

SLIPS = 1e-9
"""A slower slip has no direction [m/s]."""


@dataclass(frozen=True)
class ForceLimits:
    """
    What every kept contact is to have.

    margin: distance of a sticking contact's force from slipping, and normal force of a sliding
    one [N], at least. least_normal, greatest_normal: normal force of every kept contact [N].
    """

    margin: float = 1.0
    least_normal: float = 0.0
    greatest_normal: float = inf

    def __post_init__(self) -> None:
        """Check that there are forces between the limits."""
        for name in ('margin', 'least_normal'):
            as_non_negative(getattr(self, name), name.replace('_', ' '))
        if not self.greatest_normal > self.least_normal:
            expected = f'more than least_normal = {self.least_normal:g}'
            raise InvalidInputError('greatest normal', self.greatest_normal, expected)


@dataclass(frozen=True, eq=False)
class ForceSplit:
    """
    Forces that keep the mode; all None where there are none.

    forces: (a - k,) along the split's force directions [N]. robot_force: (a,) of the robot in
    all, on the body or through its hand, moments over the characteristic length [N].
    contact_forces: (k, 2 or 3) normal first, of kept contacts on the body [N]. torsions: (k,)
    about their normals [Nm], of soft fingers that stick. margins: (k,) distance from slipping of
    those that stick, normal force of those that slide [N].
    """

    forces: Array | None = None
    robot_force: Array | None = None
    contact_forces: Array | None = None
    torsions: Array | None = None
    margins: Array | None = None

    @property
    def found(self) -> bool:
        """Whether there are such forces."""
        return self.forces is not None


def force_split(
    manipulation: Manipulation,
    split: VelocitySplit,
    external_wrench: Array,
    limits: ForceLimits | None = None,
) -> ForceSplit:
    """
    Return the least pressing that keeps every contact in its mode with a margin.

    external_wrench: (d,) on the body about the reference point, its weight included [N, Nm].

    Notes
    -----
    Contact forces are those that can be, found by a linear programme; friction cones are polygons
    inside the round ones. Along the velocity-controlled directions the robot takes what force it
    needs to.
    """
    limits = limits or ForceLimits()
    wrench = as_wrench(external_wrench, manipulation.body_size, 'external wrench')
    if not split.found:
        raise InvalidInputError('split', split.refusal, 'one that is found')
    _require_opening(manipulation, split)
    programme = _Programme(manipulation, split, limits)
    solved = programme.solved(wrench)
    if solved is None:
        return ForceSplit()
    robot, contact_forces, torsions = solved
    return ForceSplit(
        frozen_array(split.force_directions @ robot),
        frozen_array(robot),
        frozen_array(contact_forces),
        frozen_array(torsions),
        frozen_array(programme.margins(contact_forces, torsions)),
    )


def _require_opening(manipulation: Manipulation, split: VelocitySplit) -> None:
    """Raise InvalidInputError where a contact that is to separate is driven into its surface."""
    for index, interaction in enumerate(manipulation.mode):
        if interaction.kind is not InteractionKind.SEPARATING:
            continue
        if float(manipulation.contact_rows(index)[0] @ split.velocity) < -SLIPS:
            expected = f'{manipulation.state.names[index]} to open, and the motion closes it'
            raise InvalidInputError('mode', str(manipulation.mode), expected)


class _Programme:
    """
    The linear programme: contact forces, contact-major, the robot's force (a,), torsions (s,).

    Torsions are those of the contacts that hold spin, over the characteristic length [N].
    """

    def __init__(
        self, manipulation: Manipulation, split: VelocitySplit, limits: ForceLimits
    ) -> None:
        self._about, self._split, self._limits = manipulation, split, limits
        self._axes = 2 if manipulation.state.dimension == PLANAR else 3
        self._count = self._axes * len(manipulation.kept)
        self._robot = slice(self._count, self._count + manipulation.actuated_count)
        self._spun = [i for i in manipulation.kept if manipulation.holds_spin(i)]
        self._unknowns = self._robot.stop + len(self._spun)
        self._length = manipulation.state.characteristic_length

    def solved(self, wrench: Array) -> tuple[Array, Array, Array] | None:
        """Return the robot's force (a,), the forces (k, axes) and torsions (k,), or None."""
        from scipy.optimize import linprog  # noqa: PLC0415  # slow to start, and asked for here only

        about = self._about
        rows = [about.contact_rows(index) for index in about.kept]
        robot = np.zeros((about.actuated_count, about.size))
        robot[:, about.size - about.actuated_count :] = np.eye(about.actuated_count)
        spins = [self._length * about.spin_row(index)[None] for index in self._spun]
        balance = np.vstack([*rows, robot, *spins]).T
        load = np.zeros(about.size)
        load[: about.body_size] = wrench / about.lengths[: about.body_size]
        bounds = self._bounds()
        if bounds is None:
            return None
        limits, least = self._cones()
        equal, values = self._sliding()
        cost = np.zeros(self._unknowns)
        cost[: self._count : self._axes] = 1.0
        found = linprog(
            cost,
            A_ub=-limits,
            b_ub=-least,
            A_eq=np.vstack([balance, equal]),
            b_eq=np.concatenate([-load, values]),
            bounds=bounds,
        )
        if found.x is None or not found.success:
            return None
        torsions = np.zeros(len(about.kept))
        for index, torsion in zip(self._spun, found.x[self._robot.stop :], strict=True):
            torsions[about.kept.index(index)] = self._length * torsion
        forces = found.x[: self._count].reshape(-1, self._axes)
        return found.x[self._robot], forces, torsions

    def margins(self, contact_forces: Array, torsions: Array) -> Array:
        """Return what each kept contact is away from leaving its mode (k,) [N], of round cones."""
        found = []
        for index, force, torsion in zip(
            self._about.kept, contact_forces.tolist(), torsions.tolist(), strict=True
        ):
            friction = self._about.state.contacts[index].friction
            sticks = self._about.mode[index].kind is InteractionKind.FIXED
            whole = [*force, torsion] if index in self._spun else force
            found.append(friction.slip_margin(whole) if sticks else force[0])
        return np.array(found)

    def _inside(self, index: int) -> float:
        """Return the coefficient of the round cone inside a contact's friction set [-]."""
        friction = self._about.state.contacts[index].friction
        return friction.inscribed_coefficient(self._about.state.dimension)

    def _used_up(self, index: int) -> float:
        """Return the coefficient of friction against any slip [-]; it must be the same for all."""
        friction = self._about.state.contacts[index].friction
        first, second = friction.coefficients
        is_round = friction.round_limits(self._about.state.dimension) is not None
        if self._axes == 3 and not (is_round and first == second):
            name = self._about.state.names[index]
            raise InvalidInputError('friction', friction, f'a circular cone, for {name} slides')
        return float(first)

    def _cones(self) -> tuple[Array, Array]:
        """Return rows and least values: limits @ unknowns >= least, of contacts that stick."""
        rows, least = [], []
        for place, index in enumerate(self._about.kept):
            if self._about.mode[index].kind is not InteractionKind.FIXED:
                continue
            start, friction = place * self._axes, self._inside(index)
            for inside, sides, per_newton in self._sides(index, friction):
                block = np.zeros((len(sides), self._unknowns))
                block[:, start] = inside
                block[:, start + 1 : start + self._axes] = -sides[:, : self._axes - 1]
                if index in self._spun:
                    column = self._robot.stop + self._spun.index(index)
                    block[:, column] = -self._length * sides[:, -1]
                rows.append(block)
                least += [self._limits.margin * per_newton] * len(sides)
        return np.vstack([np.zeros((0, self._unknowns)), *rows]), np.array(least)

    def _sides(self, index: int, friction: float) -> list[tuple[float, Array, float]]:
        """
        Return blocks of sides: inside, sides (q, tangents and torsion), share of the margin.

        sides @ (tangential force, torsion) <= inside * normal force - share * margin.
        """
        around = self._directions()
        narrowing = 1.0 if self._axes == 2 else cos(pi / EDGES)
        share = sqrt(1.0 + friction * friction)
        if index not in self._spun:
            return [(friction * narrowing, around, share)]
        model = self._about.state.contacts[index].friction
        parts = model.section_parts(self._about.state.dimension)
        if parts[0].shape[1] == 3:
            friction, _, torsion = np.diag(parts[0]).tolist()
            angles = np.linspace(-0.5 * pi, 0.5 * pi, LATITUDES)
            rings = [
                np.column_stack((cos(a) * around, np.full(EDGES, friction / torsion * sin(a))))
                for a in angles.tolist()
            ]
            step = cos(0.5 * pi / (LATITUDES - 1))
            return [(friction * narrowing * step, np.vstack(rings), share)]
        alone = np.column_stack((around, np.zeros(EDGES)))
        turning = model.torsion_limit(self._about.state.dimension)
        spin = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]) / turning
        return [(friction * narrowing, alone, share), (1.0, spin, sqrt(2.0))]

    def _directions(self) -> Array:
        if self._axes == 2:
            return np.array([[1.0], [-1.0]])
        angles = 2.0 * pi * np.arange(EDGES) / EDGES
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def _sliding(self) -> tuple[Array, Array]:
        """Return equations of sliding contacts: friction is used up, against the slip."""
        rows = []
        for place, index in enumerate(self._about.kept):
            if self._about.mode[index].kind is InteractionKind.FIXED:
                continue
            against = self._used_up(index) * self._slip(index)
            for axis, share in enumerate(against.tolist(), start=1):
                row = np.zeros(self._unknowns)
                row[place * self._axes + axis], row[place * self._axes] = 1.0, share
                rows.append(row)
        return np.array(rows).reshape(-1, self._unknowns), np.zeros(len(rows))

    def _slip(self, index: int) -> Array:
        """Return the unit direction in which the body slips (axes - 1,)."""
        kind = self._about.mode[index].kind
        slip = (self._about.contact_rows(index) @ self._split.velocity)[1:]
        if kind in {InteractionKind.SLIDING_LEFT, InteractionKind.SLIDING_RIGHT}:
            sign = 1.0 if kind is InteractionKind.SLIDING_LEFT else -1.0
            if sign * float(slip[0]) < -SLIPS:
                expected = f'{self._about.state.names[index]} to slip as the motion has it'
                raise InvalidInputError('mode', str(self._about.mode), expected)
            return np.array([sign])
        speed = float(np.linalg.norm(slip))
        if speed <= SLIPS:
            expected = f'{self._about.state.names[index]} fixed: it does not slip'
            raise InvalidInputError('mode', str(self._about.mode), expected)
        return np.asarray(slip / speed)

    def _bounds(self) -> list[tuple[float | None, float | None]] | None:
        """Return least and greatest of each unknown; None where a contact has none between."""
        free: tuple[float | None, float | None] = (None, None)
        bounds = [free] * self._unknowns
        greatest = None if self._limits.greatest_normal == inf else self._limits.greatest_normal
        for place, index in enumerate(self._about.kept):
            slides = self._about.mode[index].kind is not InteractionKind.FIXED
            least = max(self._limits.least_normal, self._limits.margin if slides else 0.0)
            if greatest is not None and least > greatest:
                return None
            bounds[place * self._axes] = (least, greatest)
        return bounds
