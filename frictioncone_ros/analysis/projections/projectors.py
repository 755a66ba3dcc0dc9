# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Featherstone's invariant projections of forces and motions.

A constraint fixes what is constraint force (N) and what is free motion (T); a metric decides how
everything else is split. An inertia metric A maps motions to forces, a mobility metric B forces
to motions; both are symmetric positive definite and must change with frame and units as an
inertia does, or the split does too (the identity matrix does not).

The projectors of a contact state in a mode: from contacts to the split in one call.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.projections.metric_root import metric_root
from frictioncone_ros.constraints import as_mode, contact_constraint
from frictioncone_ros.constraints.basis import Constraint
from frictioncone_ros.contact import ContactMode, ContactState, require_state, UNSPECIFIED
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_float_array, as_matrix, frozen_array
from frictioncone_ros.spatial.compiled import lapack
from frictioncone_ros.spatial.products import wrench_scaling
from frictioncone_ros.tolerances import SYMMETRY

MOBILITY = 'mobility metric'

_IDENTITIES = {dimension: frozen_array(np.eye(dimension)) for dimension in (3, 6)}


@dataclass(frozen=True, eq=False)
class ProjectorPair:
    """
    The split of forces and motions by one constraint and one inertia metric A.

    constraint_force: Omega_f(A) (d, d) on wrenches, onto range N along A T.
    free_motion: Omega_m(A^-1) (d, d) on twists, onto range T along A^-1 N.
    Their complements are each other's transposes.
    """

    constraint_force: Array
    free_motion: Array

    @property
    def motion_force(self) -> Array:
        """Return I - Omega_f: the part of a force that accelerates the body."""
        return self.free_motion.T

    @property
    def constrained_motion(self) -> Array:
        """Return I - Omega_m: the part of a motion the constraint forbids."""
        return self.constraint_force.T


def constraint_force_projector(
    constraint_force_basis: ArrayLike, inertia_metric: ArrayLike
) -> Array:
    """Return Omega_f(A) = N (N^T A^-1 N)^-1 N^T A^-1, (d, d) on wrenches."""
    return _projector(constraint_force_basis, inertia_metric, 'inertia metric')


def motion_force_projector(free_motion_basis: ArrayLike, inertia_metric: ArrayLike) -> Array:
    """Return the complement I - Omega_f(A) = A T (T^T A T)^-1 T^T, (d, d) on wrenches."""
    return _complement(free_motion_basis, inertia_metric, 'inertia metric')


def free_motion_projector(free_motion_basis: ArrayLike, mobility_metric: ArrayLike) -> Array:
    """Return Omega_m(B) = T (T^T B^-1 T)^-1 T^T B^-1, (d, d) on twists."""
    return _projector(free_motion_basis, mobility_metric, MOBILITY)


def constrained_motion_projector(
    constraint_force_basis: ArrayLike, mobility_metric: ArrayLike
) -> Array:
    """Return the complement I - Omega_m(B) = B N (N^T B N)^-1 N^T, (d, d) on twists."""
    return _complement(constraint_force_basis, mobility_metric, MOBILITY)


def projector_pair(constraint: Constraint, inertia_metric: Array) -> ProjectorPair:
    """
    Return Omega_f(A) and Omega_m(A^-1) of a constraint, from one small factorisation.

    inertia_metric: (d, d) symmetric positive definite [kg, kg m, kg m^2] or any multiple.
    Uses Omega_f(A)^T = I - Omega_m(A^-1) and needs no inverse of A.
    """
    motions = constraint.free_motion_basis
    weighted = inertia_metric.dot(motions)
    coordinates = _solve_definite(motions.T.dot(weighted), motions.T, 'inertia metric')
    motion_force = weighted.dot(coordinates)
    constraint_force = _IDENTITIES[constraint.dimension] - motion_force
    free_motion = motion_force.T
    constraint_force.setflags(write=False)
    free_motion.setflags(write=False)
    return ProjectorPair(constraint_force, free_motion)


def length_metric(dimension: int, characteristic_length: float) -> Array:
    """
    Return the inertia metric of a unit mass whose radius of gyration is the length [m].

    The Euclidean split, made honest: it depends on the reference point and on the length.
    """
    return frozen_array(np.diag(wrench_scaling(dimension, characteristic_length) ** -2.0))


def _projector(basis: ArrayLike, metric: ArrayLike, what: str) -> Array:
    columns, matrix = _basis_and_metric(basis, metric, what)
    root = metric_root(matrix, what, what == MOBILITY)
    return root.projector(root.solved(columns))


def _complement(basis: ArrayLike, metric: ArrayLike, what: str) -> Array:
    columns, matrix = _basis_and_metric(basis, metric, what)
    root = metric_root(matrix, what, what == MOBILITY)
    return root.projector(root.root.T.dot(columns))


def _basis_and_metric(basis: ArrayLike, metric: ArrayLike, what: str) -> tuple[Array, Array]:
    """Return basis (d, n) and metric (d, d) as arrays of fitting shapes."""
    columns, matrix = as_float_array(basis, 'basis'), _symmetric(metric, what)
    if columns.ndim != 2 or columns.shape[0] != matrix.shape[0]:
        raise InvalidInputError('shape of basis', columns.shape, f'({matrix.shape[0]}, columns)')
    return columns, matrix


def _symmetric(metric: ArrayLike, what: str) -> Array:
    """Return the metric as an array; the solver reads only half of it, so both must agree."""
    matrix = as_float_array(metric, what)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        raise InvalidInputError(f'shape of {what}', matrix.shape, '(3, 3) or (6, 6)')
    if not np.abs(matrix - matrix.T).max() <= SYMMETRY * np.abs(matrix).max():
        raise InvalidInputError(what, matrix.tolist(), 'a symmetric positive definite matrix')
    return matrix


def _solve_definite(matrix: Array, right: Array, what: str) -> Array:
    """Solve by Cholesky, which is also the check that the metric is positive definite."""
    if not matrix.size:
        return np.asarray(right)
    _, solution, info = lapack.dposv(matrix, right)
    if info != 0 or not np.isfinite(solution).all():
        expected = 'a positive definite matrix and independent basis columns'
        raise InvalidInputError(what, matrix.tolist(), expected)
    return np.asarray(solution)


def contact_projectors(
    contacts: ContactState | Constraint,
    mode: ContactMode | str | None = None,
    inertia_metric: ArrayLike | None = None,
) -> ProjectorPair:
    """
    Return the projectors that split forces and motions by what contacts constrain.

    Parameters
    ----------
    contacts: a contact state; or a prepared constraint, which knows its mode.
    mode: what each contact is desired to do, as 'ff' or a ContactMode; by default all are kept
        and free to slide, so that only normal forces are constraint forces.
    inertia_metric: (d, d) symmetric positive definite [kg, kg m, kg m^2]; by default the state's
        inertia, else a unit mass with the characteristic length as radius of gyration.

    Returns
    -------
    ProjectorPair: of wrenches and twists (d, d) about the reference point.

    Raises
    ------
    InvalidInputError: where the mode or the metric does not fit the contacts.
    """
    if isinstance(contacts, Constraint):
        if mode is not None:
            raise InvalidInputError('mode', mode, 'None, for a constraint has its mode')
        constraint, inertia = contacts, None
    else:
        require_state(contacts)
        kept = ContactMode((UNSPECIFIED,) * contacts.contact_count)
        constraint = contact_constraint(
            contacts, kept if mode is None else as_mode(contacts, mode)
        )
        inertia = contacts.inertia
    if inertia_metric is not None:
        shape = (constraint.dimension, constraint.dimension)
        return projector_pair(constraint, as_matrix(inertia_metric, shape, 'inertia metric'))
    if inertia is not None:
        return projector_pair(constraint, inertia.matrix)
    length = constraint.characteristic_length
    return projector_pair(constraint, length_metric(constraint.dimension, length))
