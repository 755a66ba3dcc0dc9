# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One point where the moving body touches its environment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from math import hypot

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_choice,
    as_float_array,
    as_non_negative,
    as_point,
    as_vector,
    frozen_array,
    is_given,
    largest_magnitude,
    not_given,
    PLANAR,
    SPATIAL,
    stated_fields,
)
from frictioncone_ros.tolerances import ROUNDING, SYMMETRY, UNIT_LENGTH

PARALLEL_AXES = 1e-6
"""A tangent hint whose part across the normal is shorter than this gives no direction [-]."""


class ContactKind(Enum):
    """Which side carries the point that touches; it decides the second variation."""

    BODY_VERTEX = 'B'
    """A vertex of the moving body on a surface of the environment (type B)."""
    ENVIRONMENT_VERTEX = 'A'
    """A vertex of the environment on a surface of the moving body (type A)."""


@dataclass(frozen=True, eq=False)
class ContactPoint:
    """
    A frictional point contact of the moving body with its environment.

    Attributes
    ----------
    contact_position: (2,) or (3,) contact point minus reference point [m].
    contact_normal: unit vector of the same size, from the environment into the moving body.
    friction: the set of forces it can transmit.
    name: how messages call it.
    tangent_hint: (3,) direction whose part across the normal becomes tangent 1; it states the
        axes of a friction pyramid. By default the world axis most across the normal.
    kind, curvature: which side is the vertex, and the curvature of the other side's surface
        [1/m], positive where that surface bulges; a number, or in space a symmetric (2, 2)
        matrix along (t1, t2).
    surface_velocity: velocity of the environment at the contact [m/s], for conveyors and pushers.
    body, other_body: names of the two sides, for people.
    stiffness: along the normal, > 0 [N/m]; only ratios between contacts matter; None: as stiff as
        the mean of those that are stated.
    internal_force: normal force that is there under no wrench, >= 0 [N], as of a finger that
        grasps.
    """

    contact_position: Array
    contact_normal: Array
    friction: FrictionModel
    name: str = ''
    tangent_hint: Array | None = None
    kind: ContactKind = ContactKind.BODY_VERTEX
    curvature: Array | float = 0.0
    surface_velocity: Array = field(default_factory=not_given)
    body: str = field(default='', kw_only=True)
    other_body: str = field(default='', kw_only=True)
    stiffness: float | None = field(default=None, kw_only=True)
    internal_force: float = field(default=0.0, kw_only=True)

    __repr__ = stated_fields

    def __post_init__(self) -> None:
        """Check every field and say which contact has which wrong value."""
        for what, text in (
            ('name', self.name),
            ('body', self.body),
            ('other_body', self.other_body),
        ):
            if not isinstance(text, str):
                raise InvalidInputError(f'{what} of a contact', text, 'a text')
        label = self.label
        position = as_point(self.contact_position, 'contact position', label)
        size = position.shape[0]
        object.__setattr__(self, 'contact_position', position)
        object.__setattr__(self, 'contact_normal', _unit_normal(self, size, label))
        if not isinstance(self.friction, FrictionModel):
            raise InvalidInputError(
                'friction', self.friction, 'a FrictionModel: CircularCone(0.5) makes one', label
            )
        if self.tangent_hint is not None:
            hint = as_vector(self.tangent_hint, size, 'tangent hint', label)
            object.__setattr__(self, 'tangent_hint', hint)
        if type(self.kind) is not ContactKind:
            kind = as_choice(ContactKind, self.kind, 'kind of contact', label)
            object.__setattr__(self, 'kind', kind)
        object.__setattr__(self, 'curvature', _curvature_form(self.curvature, size, label))
        velocity = _STILL[size]
        if is_given(self.surface_velocity, 'surface velocity'):
            velocity = as_vector(self.surface_velocity, size, 'surface velocity', label)
        object.__setattr__(self, 'surface_velocity', velocity)
        _require_springs(self)
        if self.tangent_hint is not None:
            _ = self.frame  # a bad tangent hint is refused here and not at first use

    def renamed(self, name: str) -> ContactPoint:
        """Return the same contact by another name; all else was checked already."""
        if not isinstance(name, str):
            raise InvalidInputError('name of a contact', name, 'a text')
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), name=name)
        return twin

    @property
    def label(self) -> str:
        """How an error message calls this contact."""
        return f'contact {self.name!r}' if self.name else 'contact without a name'

    @property
    def dimension(self) -> int:
        """Number of components of its wrench: 3 planar, 6 spatial."""
        return PLANAR if self.contact_position.shape[0] == 2 else SPATIAL

    @cached_property
    def frame(self) -> Array:
        """
        Rows (n, t) planar or (n, t1, t2) spatial, orthonormal.

        Planar t is the normal turned by +90 degrees, (-ny, nx); spatially t2 = n x t1.
        """
        return frozen_array(self.axes)

    @property
    def axes(self) -> list[tuple[float, ...]]:
        """The rows of the frame in plain numbers: NumPy takes ten times as long for three."""
        if self.dimension == PLANAR:
            x, y = self.contact_normal.tolist()
            return [(x, y), (-y, x)]
        x, y, z = normal = tuple(self.contact_normal.tolist())
        a, b, c = first = self._first_tangent(normal)
        return [normal, first, (y * c - z * b, z * a - x * c, x * b - y * a)]

    def moved(self, offset: ArrayLike) -> ContactPoint:
        """Return the same contact seen from a reference point moved by offset [m]."""
        shift = as_vector(offset, self.contact_position.shape[0], 'offset', self.label)
        return replace(self, contact_position=self.contact_position - shift)

    def with_friction(self, friction: FrictionModel) -> ContactPoint:
        """Return the same contact with another friction model."""
        return replace(self, friction=friction)

    def _first_tangent(self, normal: tuple[float, ...]) -> tuple[float, float, float]:
        x, y, z = normal
        if self.tangent_hint is None:
            # The first of equals is taken: x wins over y over z on a tie.
            sizes = [abs(x), abs(y), abs(z)]
            direction = [0.0, 0.0, 0.0]
            direction[sizes.index(min(sizes))] = 1.0
        else:
            direction = np.asarray(self.tangent_hint).tolist()
        a, b, c = direction
        along = a * x + b * y + c * z
        across = (a - along * x, b - along * y, c - along * z)
        length = hypot(*across)
        if length <= PARALLEL_AXES * hypot(*direction):
            expected = 'a direction not along the normal'
            raise InvalidInputError('tangent hint', direction, expected, self.label)
        return across[0] / length, across[1] / length, across[2] / length


_STILL = {size: frozen_array(np.zeros(size)) for size in (2, 3)}
"""The velocity of a surface that does not move, by the size of a point."""
_FLAT = {2: frozen_array(np.zeros((1, 1))), 3: frozen_array(np.zeros((2, 2)))}
"""The curvature form of a flat surface, by the size of a point."""


def _require_springs(contact: ContactPoint) -> None:
    """Refuse a stiffness that is not above zero, and an internal force below it."""
    if contact.stiffness is not None:
        stiffness = as_non_negative(contact.stiffness, 'stiffness', contact.label)
        if stiffness == 0.0:
            raise InvalidInputError('stiffness', stiffness, 'a number > 0', contact.label)
        object.__setattr__(contact, 'stiffness', stiffness)
    force = as_non_negative(contact.internal_force, 'internal force', contact.label)
    object.__setattr__(contact, 'internal_force', force)


def _unit_normal(contact: ContactPoint, size: int, where: str) -> Array:
    normal = as_vector(contact.contact_normal, size, 'contact normal', where)
    length = hypot(*normal.tolist())
    if abs(length - 1.0) > UNIT_LENGTH:
        expected = f'a unit vector (its length is {length:.9g})'
        raise InvalidInputError('contact normal', normal.tolist(), expected, where)
    if abs(length - 1.0) <= ROUNDING:
        return normal  # as it came: a contact that is written and read again is the same
    unit: Array = normal / length
    unit.setflags(write=False)
    return unit


def _curvature_form(curvature: ArrayLike, size: int, where: str) -> Array:
    """Return the curvature as a symmetric (1, 1) or (2, 2) form on the tangent components."""
    if not isinstance(curvature, np.ndarray) and curvature == 0.0:
        return _FLAT[size]
    given = as_float_array(curvature, 'curvature', where)
    # Not given * identity: infinity times zero is no number and would hide what was given.
    form = np.diag(np.full(size - 1, given)) if given.ndim == 0 else given
    if form.shape != (size - 1, size - 1) or not np.isfinite(form).all():
        expected = 'a finite number' + (' or a (2, 2) matrix' if size == 3 else '')
        raise InvalidInputError('curvature', given.tolist(), expected, where)
    if np.abs(form - form.T).max() > SYMMETRY * largest_magnitude(form):
        raise InvalidInputError('curvature', given.tolist(), 'a symmetric matrix', where)
    return frozen_array(form)
