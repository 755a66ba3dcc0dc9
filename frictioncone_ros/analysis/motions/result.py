# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an analysis of motions returns: every motion, its sets, its certificate, or why none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import inf

import numpy as np

from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, frozen_array, not_given
from frictioncone_ros.spatial.converters import Vector
from frictioncone_ros.tolerances import MOTION_RESIDUAL, SAME_MOTION


class Verdict(Enum):
    """How many motions are consistent with the laws."""

    NONE = 'none'
    ONE = 'one'
    SEVERAL = 'several'
    """At least two; finitely many where the search was exhaustive."""
    CONTINUUM = 'continuum'
    """Some mode admits a whole polytope of motions."""
    UNDECIDED = 'undecided'
    """None or one was found before the search stopped early: there may be more."""


@checked_fields
@dataclass(frozen=True, eq=False)
class MotionPolytope:
    """
    The set of twist rates (or twists) of one mode: conv(vertices) + cone(rays).

    vertices: (count, d), at least one. rays: (count, d) unit directions in which it is unbounded.
    dimension: of its affine hull; 0 is a single motion. For a strict mode this is the closure of
    the set: its relative interior keeps every strict condition.
    """

    vertices: Array
    rays: Array = field(default_factory=not_given)
    dimension: int = 0

    def __post_init__(self) -> None:
        """Store read-only copies; no rays is an array of shape (0, d)."""
        vertices = np.atleast_2d(self.vertices)
        if vertices.ndim != 2 or not vertices.size:
            expected = '(count, d) with at least one vertex'
            raise InvalidInputError('shape of vertices', vertices.shape, expected)
        size = vertices.shape[1]
        if self.rays.size % size:
            raise InvalidInputError('shape of rays', self.rays.shape, f'(count, {size})')
        rays = np.reshape(self.rays, (-1, size))
        object.__setattr__(self, 'vertices', frozen_array(vertices))
        object.__setattr__(self, 'rays', frozen_array(rays))

    @property
    def bounded(self) -> bool:
        """Whether it has no rays."""
        return self.rays.shape[0] == 0

    @property
    def ranges(self) -> Array:
        """Smallest and largest value of each component, (d, 2), infinite along rays."""
        return generator_ranges(self.vertices, self.rays)


@checked_fields
@dataclass(frozen=True, eq=False)
class ForceSet:
    """
    The contact forces that go with one mode, in the order of the wrench matrix's columns.

    minimum_norm: (c,) the forces of least Euclidean norm that produce the motion's representative
        twist rate [N, Nm].
    enumerate_generators: computes (vertices, rays) when they are first asked for, because a face
        pressed on a face may have thousands; None where the set is no polytope.
    single: whether it is one point, where that is known from the start.
    decide_single: decides that when it is first asked for, without the generators.
    """

    minimum_norm: Vector
    enumerate_generators: Callable[[], tuple[Array, Array]] | None = field(
        default=None, repr=False
    )
    single: bool | None = None
    decide_single: Callable[[], bool] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Store a read-only copy."""
        object.__setattr__(self, 'minimum_norm', frozen_array(self.minimum_norm))

    @cached_property
    def generators(self) -> tuple[Array, Array]:
        """Vertices (count, c) and rays (count, c); both empty where they cannot be enumerated."""
        if self.enumerate_generators is None:
            empty = frozen_array(np.empty((0, self.minimum_norm.shape[0])))
            return empty, empty
        vertices, rays = self.enumerate_generators()
        return frozen_array(vertices), frozen_array(rays)

    @property
    def vertices(self) -> Array:
        """Extreme points, (count, c) [N, Nm]."""
        return self.generators[0]

    @property
    def rays(self) -> Array:
        """Directions of unbounded internal forces (wedging), (count, c)."""
        return self.generators[1]

    @cached_property
    def unique(self) -> bool | None:
        """Whether only one vector of forces goes with the mode; None where that is unknown."""
        if self.decide_single is not None:
            return self.decide_single()
        if self.single is not None or self.enumerate_generators is None:
            return self.single
        return self.vertices.shape[0] == 1 and self.rays.shape[0] == 0

    @property
    def ranges(self) -> Array:
        """Smallest and largest value of each component, (c, 2), infinite along rays."""
        return generator_ranges(self.vertices, self.rays)


@checked_fields
@dataclass(frozen=True)
class MotionCertificate:
    """
    How far a motion is from satisfying each law; checked without the solver that found it.

    newton: largest component of inertia @ twist_rate + velocity wrench - external wrench -
        contact wrench, moments divided by the characteristic length [N].
    coulomb: how far a contact force lies outside its own friction set, a soft finger's limit
        surface included (there its moment counts over torsion per friction), or off the force
        that opposes its sliding, or its sliding and spinning together [N].
    complementarity: normal force at a contact that opens, or opening of a contact that carries
        force, whichever product of the two is largest [N m/s^2].
    penetration: largest normal acceleration into a contact surface [m/s^2].
    force_scale, acceleration_scale: sizes to compare with [N], [m/s^2].
    """

    newton: float
    coulomb: float
    complementarity: float
    penetration: float
    force_scale: float = 1.0
    acceleration_scale: float = 1.0

    @property
    def worst(self) -> float:
        """The largest residual relative to its scale [-]."""
        tiny = float(np.finfo(np.float64).tiny)
        force, acceleration = max(self.force_scale, tiny), max(self.acceleration_scale, tiny)
        return float(
            max(
                self.newton / force,
                self.coulomb / force,
                self.complementarity / force / acceleration,
                self.penetration / acceleration,
            )
        )

    @checked
    def holds(self, tolerance: float = MOTION_RESIDUAL) -> bool:
        """Whether every residual is at most `tolerance` times its scale."""
        return self.worst <= tolerance


@checked_fields
@dataclass(frozen=True, eq=False)
class Motion:
    """
    One contact mode with all its motions and all its forces.

    mode: one interaction per contact.
    polytope: every twist rate of the mode (of a quasi-static motion: every twist).
    twist_rate: (d,) its representative, inside every strict condition [m/s^2, rad/s^2].
    contact_forces: every force that goes with it.
    margin: smallest slack of the mode's strict conditions at the representative, normal
        accelerations of separating contacts and tangential ones of contacts that begin to slide
        [m/s^2]; infinite where the mode has none.
    certificate: residuals at the representative with the minimum-norm forces.
    """

    mode: ContactMode
    polytope: MotionPolytope
    twist_rate: Array
    contact_forces: ForceSet
    certificate: MotionCertificate
    margin: float = inf

    def __post_init__(self) -> None:
        """Store a read-only copy of the representative."""
        object.__setattr__(self, 'twist_rate', frozen_array(self.twist_rate))

    @property
    def unique(self) -> bool:
        """Whether the mode admits a single twist rate."""
        return self.polytope.dimension == 0


@checked_fields
@dataclass(frozen=True, eq=False)
class ImpossibleMode:
    """
    A candidate mode and what forbids it.

    reason: one sentence. contact: name of the contact whose condition fails, '' where it is the
    balance of forces as a whole. separating_twist: (d,) where the balance fails: a motion on
    which every admissible contact force does non-negative work and the needed one negative work.
    """

    mode: ContactMode
    reason: str
    contact: str = ''
    separating_twist: Array = field(default_factory=not_given)

    def __post_init__(self) -> None:
        """Store a read-only copy."""
        object.__setattr__(self, 'separating_twist', frozen_array(self.separating_twist))


@checked_fields
@dataclass(frozen=True, eq=False)
class MotionSet:
    """
    Every motion found, and whether that is every motion there is.

    motions: in order of their mode strings. exhaustive: whether no other motion exists.
    stopped_because: why the search ended early, '' where it did not. candidate_count: modes that
    were examined. impossible: those that no forces can bring about, where they were asked for.
    """

    motions: tuple[Motion, ...]
    exhaustive: bool = True
    stopped_because: str = ''
    candidate_count: int = 0
    impossible: tuple[ImpossibleMode, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """How many motions there are: what was found is certain, what was not only at the end."""
        if any(motion.polytope.dimension > 0 for motion in self.motions):
            return Verdict.CONTINUUM
        if self.motions and not self._all_alike():
            return Verdict.SEVERAL
        if not self.exhaustive:
            return Verdict.UNDECIDED
        return Verdict.ONE if self.motions else Verdict.NONE

    @property
    def modes(self) -> tuple[str, ...]:
        """The mode strings, in order."""
        return tuple(str(motion.mode) for motion in self.motions)

    def __iter__(self) -> Iterator[Motion]:
        """Iterate over the motions."""
        return iter(self.motions)

    def __len__(self) -> int:
        """Return the number of modes that occur."""
        return len(self.motions)

    def __getitem__(self, mode: str) -> Motion:
        """Return the motion of a mode given as a string."""
        for motion in self.motions:
            if str(motion.mode) == mode:
                return motion
        raise KeyError(mode)

    def _all_alike(self) -> bool:
        """Closed modes share their borders: the same acceleration is one motion."""
        rates = np.array([motion.twist_rate for motion in self.motions])
        spread = np.abs(rates - rates[0]).max()
        return bool(spread <= SAME_MOTION * max(1.0, float(np.abs(rates).max())))


def generator_ranges(vertices: Array, rays: Array) -> Array:
    """Return smallest and largest component values (d, 2) of conv(vertices) + cone(rays)."""
    if not vertices.size:  # no components, as of the forces of no contact
        return np.zeros((vertices.shape[1], 2))
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    if rays.shape[0]:
        scale = np.abs(rays).max(axis=1, keepdims=True)
        low = np.where((rays < -SAME_MOTION * scale).any(axis=0), -inf, low)
        high = np.where((rays > SAME_MOTION * scale).any(axis=0), inf, high)
    return np.column_stack((low, high))
