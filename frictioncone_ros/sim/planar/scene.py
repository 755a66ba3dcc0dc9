# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes in the plane: a rectangular workpiece among fixels, and a peg in a hole, as MJCF."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.engine import new_scene
from frictioncone_ros.sim.xml_text import document, numbers
from frictioncone_ros.spatial import Array, frozen_array, Inertia

FIXEL_RADIUS = 0.002
"""Radius of the round fixels and of the rounded corners of a peg [m]."""

PLANAR_TIME_STEP = 1e-4
"""Simulated time of one step [s]: ten times finer than the arm's, for stiff contacts."""

PLANAR_TIME_CONSTANT = 1e-3
"""Time constant of contacts [s]: at 1 m/s^2 they give by less than 1 um, so modes are plain."""


@dataclass(frozen=True, eq=False)
class PlanarScene:
    """
    A rectangular body free in the plane, no gravity, and round fixels it may touch.

    half_size: (2,) half length along x and half height along y of the body frame [m].
    mass [kg]; fixels: (k, 2) centres in the world [m]; start: (3,) body pose (x, y, angle).
    corner_walls: for a peg, (j, 4) wall boxes (centre x, y, half sizes) that its corners touch.
    """

    half_size: Array
    mass: float
    friction_coefficient: float
    fixels: Array
    start: Array
    corner_walls: Array

    def __post_init__(self) -> None:
        """Take copies that nobody can change."""
        for field in ('half_size', 'fixels', 'start', 'corner_walls'):
            object.__setattr__(self, field, frozen_array(getattr(self, field)))
        if self.half_size.shape != (2,):
            raise InvalidInputError('shape of half size', self.half_size.shape, '(2,)')

    @property
    def inertia(self) -> Inertia:
        """Inertia of the uniform rectangle about its middle."""
        gyration = float(np.linalg.norm(self.half_size) / np.sqrt(3.0))
        return Inertia.planar_body(self.mass, gyration)

    @property
    def corner_offsets(self) -> Array:
        """Centres of the peg's two rounded lower corners in the body frame, (2 or 0, 2) [m]."""
        inset = self.half_size - FIXEL_RADIUS
        both = np.array([(-inset[0], -inset[1]), (inset[0], -inset[1])])
        return both[: 2 if len(self.corner_walls) else 0]

    def xml(self) -> str:
        """Return the MJCF text; joints are x, y and the angle of the body's middle."""
        root = new_scene('planar_body_among_fixels', PLANAR_TIME_STEP, PLANAR_TIME_CONSTANT)
        option = root.find('option')
        world = root.find('worldbody')
        assert option is not None and world is not None
        option.set('gravity', '0 0 0')
        body = Xml.SubElement(world, 'body', name='workpiece')
        for name, kind, axis in _JOINTS:
            Xml.SubElement(body, 'joint', name=name, type=kind, axis=axis)
        self._add_body(body)
        friction = numbers((self.friction_coefficient, 0.0, 0.0))
        for index, center in enumerate(self.fixels):
            attributes = {'name': f'fixel_{index}', 'type': 'sphere', 'friction': friction}
            attributes |= {'size': numbers([FIXEL_RADIUS]), 'pos': numbers((*center, 0.0))}
            Xml.SubElement(world, 'geom', attributes, contype='2', conaffinity='1')
        for index, (x, y, half_x, half_y) in enumerate(self.corner_walls):
            attributes = {'name': f'wall_{index}', 'type': 'box', 'friction': friction}
            attributes |= {'size': numbers((half_x, half_y, 0.02)), 'pos': numbers((x, y, 0.0))}
            Xml.SubElement(world, 'geom', attributes, contype='4', conaffinity='8')
        return document(root)

    def _add_body(self, body: Xml.Element) -> None:
        third = self.mass * self.inertia.radius_of_gyration**2
        inertia = numbers((third, third, third))
        Xml.SubElement(
            body, 'inertial', pos='0 0 0', mass=numbers([self.mass]), diaginertia=inertia
        )
        friction = numbers((self.friction_coefficient, 0.0, 0.0))
        attributes = {'name': 'body', 'type': 'box', 'friction': friction}
        attributes['size'] = numbers((*self.half_size, 0.02))
        Xml.SubElement(body, 'geom', attributes, contype='1', conaffinity='2')
        for index, offset in enumerate(self.corner_offsets):
            position = numbers((*offset, 0.0))
            ball = {'name': f'corner_{index}', 'type': 'sphere', 'friction': friction}
            ball |= {'size': numbers([FIXEL_RADIUS]), 'pos': position}
            Xml.SubElement(body, 'geom', ball, contype='8', conaffinity='4')


_JOINTS = (('x', 'slide', '1 0 0'), ('y', 'slide', '0 1 0'), ('angle', 'hinge', '0 0 1'))
