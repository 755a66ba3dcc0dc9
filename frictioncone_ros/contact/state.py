# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A moving body, what it weighs, how it moves and where it touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.claims import common_dimension, named
from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.given_points import friction_models, inertia_of
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_float_array,
    as_items,
    as_twist,
    as_vector,
    Dimension,
    frozen_array,
    is_given,
    not_given,
    PLANAR,
    SPATIAL,
    stated_fields,
)
from frictioncone_ros.spatial.converters import as_dimension
from frictioncone_ros.spatial.inertia import Inertia
from frictioncone_ros.spatial.products import linear_size
from frictioncone_ros.spatial.transforms import shift_twist

LEAST_LENGTH = 1e-9
"""Distances of contacts from the reference point below this say nothing of the body's size [m]."""
ONE_PLACE = 1e-9
"""Contacts nearer to each other than this part of their distance are in one place [-]."""


@dataclass(frozen=True, eq=False)
class ContactState:
    """
    A complete snapshot: no contacts means no contact, not "unknown".

    Attributes
    ----------
    contacts: positions relative to the reference point, all planar or all spatial.
    inertia: of the moving body about the reference point; None where only forces are asked for.
    twist: (d,) of the moving body at the reference point [m/s, rad/s]; by default at rest.
    reference_point: (2,) or (3,) in the common frame [m]; default the frame's origin.
    dimension: 3 planar or 6 spatial; needed only where there is no contact, inertia or twist.
    acceleration: (d,) measured twist rate of the moving body at the reference point [m/s^2,
        rad/s^2]; None: not measured.
    gravity: (2,) or (3,) acting on the moving body where the contacts carry its weight [m/s^2]; by
        default zero: the arm carries it.
    """

    contacts: Sequence[ContactPoint] = ()
    inertia: Inertia | None = None
    twist: Array = field(default_factory=not_given)
    reference_point: Array = field(default_factory=not_given)
    dimension: int = 0
    acceleration: Array | None = None
    gravity: Array = field(default_factory=not_given)

    __repr__ = stated_fields

    def __post_init__(self) -> None:
        """Check that all parts speak of the same space and give every contact a name."""
        contacts = as_items(self.contacts, 'contacts', 'ContactPoints')
        object.__setattr__(self, 'contacts', named(contacts))
        claimed = common_dimension(self.contacts, self.inertia, self.twist, self.dimension)
        object.__setattr__(self, 'dimension', claimed)
        size = 2 if self.dimension == PLANAR else 3
        twist, point, gravity = _NOTHING[self.dimension], _NOTHING[size], _NOTHING[size]
        if is_given(self.twist, 'twist'):
            twist = as_twist(self.twist, self.dimension)
        if is_given(self.reference_point, 'reference point'):
            point = as_vector(self.reference_point, size, 'reference point')
        object.__setattr__(self, 'twist', twist)
        object.__setattr__(self, 'reference_point', point)
        if self.acceleration is not None:
            rate = as_twist(self.acceleration, self.dimension, 'acceleration')
            object.__setattr__(self, 'acceleration', rate)
        if is_given(self.gravity, 'gravity'):
            gravity = as_vector(self.gravity, size, 'gravity')
        object.__setattr__(self, 'gravity', gravity)

    @property
    def stiffness(self) -> Array | None:
        """Normal stiffness of the contacts (k,) [N/m]; None where none is stated."""
        given = [one.stiffness for one in self.contacts if one.stiffness is not None]
        if not given:
            return None
        mean = sum(given) / len(given)
        return np.array(
            [mean if one.stiffness is None else one.stiffness for one in self.contacts]
        )

    @property
    def internal_forces(self) -> Array | None:
        """Normal forces of the contacts under no wrench (k,) [N]; None where none is stated."""
        forces = [one.internal_force for one in self.contacts]
        return np.array(forces) if any(forces) else None

    @classmethod
    def from_points(
        cls,
        points: ArrayLike,
        normals: ArrayLike,
        friction: float | FrictionModel | Sequence[FrictionModel] = 0.5,
        mass: float | Inertia | None = None,
    ) -> ContactState:
        """
        Return the state of a body at rest that touches at some points.

        Parameters
        ----------
        points: (k, 2) planar or (k, 3) spatial, relative to the reference point [m].
        normals: unit vectors of the same shape into the body; or one for all points.
        friction: coefficient [-] of circular cones, a model for all contacts, or one for each.
        mass: of a body with its centre of mass at the reference point [kg], whose radius of
            gyration is the root mean square distance of the points (1 m where they all lie at the
            reference point); or its `Inertia`. None where only forces are asked for.

        Returns
        -------
        The state, its contacts named contact_0 and so on.

        Raises
        ------
        InvalidInputError: where something is no number, does not fit or is no unit vector.
        """
        places = as_float_array(points, 'points')
        if places.ndim != 2 or places.shape[1] not in (2, 3):
            raise InvalidInputError('shape of points', places.shape, '(k, 2) or (k, 3)')
        directions = as_float_array(normals, 'normals')
        if directions.shape not in {places.shape, places.shape[1:]}:
            expected = f'{places.shape} as points have, or {places.shape[1:]} for all'
            raise InvalidInputError('shape of normals', directions.shape, expected)
        models = friction_models(friction, len(places))
        rows = np.broadcast_to(directions, places.shape)
        contacts = [
            ContactPoint(*row, name=f'contact_{index}')
            for index, row in enumerate(zip(places, rows, models, strict=True))
        ]
        return cls(contacts, inertia_of(mass, places), dimension=_DIMENSIONS[places.shape[1]])

    @property
    def contact_count(self) -> int:
        """Number of contacts k."""
        return len(self.contacts)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the contacts, in order."""
        return tuple(contact.name for contact in self.contacts)

    @cached_property
    def frictions(self) -> tuple[FrictionModel, ...]:
        """The friction models of the contacts, in order: what they are made of, wherever."""
        return tuple([contact.friction for contact in self.contacts])

    @cached_property
    def positions(self) -> Array:
        """Contact positions relative to the reference point, (k, 2 or 3) [m]."""
        return self._stacked([contact.contact_position for contact in self.contacts])

    @cached_property
    def normals(self) -> Array:
        """Unit normals into the moving body, (k, 2 or 3)."""
        return self._stacked([contact.contact_normal for contact in self.contacts])

    @cached_property
    def frames(self) -> Array:
        """Contact frames (k, size, size), rows (n, t) or (n, t1, t2)."""
        size = 2 if self.dimension == PLANAR else 3
        frames = np.array([contact.axes for contact in self.contacts])
        return frames.reshape(self.contact_count, size, size)

    @cached_property
    def surface_velocities(self) -> Array:
        """Velocities of the environment at the contacts, (k, 2 or 3) [m/s]."""
        return self._stacked([contact.surface_velocity for contact in self.contacts])

    @property
    def surfaces_move(self) -> bool:
        """Whether the environment moves at some contact."""
        return any(any(contact.surface_velocity.tolist()) for contact in self.contacts)

    @property
    def characteristic_length(self) -> float:
        """
        Return the length that makes moments and forces comparable [m].

        The radius of gyration where an inertia is known, else the root mean square distance of
        the contacts from the reference point where that is no rounding, else 1 m.
        """
        if self.inertia is not None:
            return self.inertia.radius_of_gyration
        if self.contact_count:
            length = sqrt(np.vdot(self.positions, self.positions) / self.contact_count)
            return length if length > LEAST_LENGTH else 1.0
        return 1.0

    @cached_property
    def centre(self) -> Array:
        """The mean of the contacts' positions (2 or 3,) [m]; the reference point without any."""
        if not self.contact_count:
            return np.zeros(linear_size(self.dimension))
        return frozen_array(self.positions.mean(axis=0))

    @cached_property
    def spread(self) -> float:
        """
        The root mean square distance of the contacts from their centre [m].

        Unlike the characteristic length it does not depend on the reference point, but for
        contacts all in one place, which have no length of their own: theirs is that one.
        """
        if not self.contact_count:
            return self.characteristic_length
        arms = self.positions - self.centre
        length = sqrt(np.vdot(arms, arms) / self.contact_count)
        # Of contacts in one place, what the mean's rounding leaves of no distance is no length.
        reach = float(np.abs(self.positions).max())
        return length if length > ONE_PLACE * reach else self.characteristic_length

    def with_reference_point(self, offset: ArrayLike) -> ContactState:
        """Return the same physical state about a reference point moved by offset [m]."""
        size = 2 if self.dimension == PLANAR else 3
        shift = as_vector(offset, size, 'offset')
        return ContactState(
            contacts=tuple(contact.moved(shift) for contact in self.contacts),
            inertia=None if self.inertia is None else self.inertia.shifted(shift),
            twist=shift_twist(self.twist, shift),
            reference_point=self.reference_point + shift,
            dimension=self.dimension,
            acceleration=self._acceleration_at(shift),
            gravity=self.gravity,
        )

    def _acceleration_at(self, shift: Array) -> Array | None:
        """Return the measured twist rate of the body's point at an offset [m]; it also orbits."""
        if self.acceleration is None:
            return None
        moved = np.array(shift_twist(self.acceleration, shift))
        if self.dimension == PLANAR:
            moved[:2] -= self.twist[2] ** 2 * shift
        else:
            spin = self.twist[3:]
            moved[:3] += np.cross(spin, np.cross(spin, shift))
        return moved

    def with_twist(self, twist: ArrayLike) -> ContactState:
        """Return the same contacts and inertia moving with another twist."""
        return replace(self, twist=as_twist(twist, self.dimension))

    def with_friction(self, friction: FrictionModel | Sequence[FrictionModel]) -> ContactState:
        """Return the same state with one friction model for all contacts, or one for each."""
        if isinstance(friction, FrictionModel):
            models = [friction] * self.contact_count
        else:
            models = list(as_items(friction, 'friction', 'friction models, one per contact'))
        if len(models) != self.contact_count:
            expected = f'one per contact ({self.contact_count})'
            raise InvalidInputError('number of friction models', len(models), expected)
        contacts = [c.with_friction(m) for c, m in zip(self.contacts, models, strict=True)]
        return replace(self, contacts=contacts)

    def _stacked(self, rows: list[Array]) -> Array:
        size = 2 if self.dimension == PLANAR else 3
        return np.array(rows, dtype=np.float64).reshape(self.contact_count, size)


_NOTHING = {size: frozen_array(np.zeros(size)) for size in (2, 3, 6)}
"""What was not given, by its size."""
_DIMENSIONS = {2: PLANAR, 3: SPATIAL}


def require_state(state: object, dimension: int | None = None) -> None:
    """Refuse what is no contact state, as a list of contacts, or one of the other dimension."""
    if not isinstance(state, ContactState):
        raise InvalidInputError('state', state, 'a ContactState: ContactState(contacts) makes one')
    if dimension is not None and state.dimension != as_dimension(dimension, 'dimension'):
        raise InvalidInputError(
            'dimension of state', Dimension(state.dimension), str(Dimension(dimension))
        )
