# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a frictionless finger may push: against points tried one by one, and a known answer."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import finger_placements, mode_cone
from frictioncone_ros.analysis.mode_cones.paper_examples import (
    force_closure,
    peg_insertion,
    peg_jamming,
    seating,
)
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia


def push(outline, edge, fraction):
    first, second = outline[edge], outline[(edge + 1) % len(outline)]
    along = (second - first) / np.linalg.norm(second - first)
    normal = np.array((-along[1], along[0]))
    place = first + fraction * (second - first)
    return place, np.array((*normal, place[0] * normal[1] - place[1] * normal[0]))


def test_placements_are_the_places_whose_push_is_inside():
    example = force_closure()
    cone = mode_cone(example.state, example.mode)
    placements = {one.edge_index: one for one in finger_placements(cone, example.outline)}
    assert placements
    for edge in range(len(example.outline)):
        for fraction in np.linspace(0.0, 1.0, 41):
            place, wrench = push(example.outline, edge, fraction)
            inside = cone.closed.contains_strictly(wrench)
            one = placements.get(edge)
            within = one is not None and (one.start - place) @ (one.end - place) < -1e-12
            assert inside == within


def test_the_best_place_has_the_margin_it_claims():
    example = force_closure()
    cone = mode_cone(example.state, example.mode)
    for one in finger_placements(cone, example.outline):
        depths = []
        for fraction in np.linspace(0.0, 1.0, 201):
            _, wrench = push(example.outline, one.edge_index, fraction)
            depths.append(-(cone.rows.faces @ (cone.rows.scale * wrench)).max())
        assert max(depths) <= one.margin + 1e-12
        assert max(depths) == pytest.approx(one.margin, abs=0.02)


def test_pressing_closes_the_grasp():
    """With the finger as a fourth contact the contacts hold any wrench."""
    example = force_closure()
    cone = mode_cone(example.state, example.mode)
    for one in finger_placements(cone, example.outline):
        finger = ContactPoint(one.best, one.normal, CircularCone(0.0), name='finger')
        grasp = ContactState([*example.state.contacts, finger], example.state.inertia)
        assert mode_cone(grasp, 'ffff').closed.is_whole_space


def two_feet(friction):
    contacts = [ContactPoint((x, 0), (0, 1), CircularCone(friction)) for x in (-1, 1)]
    return mode_cone(ContactState(contacts, Inertia.planar_body(1, 1)), 'ff')


def test_two_feet_are_pressed_down_between_them():
    (top,) = finger_placements(two_feet(0.5), [(-2, 0), (2, 0), (2, 1), (-2, 1)])
    assert top.edge_index == 2
    assert np.allclose(sorted((top.start[0], top.end[0])), (-1, 1))
    # In the middle the friction angle is what limits the margin: sin(atan 0.5).
    assert abs(top.best[0]) < 0.7
    assert top.margin == pytest.approx(0.5 / np.hypot(1, 0.5))


def test_without_friction_nothing_closes_the_grasp():
    assert finger_placements(two_feet(0.0), [(-2, 0), (2, 0), (2, 1), (-2, 1)]) == ()


@pytest.mark.parametrize('outline', [[(0, 0), (1, 0)], [(0, 0), (0, 1), (1, 0)], [(0, 0, 0)] * 3])
def test_an_outline_must_go_round_counter_clockwise(outline):
    with pytest.raises(InvalidInputError, match='counter-clockwise'):
        finger_placements(mode_cone(seating().state, 'lla'), outline)


TALL = [(-0.2, -3.0), (0.2, -3.0), (0.2, 3.0), (-0.2, 3.0)]
WIDE = [(y, x) for x, y in TALL[::-1]]


@pytest.mark.parametrize('outline', [TALL, WIDE], ids=['tall', 'wide'])
@pytest.mark.parametrize('away', [(0.0, 0.0), (5.0, -7.0), (-7.0, 5.0), (6.0, 6.0)])
def test_whichever_way_an_outline_is_long_and_lies_it_goes_round_one_way(outline, away):
    cone, placed = mode_cone(seating().state, 'lla'), np.array(outline) + away
    for corner in range(4):
        finger_placements(cone, np.roll(placed, corner, axis=0))
        with pytest.raises(InvalidInputError, match='counter-clockwise'):
            finger_placements(cone, np.roll(placed[::-1], corner, axis=0))


@pytest.mark.parametrize(
    'example',
    [seating(), force_closure(), peg_insertion(), peg_jamming()],
    ids=lambda it: it.title,
)
def test_in_the_examples_of_the_paper_every_point_touches_the_workpiece(example):
    """Each on an edge of the outline, or at a corner of it, and none pulls outwards."""
    outline = example.outline
    for contact in example.state.contacts:
        sides = np.roll(outline, -1, axis=0) - outline
        arms = contact.contact_position - outline
        along = np.einsum('ij,ij->i', arms, sides) / np.einsum('ij,ij->i', sides, sides)
        nearest = outline + np.clip(along, 0.0, 1.0)[:, None] * sides
        gaps = np.linalg.norm(contact.contact_position - nearest, axis=1)
        assert gaps.min() < 1e-12, contact.name
        assert ((outline - contact.contact_position) @ contact.contact_normal).max() > 0.1


@pytest.mark.parametrize('make', [seating, force_closure, peg_insertion, peg_jamming])
def test_contacts_of_an_example_are_on_the_outline_of_a_convex_workpiece(make):
    example = make()
    outline = example.outline
    way = np.roll(outline, -1, axis=0) - outline
    inward = np.column_stack((-way[:, 1], way[:, 0])) / np.linalg.norm(way, axis=1)[:, None]
    # Every vertex is inside every side, and every contact that is made on some.
    heights = (outline[None] - outline[:, None]) * inward[:, None]
    assert heights.sum(axis=2).min() >= -1e-12
    for contact in example.state.contacts:
        beyond = ((contact.contact_position - outline) * inward).sum(axis=1)
        assert beyond.min() == pytest.approx(0.0, abs=1e-9)
    # A peg is an even rectangle.
    if make in (peg_insertion, peg_jamming):
        mass, turning = example.state.inertia.matrix[0, 0], example.state.inertia.matrix[2, 2]
        assert turning == pytest.approx(mass * (way[0] @ way[0] + way[1] @ way[1]) / 12.0)


@pytest.mark.parametrize('example', [seating, force_closure, peg_insertion, peg_jamming])
def test_contacts_yet_to_be_made_are_those_that_a_mode_does_not_hold(example):
    asked = example()
    without = tuple(index for index, letter in enumerate(asked.mode) if letter in 'as')
    assert asked.open_contacts == without
