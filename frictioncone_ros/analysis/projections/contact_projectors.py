# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The projectors of a contact state in a mode: from contacts to the split in one call."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.projections.projectors import (
    length_metric,
    projector_pair,
    ProjectorPair,
)
from frictioncone_ros.constraints import Constraint, contact_constraint
from frictioncone_ros.contact import ContactMode, ContactState, require_state, UNSPECIFIED
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_matrix


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
        constraint = contact_constraint(contacts, _as_mode(contacts, mode))
        inertia = contacts.inertia
    if inertia_metric is not None:
        shape = (constraint.dimension, constraint.dimension)
        return projector_pair(constraint, as_matrix(inertia_metric, shape, 'inertia metric'))
    if inertia is not None:
        return projector_pair(constraint, inertia.matrix)
    length = constraint.characteristic_length
    return projector_pair(constraint, length_metric(constraint.dimension, length))


def _as_mode(state: ContactState, mode: ContactMode | str | None) -> ContactMode:
    if mode is None:
        return ContactMode((UNSPECIFIED,) * state.contact_count)
    return mode if isinstance(mode, ContactMode) else ContactMode.parse(mode)
