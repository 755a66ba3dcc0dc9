# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Random polygons and formations of every type, repeatable from a seed."""

import math

import numpy as np

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    FormationType,
    ManipulationSystem,
    PlanarPose,
    Polygon,
    vertex_contact,
)

KINDS = {
    '3A': 'AAA',
    '2AB': 'AAB',
    '2BA': 'BBA',
    '3B': 'BBB',
    'ARA': 'AA',
    'ARB': 'AB',
    'BRA': 'BA',
    'BRB': 'BB',
}


def random_polygon(generator, name, radius, count=None):
    """A star-shaped polygon of three to six corners, convex or not, in either sense."""
    count = count or int(generator.integers(3, 7))
    gaps = generator.uniform(0.6, 1.4, count)
    angles = np.cumsum(gaps) * math.tau / gaps.sum() + generator.uniform(0, math.tau)
    radii = radius * generator.uniform(0.5, 1.2, count)
    corners = np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))
    return Polygon(name, corners[:: int(generator.choice([-1, 1]))])


def random_system(generator):
    """A workpiece of radius about 1 and one to three manipulator polygons around it."""
    count = int(generator.integers(1, 4))
    fingers = tuple(random_polygon(generator, f'finger {i}', 0.5) for i in range(count))
    system = ManipulationSystem(random_polygon(generator, 'workpiece', 1.0), fingers)
    poses = tuple(
        PlanarPose(*generator.uniform(-1.2, 1.2, 2), float(generator.uniform(-3.1, 3.1)))
        for _ in fingers
    )
    return system, poses


def random_contact(generator, system, kind, rolling=False):
    """A contact of type 'A' or 'B' between elements that exist."""
    index = int(generator.integers(len(system.manipulators)))
    own = int(generator.integers(len(system.workpiece.corners)))
    other = int(generator.integers(len(system.manipulators[index].corners)))
    make = edge_contact if kind == 'A' else vertex_contact
    contact = make(own, index, other)
    if rolling:
        edge, _ = system.edge_and_vertex(contact)
        contact = make(own, index, other, float(generator.uniform(0, edge.length)))
    return contact


def random_formation(generator, system, name):
    """A formation of one of the eight types, without one contact twice."""
    letters = KINDS[name]
    while True:
        contacts = [
            random_contact(generator, system, letter, len(letters) == 2 and index == 0)
            for index, letter in enumerate(letters)
        ]
        names = {
            (c.kind, c.workpiece_element, c.manipulator, c.manipulator_element) for c in contacts
        }
        if len(names) == len(contacts):
            formation = ContactFormation(tuple(contacts))
            assert formation.type is FormationType(name)
            return formation


def raw_gap(system, contact, poses, pose_numbers):
    """The signed distance of a contact's vertex from its edge, from the corners alone [m].

    pose_numbers: x, y, angle as numbers or equal arrays. Complex numbers stand for points, so no
    formula of the package is used.
    """
    x, y, angle = pose_numbers
    workpiece = [
        complex(*corner) * np.exp(1j * angle) + x + 1j * y for corner in system.workpiece.vertices
    ]
    placed = poses[contact.manipulator]
    manipulator = [
        complex(*corner) * np.exp(1j * placed.angle) + placed.x + 1j * placed.y
        for corner in system.manipulators[contact.manipulator].vertices
    ]
    if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
        edges, edge, vertex = (
            workpiece,
            contact.workpiece_element,
            manipulator[contact.manipulator_element],
        )
        counterclockwise = system.workpiece.counterclockwise
    else:
        edges, edge, vertex = (
            manipulator,
            contact.manipulator_element,
            workpiece[contact.workpiece_element],
        )
        counterclockwise = system.manipulators[contact.manipulator].counterclockwise
    start, end = edges[edge], edges[(edge + 1) % len(edges)]
    left = np.imag((vertex - start) * np.conj(end - start)) / np.abs(end - start)
    return -left if counterclockwise else left
