# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A contact formation written as words, and the adapter it makes."""

from __future__ import annotations

from collections.abc import Sequence
import re

import numpy as np

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    ManipulationSystem,
    Polygon,
    vertex_contact,
)
from frictioncone_ros.formations.adapter import FormationAdapter
from frictioncone_ros.formations.elemental_contact import ElementalContact

CONTACT = re.compile(r'(?:A e(\d+)-m(\d+)v(\d+)|B v(\d+)-m(\d+)e(\d+))')


def formation_adapter(
    workpiece: str, manipulators: Sequence[str], contacts: Sequence[str], friction: float
) -> FormationAdapter:
    """
    Return the adapter.

    workpiece, manipulators: "name x y x y x y ..." each, corners counter-clockwise [m].
    contacts: "A e0-m0v1" (edge 0 of the workpiece on vertex 1 of manipulator 0) or
    "B v2-m1e0" (vertex 2 of the workpiece on edge 0 of manipulator 1).
    """
    system = ManipulationSystem(
        _polygon(workpiece), tuple(_polygon(words) for words in manipulators if words.strip())
    )
    formation = ContactFormation(tuple(_contact(words) for words in contacts if words.strip()))
    return FormationAdapter(system, formation, CircularCone(friction))


def _polygon(words: str) -> Polygon:
    name, *numbers = words.split() or ['']
    try:
        values = [float(number) for number in numbers]
    except ValueError:
        values = []
    if len(values) < 6 or len(values) % 2:
        raise InvalidInputError('polygon', words, '"name x y x y x y ..."', 'parameters')
    return Polygon(name, np.reshape(values, (-1, 2)))


def _contact(words: str) -> ElementalContact:
    found = CONTACT.fullmatch(words.strip())
    if found is None:
        raise InvalidInputError('contact', words, '"A e0-m0v1" or "B v0-m0e1"', 'parameters')
    numbers = [int(number) for number in found.groups() if number is not None]
    return edge_contact(*numbers) if words.strip().startswith('A') else vertex_contact(*numbers)
