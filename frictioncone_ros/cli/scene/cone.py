# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone cone`: the wrenches that contacts can carry, or that go with a mode."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.analysis.mode_cones import mode_cone, ModeWrenches
from frictioncone_ros.cli.report import MOST_ROWS, number, print_answer, table, yes_no
from frictioncone_ros.cli.scene.scene_argument import (
    add_mode,
    add_plot,
    add_scene,
    add_wrench,
    pictures,
    scene_of,
)
from frictioncone_ros.cones import composite_wrench_cone, PolyhedralCone
from frictioncone_ros.contact import ContactPoint, ContactState
from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.spatial.arrays import Array, as_wrench, PLANAR

EXAMPLE = 'frictioncone cone block_on_table --mode rr'
MOST_EDGES = 256
"""In space faces grow with the third power of edges: 256 take seconds and a gigabyte."""
COMPONENTS = {3: ('fx', 'fy', 'tau'), 6: ('fx', 'fy', 'fz', 'tx', 'ty', 'tz')}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene, the mode, the polygon and the wrench to place."""
    add_scene(parser)
    add_mode(parser, 'one letter a contact, as ffs: the wrenches of this mode (those carried)')
    add_wrench(parser)
    add_plot(parser, 'the cone in three dimensions (planar scenes)')
    parser.add_argument(
        '--edges',
        type=int,
        default=8,
        metavar='COUNT',
        help='round friction in space becomes an inner polygon with so many edges (8)',
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the cone; 1 where --wrench is outside, else 0."""
    scene = scene_of(arguments)
    state, rounded = _with_edges(scene.required_state(), arguments.edges)
    kind, cone, possible = 'external wrenches that can be carried', None, True
    if arguments.mode:
        found = mode_cone(state, arguments.mode)
        kind, cone, possible = (
            f'external wrenches of mode {found.mode}',
            found.closed,
            found.is_possible,
        )
    else:
        cone = composite_wrench_cone(state).mirrored()
    inside = None
    if arguments.wrench:
        wrench = as_wrench(arguments.wrench, state.dimension, '--wrench')
        if rounded:
            inside = _holds_round(scene.required_state(), arguments.mode, wrench)
        else:
            inside = bool(possible and cone.contains(wrench))
    answer = {
        'kind': kind,
        'possible': possible,
        'approximated': rounded,
        'cone_dimension': cone.dim,
        'generators': cone.generators.T,
        'lineality': cone.lineality.T,
        'faces': cone.faces,
        'equalities': cone.equalities,
        'contains_wrench': inside,
    }
    lines = _lines(kind, cone, state.dimension, (possible, rounded, inside))
    print_answer(arguments, scene, answer, lines)
    if arguments.plot:
        pictures().draw_cone(arguments.plot, state, kind, cone)
    return 1 if inside is False else 0


def _holds_round(state: ContactState, mode: str | None, wrench: Array) -> bool:
    """Tell whether a wrench is in the cone of round friction, which reaches beyond polygons."""
    if mode:
        wrenches = ModeWrenches.of(state, mode)
        return wrenches.is_possible and wrenches.contains(wrench)
    return resist(state, wrench).feasible


def _with_edges(state: ContactState, edges: int) -> tuple[ContactState, bool]:
    """Return the state with finitely many friction edges, and whether that changed anything."""
    round_ones = [c.friction.force_edges(state.dimension) is None for c in state.contacts]
    _require_few(edges * sum(round_ones))  # before they are made
    contacts = [
        contact.with_friction(contact.friction.inner_polygon(edges)) if is_round else contact
        for contact, is_round in zip(state.contacts, round_ones, strict=True)
    ]
    count = sum(len(_edges_of(contact)) for contact in contacts)
    if state.dimension != PLANAR:
        _require_few(count)
    return replace(state, contacts=contacts), any(round_ones)


def _require_few(edges: int) -> None:
    if edges > MOST_EDGES:
        raise LimitExceededError('number of edges of all contacts', edges, MOST_EDGES)


def _edges_of(contact: ContactPoint) -> Array:
    edges = contact.friction.force_edges(contact.dimension)
    return np.zeros((0, 0)) if edges is None else edges


def _lines(
    kind: str, cone: PolyhedralCone, dimension: int, facts: tuple[bool, bool, bool | None]
) -> Iterator[str]:
    possible, rounded, inside = facts
    yield kind + (', round friction as inner polygons' if rounded else '')
    if not possible:
        yield 'the mode is impossible: no wrench gives it'
        return
    yield f'a cone of dimension {cone.dim} of {dimension}'
    if inside is not None:
        asked = ' (asked of the round friction itself)' if rounded else ''
        yield f'holds the wrench: {yes_no(inside)}{asked}'
    axes = COMPONENTS[PLANAR if dimension == PLANAR else 6]
    parts = {
        'generators (columns whose sums they are)': cone.generators.T,
        'lines (every multiple belongs to it)': cone.lineality.T,
        'faces (row . wrench <= 0)': cone.faces,
        'equalities (row . wrench = 0)': cone.equalities,
    }
    for title, rows in parts.items():
        if len(rows):
            yield ''
            yield f'{len(rows)} {title}'
            yield from table(('', *axes), _numbered(rows[:MOST_ROWS]))
            if len(rows) > MOST_ROWS:
                yield f'and {len(rows) - MOST_ROWS} more: --json has all'


def _numbered(rows: Array) -> list[list[str]]:
    sizes = abs(rows).max(axis=1, keepdims=True)
    shown = (rows / sizes).round(9)
    return [[str(index), *map(number, row)] for index, row in enumerate(shown.tolist())]
