# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction in scenario files: a coefficient for a circular cone, or a model by name.

The desired motion of a scenario file: a twist, and which contacts are the robot's.
"""

from __future__ import annotations

from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario.scenario import DesiredMotion
from frictioncone_ros.scenario.section import Entry, Section

MODELS: dict[str, tuple[type[FrictionModel], tuple[str, ...], tuple[str, ...]]] = {
    'frictionless': (Frictionless, (), ()),
    'circular_cone': (CircularCone, ('coefficient',), ()),
    'elliptic_cone': (EllipticCone, ('coefficient', 'second_coefficient'), ('edge_count',)),
    'pyramid': (FrictionPyramid, ('coefficient',), ('second_coefficient',)),
    'polygon': (FrictionPolygon, ('coefficient',), ('edge_count',)),
    'soft_finger': (SoftFinger, ('coefficient', 'torsional_friction'), ('edge_count',)),
}
"""What files call each model: its class, the keys it needs, the keys it may have."""

FIELDS = {
    'coefficient': 'friction_coefficient',
    'second_coefficient': 'second_friction_coefficient',
    'torsional_friction': 'torsional_friction',
    'edge_count': 'edge_count',
}
"""What the keys are called in the models."""

MOST_EDGES = 1024
"""Edges a friction polygon may have; each is a column of what is solved [count]."""


def read_friction(entry: Entry) -> FrictionModel:
    """Return the model that a number or a mapping stands for."""
    if entry.is_mapping:
        return _model(entry.section(('model', *FIELDS)))
    coefficient = entry.number()
    if coefficient < 0.0:
        raise entry.refused('a number >= 0')
    return CircularCone(coefficient)


def friction_entries(friction: FrictionModel) -> float | dict[str, object]:
    """Return what `read_friction` reads back as the same model."""
    if type(friction) is CircularCone:
        return friction.friction_coefficient
    for name, (model, needed, allowed) in MODELS.items():
        if getattr(friction, 'independent', False):
            raise InvalidInputError('friction', friction, 'a model that scenario files can state')
        if type(friction) is model:
            values = {key: getattr(friction, FIELDS[key]) for key in (*needed, *allowed)}
            given = {key: value for key, value in values.items() if value is not None}
            return {'model': name, **given}
    raise InvalidInputError('friction', friction, 'a model that scenario files know')


def _model(section: Section) -> FrictionModel:
    chosen = section.required('model')
    if chosen.text() not in MODELS:
        raise chosen.refused('one of ' + ', '.join(MODELS))
    model, needed, allowed = MODELS[chosen.text()]
    for key, entry in section.values.items():
        if key not in {'model', *needed, *allowed}:
            fitting = ', '.join((*needed, *allowed)) or 'no further key'
            raise entry.refused(f'nothing: {chosen.text()} takes {fitting}')
    numbers: dict[str, float | int] = {}
    for key in needed:
        numbers[FIELDS[key]] = section.required(key).number()
    for key in allowed:
        given = section.get(key)
        if given is not None:
            numbers[FIELDS[key]] = _edges(given) if key == 'edge_count' else given.number()
    with section.placed():
        return model(**numbers)


def _edges(entry: Entry) -> int:
    if entry.number() > MOST_EDGES:
        raise entry.refused(f'at most {MOST_EDGES}')
    return entry.count()


MOTION_KEYS = ('twist', 'hand', 'hand_turns')
FREE = 'free'
"""What stands for a component that may be anything."""

FLAGS = {'true': True, 'True': True, 'TRUE': True, 'false': False, 'False': False, 'FALSE': False}


def read_motion(document: Section, state: ContactState | None) -> DesiredMotion | None:
    """Return the desired motion; None where the document has none or lists no contacts."""
    entry = document.get('motion')
    if entry is None or state is None:
        return None
    section = entry.section(MOTION_KEYS)
    listed = section.required('twist').entries()
    if len(listed) != state.dimension:
        raise section.required('twist').refused(f'{state.dimension} numbers or "{FREE}"')
    twist = tuple(None if one.text() == FREE else one.number() for one in listed)
    return DesiredMotion(twist, _hand(section, state), _flag(section.get('hand_turns')))


def motion_entries(motion: DesiredMotion) -> dict[str, object]:
    """Return what a file says of a motion."""
    twist = [FREE if value is None else value for value in motion.twist]
    entries: dict[str, object] = {'twist': twist}
    if motion.hand:
        entries['hand'] = list(motion.hand)
    return {**entries, **({'hand_turns': True} if motion.hand_turns else {})}


def _hand(section: Section, state: ContactState) -> tuple[str, ...]:
    entry = section.get('hand')
    if entry is None:
        return ()
    names = tuple(one.text() for one in entry.entries())
    for one in entry.entries():
        if one.text() not in state.names:
            raise one.refused(f'the name of a contact: {", ".join(state.names)}')
    return names


def _flag(entry: Entry | None) -> bool:
    if entry is None:
        return False
    if entry.text() not in FLAGS:
        raise entry.refused('true or false')
    return FLAGS[entry.text()]
