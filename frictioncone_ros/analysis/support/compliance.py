# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How far the contacts give way under force: what decides which forces occur."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import component_slices, ContactState, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import wrench_scaling
from frictioncone_ros.spatial.arrays import Array, as_non_negative, as_vector, frozen_array

TANGENTIAL_SHARE = 0.5
"""Tangential over normal stiffness of a contact where nothing else is known [-]: spheres have
2 (1 - nu) / (2 - nu), 0.8. In grooves and clamps a factor of 10 moves the limit by 1 %."""


@dataclass(frozen=True, eq=False)
class Compliance:
    """
    Springs at the contacts; only ratios of stiffness matter.

    normal_stiffness: (k,) > 0, in any one unit; None for equal contacts.
    tangential_share: tangential over normal stiffness, > 0 [-].
    preload: (k,) normal force of each contact under no wrench [N], as of fingers that squeeze;
    None for contacts that only press when the wrench presses them.
    """

    normal_stiffness: Array | None = None
    tangential_share: float = TANGENTIAL_SHARE
    preload: Array | None = None

    def __post_init__(self) -> None:
        """Check the share."""
        if as_non_negative(self.tangential_share, 'tangential share of stiffness') == 0.0:
            expected = 'a number > 0'
            raise InvalidInputError('tangential share of stiffness', 0.0, expected)

    @classmethod
    def of_state(cls, state: ContactState) -> Compliance:
        """Return what the contacts of a state say of themselves; equal springs where nothing."""
        stiffness, preload = state.stiffness, state.internal_forces
        if stiffness is None and preload is None:
            return EQUAL_SPRINGS
        return cls(stiffness, preload=preload)

    def stiffness_of(self, count: int) -> Array:
        """Return the normal stiffness of so many contacts (k,), of mean 1."""
        if self.normal_stiffness is None:
            return np.ones(count)
        given = as_vector(self.normal_stiffness, count, 'normal stiffness')
        if count and given.min() <= 0.0:
            raise InvalidInputError('normal stiffness', given.tolist(), 'numbers > 0')
        return given / given.mean() if count else given

    def preload_of(self, count: int) -> Array:
        """Return the normal forces (k,) [N] that are there without a wrench."""
        if self.preload is None:
            return np.zeros(count)
        given = as_vector(self.preload, count, 'preload')
        if count and given.min() < 0.0:
            raise InvalidInputError('preload', given.tolist(), 'numbers >= 0')
        return frozen_array(given)


def squeeze_of(state: ContactState, contact_forces: Array) -> Array:
    """
    Return the normal forces (k,) [N] of measured contact forces (c,) that no wrench asks for.

    What is left of them without the forces that springs take for the wrench they add up to: how
    hard contacts squeeze each other, as fingers do. Contact-major, normal first.
    """
    matrix, slices = wrench_matrix(state), component_slices(state)
    scaled = wrench_scaling(state.dimension, state.characteristic_length)[:, None] * matrix
    weights = np.full(matrix.shape[1], TANGENTIAL_SHARE)
    starts = [columns.start for columns in slices]
    stiffness = state.stiffness
    weights[starts] = 1.0 if stiffness is None else stiffness / stiffness.mean()
    springs = (scaled * weights) @ scaled.T
    asked = weights * (
        scaled.T @ np.linalg.pinv(springs, hermitian=True) @ scaled @ contact_forces
    )
    return np.maximum((contact_forces - asked)[starts], 0.0)


EQUAL_SPRINGS = Compliance()
"""Contacts of equal stiffness that nothing squeezes."""


def require_compliance(compliance: object) -> None:
    """Refuse what is no Compliance, as an array of stiffness."""
    if not isinstance(compliance, Compliance):
        expected = 'a Compliance: Compliance(preload=...) makes one'
        raise InvalidInputError('compliance', compliance, expected)
