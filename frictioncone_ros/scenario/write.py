# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenarios as text that reads back as the same scenario."""

from __future__ import annotations

from collections.abc import Iterator
import json
import re

import numpy as np

from frictioncone_ros.contact import ContactKind, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import Polygon
from frictioncone_ros.scenario.friction_section import friction_entries, motion_entries
from frictioncone_ros.scenario.polygon_section import contact_text
from frictioncone_ros.scenario.scenario import PolygonScene, Scenario
from frictioncone_ros.spatial.arrays import Array, PLANAR

UNSAFE = re.compile('[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')
"""What JSON writes as it is, and YAML refuses or takes for the end of a line."""


POWER = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\d.])(\d+)(e[-+]\d+)')
"""Words, which stay, and numbers as 1e-07: without a point they are words to YAML 1.1."""


def scenario_text(scenario: Scenario) -> str:
    """Return a scenario as YAML; numbers keep every digit."""
    return '\n'.join(_lines(scenario)) + '\n'


def _lines(scenario: Scenario) -> Iterator[str]:
    if scenario.title:
        yield f'title: {_flow(scenario.title)}'
    if scenario.state is not None:
        yield from _state_lines(scenario)
    for key in ('wrench', 'load'):
        values = getattr(scenario, key)
        if values is not None:
            yield f'{key}: {_flow(values)}'
    if scenario.mode is not None:
        yield f'mode: {_flow(str(scenario.mode))}'
    if scenario.motion is not None:
        yield f'motion: {_flow(motion_entries(scenario.motion))}'
    if scenario.polygons is not None:
        yield from _polygon_lines(scenario.polygons)


def _state_lines(scenario: Scenario) -> Iterator[str]:
    state = scenario.required_state()
    _require_nothing_measured(state)
    yield f'dimension: {"planar" if state.dimension == PLANAR else "spatial"}'
    if state.reference_point.any():
        yield f'reference_point: {_flow(state.reference_point)}'
    yield 'contacts:' if state.contacts else 'contacts: []'
    preload = np.zeros(state.contact_count) if scenario.preload is None else scenario.preload
    for contact, force in zip(state.contacts, preload.tolist(), strict=True):
        entries = {**_contact_entries(contact), **({'preload': force} if force else {})}
        yield '  - ' + '\n    '.join(f'{key}: {_flow(value)}' for key, value in entries.items())
    if state.inertia is not None:
        yield f'inertia: {_flow({"matrix": state.inertia.matrix})}'
    if state.twist.any():
        yield f'twist: {_flow(state.twist)}'


def _require_nothing_measured(state: ContactState) -> None:
    """Raise InvalidInputError where the state has what files have no key for."""
    # An acceleration of zero was measured too.
    gravity = state.gravity if state.gravity.any() else None
    for what, given in (('acceleration', state.acceleration), ('gravity', gravity)):
        if given is not None:
            expected = f'none: scenario files state no {what}'
            raise InvalidInputError(what, given.tolist(), expected, 'contact state')


def _require_statable(contact: ContactPoint) -> None:
    """Raise InvalidInputError where reading back would lose something."""
    if contact.stiffness is not None or contact.internal_force:
        given = f'{contact.stiffness} and {contact.internal_force}'
        expected = 'none: scenario files state no springs'
        raise InvalidInputError('stiffness and internal force', given, expected, contact.label)


def _contact_entries(contact: ContactPoint) -> dict[str, object]:
    _require_statable(contact)
    entries: dict[str, object] = {
        'name': contact.name,
        'position': contact.contact_position,
        'normal': contact.contact_normal,
        'friction': friction_entries(contact.friction),
    }
    if contact.tangent_hint is not None:
        entries['tangent_hint'] = contact.tangent_hint
    if contact.kind is not ContactKind.BODY_VERTEX:
        entries['kind'] = contact.kind.value
    form = np.asarray(contact.curvature)
    if form.any():
        entries['curvature'] = float(form[0, 0]) if form.size == 1 else form
    if contact.surface_velocity.any():
        entries['surface_velocity'] = contact.surface_velocity
    sides = {'body': contact.body, 'other_body': contact.other_body}
    return {**entries, **{key: name for key, name in sides.items() if name}}


def _polygon_lines(polygons: PolygonScene) -> Iterator[str]:
    system = polygons.system
    yield 'polygons:'
    yield f'  workpiece: {_flow(_polygon(system.workpiece))}'
    yield '  manipulators:'
    for polygon, pose in zip(system.manipulators, polygons.manipulator_poses, strict=True):
        yield f'    - {_flow({**_polygon(polygon), "pose": pose.as_array()})}'
    if polygons.formation is not None:
        listed = [contact_text(contact) for contact in polygons.formation.contacts]
        yield f'  formation: {_flow(listed)}'


def _polygon(polygon: Polygon) -> dict[str, object]:
    return {'name': polygon.name, 'vertices': polygon.vertices}


def _flow(value: object) -> str:
    """Return a value in YAML's flow style, of which JSON is a part but for some characters."""
    text = json.dumps(value, default=_listed, ensure_ascii=False)
    text = POWER.sub(lambda found: found[1] or f'{found[2]}.0{found[3]}', text)
    return UNSAFE.sub(lambda found: f'\\u{ord(found[0]):04x}', text)


def _listed(array: Array) -> list[object]:
    return list(array.tolist())
