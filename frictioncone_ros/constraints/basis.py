# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Constraint forces and free motions: two spaces, each the other's annihilator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from frictioncone_ros.constraints.weighing import of_unit_length, unit_columns, wrench_weighing
from frictioncone_ros.exceptions import InconsistentStateError, InvalidInputError
from frictioncone_ros.spatial.arguments import checked, convert_fields, explained
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    as_matrix,
    as_vector,
    as_wrench,
    frozen_array,
    numerical_rank,
    PLANAR,
    SPATIAL,
)
from frictioncone_ros.spatial.converters import is_float_matrix, Matrix
from frictioncone_ros.spatial.dense import singular_parts, solved
from frictioncone_ros.spatial.products import wrench_scaling
from frictioncone_ros.tolerances import CONSTRAINT_RANK

CONSTRAINT_CONDITION = 1e3
"""Ratio of singular values above which a constraint counts as nearly singular [-]."""
CONSTRAINT_PARTICIPATION = 1e-6
"""Share of a contact in a dependency above which the contact is named as part of it [-]."""
SHORTEST = 1e-150
"""Lengths below this, and above its reciprocal, overflow where they are squared [m]."""
RECIPROCITY = 1e-9
"""Largest power of a unit constraint force on a unit free motion that counts as none [-]."""


@dataclass(frozen=True, eq=False)
class Constraint:
    """
    What a contact can transmit without moving, and how it lets the body move: N and T.

    constraint_force_basis: (d, r), columns span the constraint forces (wrenches, linear first).
    free_motion_basis: (d, d - r), columns span the free motions (twists); their power with every
        constraint force is zero.
    given_wrenches: (d, c) the wrenches the bases were found from, c >= r.
    owners: (c,) names, which contact each given wrench belongs to.
    characteristic_length: makes moments comparable with forces [m].
    rank_tolerance: singular values below this fraction of the largest count as none.
    weighing: (d, d) makes of wrenches what is compared where the rank is decided, and of which
        the least is least; None: moments about the reference point, over the length.
    """

    constraint_force_basis: Matrix
    free_motion_basis: Matrix
    given_wrenches: Matrix
    owners: tuple[str, ...] = ()
    characteristic_length: float = 1.0
    rank_tolerance: float = CONSTRAINT_RANK
    weighing: Array | None = None

    def __post_init__(self) -> None:
        """Refuse parts that do not belong to one space, or owners of other wrenches."""
        if not self._is_plain:
            convert_fields(self)
        size, count = self.given_wrenches.shape
        for name in ('constraint_force_basis', 'free_motion_basis'):
            shape = getattr(self, name).shape
            if shape[0] != size or shape[1] > size:
                expected = f'({size}, at most {size}) as the given wrenches have rows'
                raise InvalidInputError(f'shape of {name.replace("_", " ")}', shape, expected)
        # Moments are divided by it, and the square of that is asked for.
        if not SHORTEST <= self.characteristic_length <= 1.0 / SHORTEST:
            expected = f'a length from {SHORTEST:g} to {1.0 / SHORTEST:g} m'
            raise InvalidInputError('characteristic length', self.characteristic_length, expected)
        if self.rank > count:
            expected = f'at most {count}, as many as given wrenches'
            raise InvalidInputError('number of constraint forces', self.rank, expected)
        if self.owners and len(self.owners) != count:
            raise InvalidInputError('number of owners', len(self.owners), f'{count} or none')
        if self.weighing is not None and self.weighing.shape != (size, size):
            expected = f'({size}, {size})'
            raise InvalidInputError('shape of weighing', self.weighing.shape, expected)

    @property
    def _is_plain(self) -> bool:
        """Whether it is made of float arrays and names, as in every tick."""
        parts = (self.constraint_force_basis, self.free_motion_basis, self.given_wrenches)
        return (
            all(is_float_matrix(part) for part in parts)
            and is_float_matrix(self.weighing)
            and type(self.owners) is tuple
            and type(self.characteristic_length) is type(self.rank_tolerance) is float
        )

    @property
    def dimension(self) -> int:
        """Number of components of its wrenches: 3 or 6."""
        return int(self.constraint_force_basis.shape[0])

    @property
    def rank(self) -> int:
        """Number r of independent constraint forces."""
        return int(self.constraint_force_basis.shape[1])

    @property
    def redundancy(self) -> int:
        """How many of the given wrenches add nothing, c - r."""
        return int(self.given_wrenches.shape[1]) - self.rank

    @property
    def condition(self) -> float:
        """
        Return the ratio of the largest to the smallest singular value that counts [-].

        Of the given wrenches, each scaled to unit length with moments over the characteristic
        length: 1 where they are orthogonal, large where they are nearly dependent.
        """
        values = self._decomposition[0]
        return float(values[0] / values[self.rank - 1]) if self.rank else 1.0

    @property
    def is_nearly_singular(self) -> bool:
        """Whether a small error of positions or normals could change the rank."""
        return self.condition > CONSTRAINT_CONDITION

    @property
    def redundant_owners(self) -> tuple[str, ...]:
        """Names of the contacts one of whose wrenches is a combination of the others."""
        rows = self._decomposition[1][: self.rank]
        # Column j of the row space's basis has length 1 where wrench j is independent of the rest.
        dependent = 1.0 - np.sum(rows**2, axis=0) > CONSTRAINT_PARTICIPATION
        return self._owners_of(dependent)

    @property
    def nearly_dependent_owners(self) -> tuple[str, ...]:
        """Names of the contacts that make the constraint nearly singular, if it is."""
        if not self.is_nearly_singular:
            return ()
        weakest = self._decomposition[1][self.rank - 1]
        return self._owners_of(np.abs(weakest) > CONSTRAINT_PARTICIPATION)

    @checked
    def force_coordinates(self, wrench: Array) -> Array:
        """Return the coordinates (r,) of a wrench in N, by least squares where it is outside."""
        as_wrench(wrench, self.dimension)
        weighing = self._weights
        basis = weighing.dot(self.constraint_force_basis)
        return np.asarray(np.linalg.lstsq(basis, weighing.dot(wrench), rcond=None)[0])

    @checked
    def imposed_motion(self, speeds: Array) -> Array:
        """
        Return the least twist (d,) with given speeds (c,) along the given wrenches [m/s].

        Least in speeds at the characteristic length, which also weighs speeds that contradict
        each other; directions that do not count for the rank impose nothing.
        """
        as_vector(speeds, self.given_wrenches.shape[1], 'speeds')
        weighing = self._weights
        scaled = weighing.dot(self.given_wrenches)
        sizes = np.sqrt(np.einsum('ij,ij->j', scaled, scaled))
        left, values, right = np.linalg.svd(scaled / sizes, full_matrices=False)
        kept = slice(self.rank)
        coordinates = (right[kept] @ (speeds / sizes)) / values[kept]
        return np.asarray(weighing.T @ (left[:, kept] @ coordinates))

    def _owners_of(self, columns: NDArray[np.bool_]) -> tuple[str, ...]:
        owners = self.owners or ('',) * len(columns)
        named = (owner for owner, taken in zip(owners, columns, strict=True) if taken)
        return tuple(dict.fromkeys(named))

    @cached_property
    def _decomposition(self) -> tuple[Array, Array]:
        """Singular values and right vectors of the unit wrenches."""
        scaled = of_unit_length(self.given_wrenches, self._weights)
        _, values, rows = np.linalg.svd(scaled, full_matrices=False)
        return values, rows

    @property
    def _weights(self) -> Array:
        if self.weighing is not None:
            return self.weighing
        return wrench_weighing(self.dimension, self.characteristic_length)


@explained
def constraint_from_wrenches(
    wrenches: ArrayLike,
    owners: tuple[str, ...] = (),
    characteristic_length: float = 1.0,
    rank_tolerance: float = CONSTRAINT_RANK,
    weighing: Array | None = None,
) -> Constraint:
    """
    Return the constraint whose forces the columns (d, c) span; they may be dependent.

    Independent columns are kept as they are, so that coordinates in N are the contacts' forces;
    dependent ones are replaced by as many orthonormal directions (in scaled units) as count.
    weighing: (d, d) as of `wrench_weighing`, by default with the length about the reference point.
    """
    given = _columns(wrenches, 'constraint wrenches')
    if not 0.0 < as_finite_number(rank_tolerance, 'rank tolerance') < 1.0:
        raise InvalidInputError('rank tolerance', rank_tolerance, 'above 0 and below 1')
    size = given.shape[0]
    if weighing is None:
        weighing = wrench_weighing(size, characteristic_length)
    weighing = as_matrix(weighing, (size, size), 'weighing')
    scaled = of_unit_length(given, weighing)
    wide = given.shape[1] >= given.shape[0]
    left, values, _ = singular_parts(scaled, complete=not wide)
    rank = numerical_rank(values, rank_tolerance)
    independent = rank == given.shape[1]
    forces = given if independent else frozen_array(solved(weighing, left[:, :rank]))
    # Complements of the scaled forces are scaled motions: twists scale with the transpose.
    motions = weighing.T.dot(left[:, rank:])
    return Constraint(
        forces,
        frozen_array(motions),
        given,
        owners,
        characteristic_length,
        rank_tolerance,
        weighing,
    )


@checked
def constraint_from_motions(motions: ArrayLike, characteristic_length: float = 1.0) -> Constraint:
    """Return the constraint that leaves the motions (d, m) free, as screws of a joint would."""
    given = _columns(motions, 'free motions')
    wrench_scaling(given.shape[0], characteristic_length)  # refuses a length that is none
    # Angular velocities scale with the inverse length; else the two spaces exchange their roles.
    turned = constraint_from_wrenches(given, (), 1.0 / characteristic_length)
    forces = turned.free_motion_basis
    free = turned.constraint_force_basis
    return Constraint(forces, free, forces, (), characteristic_length)


@checked
def constraint_from_bases(
    constraint_force_basis: ArrayLike,
    free_motion_basis: ArrayLike,
    characteristic_length: float = 1.0,
) -> Constraint:
    """Return the constraint with the given N (d, r) and T (d, d - r), checked for reciprocity."""
    forces = _columns(constraint_force_basis, 'constraint force basis')
    motions = _columns(free_motion_basis, 'free motion basis')
    dimension = forces.shape[0]
    if motions.shape != (dimension, dimension - forces.shape[1]):
        raise InvalidInputError(
            'shape of free motion basis',
            motions.shape,
            str((dimension, dimension - forces.shape[1])),
        )
    force_size = unit_columns(forces, characteristic_length)
    motion_size = unit_columns(motions, 1.0 / characteristic_length)
    powers = np.abs(force_size.T @ motion_size)
    if powers.size and powers.max() > RECIPROCITY:
        pair = np.unravel_index(int(powers.argmax()), powers.shape)
        raise InconsistentStateError(
            f'power of constraint force {pair[0]} on free motion {pair[1]}',
            float(powers.max()),
            '0: a constraint force does no work on a free motion',
        )
    found = constraint_from_wrenches(forces, (), characteristic_length)
    if found.rank != forces.shape[1]:
        raise InvalidInputError(
            'rank of constraint force basis', found.rank, f'{forces.shape[1]}: independent columns'
        )
    return Constraint(forces, motions, forces, (), characteristic_length)


def _columns(columns: ArrayLike, what: str) -> Array:
    array = as_float_array(columns, what)
    array.setflags(write=False)
    if array.ndim != 2 or array.shape[0] not in (PLANAR, SPATIAL):
        raise InvalidInputError(f'shape of {what}', array.shape, '(3, columns) or (6, columns)')
    if not np.isfinite(array).all():
        raise InvalidInputError(what, array.tolist(), 'finite numbers')
    return array
