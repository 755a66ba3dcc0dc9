# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polygons and formations of a scenario file."""

from __future__ import annotations

import re

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    ElementalContact,
    ManipulationSystem,
    PlanarPose,
    Polygon,
    vertex_contact,
)
from frictioncone_ros.scenario.scenario import PolygonScene
from frictioncone_ros.scenario.section import Entry, Section

POLYGON_KEYS = ('name', 'vertices')
MANIPULATOR_KEYS = (*POLYGON_KEYS, 'pose')
MOST_VERTICES = 256
"""Of a polygon: a pose of one with 300 takes seconds to describe [count]."""
MOST_MANIPULATORS = 32
"""A formation needs three of them at most [count]."""
_CONTACT = re.compile(
    r'(?:A e(?P<edge>\d+)-m(?P<of_edge>\d+)v(?P<vertex>\d+)'
    r'|B v(?P<own_vertex>\d+)-m(?P<of_vertex>\d+)e(?P<other_edge>\d+))'
    r'(?: rolling at (?P<rolling>[-+.0-9eE]+))?'
)


def read_polygons(entry: Entry) -> PolygonScene:
    """Return the polygons, their poses and the formation, if one is named."""
    section = entry.section(('workpiece', 'manipulators', 'formation'))
    workpiece = _polygon(section.required('workpiece').section(POLYGON_KEYS), 'workpiece')
    listed = section.required('manipulators')
    if len(listed.entries()) > MOST_MANIPULATORS:
        raise listed.too_many(MOST_MANIPULATORS)
    placed = [one.section(MANIPULATOR_KEYS) for one in listed.entries()]
    manipulators = [_polygon(one, f'manipulator {index}') for index, one in enumerate(placed)]
    poses = [PlanarPose(*one.required('pose').numbers(3).tolist()) for one in placed]
    with section.placed():
        system = ManipulationSystem(workpiece, tuple(manipulators))
        return PolygonScene(system, tuple(poses), _formation(section.get('formation'), system))


def contact_text(contact: ElementalContact) -> str:
    """Return an elemental contact as files write it, for example 'A e2-m0v1'."""
    plain = str(contact).replace('_R ', ' ')
    distance = contact.rolling_distance
    return plain if distance is None else f'{plain} rolling at {distance!r}'


def _polygon(section: Section, default: str) -> Polygon:
    vertices = section.required('vertices')
    if vertices.is_list and len(vertices.entries()) > MOST_VERTICES:
        raise vertices.too_many(MOST_VERTICES)
    with section.placed():
        return Polygon(section.text('name', default), vertices.rows(2))


def _formation(entry: Entry | None, system: ManipulationSystem) -> ContactFormation | None:
    if entry is None:
        return None
    contacts = []
    for one in entry.entries():
        try:
            contacts.append(_elemental_contact(one))
            system.edge_and_vertex(contacts[-1])  # refuses elements that are not there
        except InvalidInputError as error:
            raise one.located(error) from None
    return ContactFormation(tuple(contacts))


def _elemental_contact(entry: Entry) -> ElementalContact:
    found = _CONTACT.fullmatch(entry.text().strip())
    if found is None:
        raise entry.refused("as 'A e2-m0v1', 'B v0-m1e3' or 'A e2-m0v1 rolling at 0.05'")
    rolling = None if found['rolling'] is None else _distance(entry, found['rolling'])
    if found['edge'] is not None:
        return edge_contact(
            int(found['edge']), int(found['of_edge']), int(found['vertex']), rolling
        )
    return vertex_contact(
        int(found['own_vertex']), int(found['of_vertex']), int(found['other_edge']), rolling
    )


def _distance(entry: Entry, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise entry.refused('a number of metres after "rolling at"') from None
