# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family G: force closure, planar and spatial, round cones exactly and both polygons."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.force_closure import force_closure, ForceClosure
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
)

COVERS = 'G'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare verdicts and check each certificate against the contacts alone."""
    for name, case in named_cases(document):
        checked = _planar(case) if case['dim'] == 2 else _spatial(case)
        wrong = [text for text in checked if text]
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _planar(case: dict[str, Any]) -> Iterator[str]:
    yield _verdict(case, CircularCone, case['force_closure'])
    if case['nguyen'] is not None:
        yield _verdict(case, CircularCone, case['nguyen'])


def _spatial(case: dict[str, Any]) -> Iterator[str]:
    count = case['K']
    yield _verdict(case, lambda mu: FrictionPolygon(mu, count), case['force_closure_inner_K'])
    yield _verdict(
        case,
        lambda mu: FrictionPolygon(mu / cos(pi / count), count),
        case['force_closure_outer_K'],
        turn=pi / count,
    )
    if case['true_cone'] in ('yes', 'no'):
        yield _verdict(case, CircularCone, case['true_cone'] == 'yes')


def _verdict(case: dict[str, Any], model: Any, expected: bool, turn: float = 0.0) -> str:
    """Judge one verdict; turn: of polygons about the normal [rad]."""
    state = ContactState([_contact(data, model(data['mu']), turn) for data in case['contacts']])
    answer = force_closure(state)
    if answer.closed != expected:
        return f'{state.contacts[0].friction}: closure is {answer.closed}, expected {expected}'
    return '' if _certificate_holds(answer, case) else 'the certificate does not hold'


def _contact(data: dict[str, Any], friction: FrictionModel, turn: float) -> ContactPoint:
    """Return the contact; inner polygons start along x (y where the normal is about along x).

    The file does not state its polygons' orientation; this common choice agrees with all of it.
    Outer polygons are turned by half an edge: their sides touch the circle where inner ones have
    their corners.
    """
    normal = np.array(data['n']) / np.linalg.norm(data['n'])
    if normal.size == 2:
        return ContactPoint(data['p'], normal, friction)
    hint = np.eye(3)[0 if abs(normal[0]) < 0.9 else 1]
    along = hint - (hint @ normal) * normal
    turned = np.cos(turn) * along + np.sin(turn) * np.cross(normal, along)
    return ContactPoint(data['p'], normal, friction, tangent_hint=turned)


def _certificate_holds(answer: ForceClosure, case: dict[str, Any]) -> bool:
    """Recompute forces and moments from positions; nothing of the solver is used."""
    if answer.internal_forces is None:
        assert answer.escaping_twist is not None
        return _nothing_stops(answer.escaping_twist, answer)
    state, total, moment = answer.problem.state, 0.0, 0.0
    for contact, columns in zip(state.contacts, answer.problem.slices, strict=True):
        components = answer.internal_forces[columns]
        if (
            np.linalg.norm(components[1:3])
            > 1.2 * contact.friction.friction_coefficient * components[0] + 1e-9
            or components[0] < 0.5
        ):
            return False
        force = contact.frame.T @ components
        total = total + force
        moment = moment + _moment(contact.contact_position, force)
    size = np.abs(answer.internal_forces).max()
    return bool(np.abs(total).max() < 1e-7 * size and np.abs(moment).max() < 1e-7 * size)


def _moment(position: np.ndarray, force: np.ndarray) -> np.ndarray | float:
    if position.size == 2:
        return float(position[0] * force[1] - position[1] * force[0])
    return np.cross(position, force)


def _nothing_stops(twist: np.ndarray, answer: ForceClosure) -> bool:
    state = answer.problem.state
    for contact in state.contacts:
        position = contact.contact_position
        if state.dimension == 3:
            velocity = twist[:2] + twist[2] * np.array((-position[1], position[0]))
        else:
            velocity = twist[:3] + np.cross(twist[3:], position)
        edges = contact.friction.force_edges(state.dimension)
        components = contact.frame @ velocity
        if edges is None:
            least = components[0] - contact.friction.friction_coefficient * np.linalg.norm(
                components[1:]
            )
        else:
            least = (edges @ components).min()
        if least < -1e-8 * np.abs(twist).max():
            return False
    return bool(np.abs(twist).max() > 0.0)
