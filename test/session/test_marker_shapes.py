# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is drawn of an outcome, in metres: cones open by the friction angle, arrows are forces."""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
)
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.marker_shapes import (
    CONE_HEIGHT,
    cone_triangles,
    FORCE_LENGTH,
    shapes_of,
    words_of,
)
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

NORMAL = np.array([0.6, 0.0, 0.8])


def sides(contact):
    """Return the corners (n, 3, 3) of a cone's sides as seen from the contact."""
    place = np.zeros(3)
    place[: len(contact.contact_position)] = contact.contact_position
    return cone_triangles(contact).reshape(-1, 3, 3) - place


@pytest.mark.parametrize(
    'friction', [CircularCone(0.5), FrictionPolygon(0.5, 8), EllipticCone(0.5, 0.5)]
)
def test_a_cone_in_space_opens_by_the_friction_angle(friction):
    found = sides(ContactPoint((1.0, 2.0, 3.0), NORMAL, friction))
    assert np.allclose(found[:, 0], 0.0)
    rims = found[:, 1:]
    assert np.allclose(rims @ NORMAL, CONE_HEIGHT)
    assert np.allclose(np.linalg.norm(rims - CONE_HEIGHT * NORMAL, axis=2), 0.5 * CONE_HEIGHT)
    # Closed, without gap or overlap: each side begins where the one before ends, once around.
    assert np.allclose(found[:, 2], np.roll(found[:, 1], -1, axis=0))
    angles = [
        np.arccos(np.clip(a @ b / (a @ a), -1.0, 1.0)) for a, b in rims - CONE_HEIGHT * NORMAL
    ]
    assert sum(angles) == pytest.approx(2.0 * np.pi)


def test_an_elliptic_cone_is_as_wide_as_its_coefficients_say():
    contact = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), EllipticCone(0.8, 0.2))
    across = sides(contact)[:, 1] @ contact.frame[1:].T / CONE_HEIGHT
    assert np.allclose((across / (0.8, 0.2)) ** 2 @ (1.0, 1.0), 1.0)
    assert np.allclose(np.abs(across).max(axis=0), (0.8, 0.2))


def test_a_planar_cone_lies_in_the_plane():
    found = sides(ContactPoint((1.0, 2.0), (0.0, 1.0), CircularCone(0.5)))
    assert np.allclose(found[..., 2], 0.0)
    rims = {tuple(np.round(rim, 9)) for rim in found[:, 1]}
    assert rims == {(0.025, 0.05, 0.0), (-0.025, 0.05, 0.0)}


def outcome_of(state, wrench, center=(0.0, 0.0, 0.0)):
    core = FilterCore(
        node_settings({'recovery_ramp_duration': 0.0, 'time_budget': 1.0}),
        StaticFrames(()),
    )
    core.activate()
    core.take_contacts(Snapshot(state, 'base'), 0.0)
    core.take_command(FramedCommand(Frames('base', 'base', 'base'), {'wrench': wrench}), 0.0)
    return core.tick(0.0, 0.0)


def test_arrows_are_the_forces_and_colours_their_use_of_friction():
    state = ContactState(
        [ContactPoint((0.1, 0.0, 0.2), (0.0, 0.0, 1.0), CircularCone(0.5), name='a')]
    )
    command = np.array([4.0, 0.0, -10.0, 0.0, -0.2 * -4.0 + 0.1 * 10.0, 0.0])
    shapes = shapes_of(outcome_of(state, command), 'f')
    groups = {shape.group: shape for shape in shapes}
    contact = groups['contact_forces'].points
    assert np.allclose(contact[0], (0.1, 0.0, 0.2))
    assert np.allclose((contact[1] - contact[0]) / FORCE_LENGTH, (-4.0, 0.0, 10.0), atol=1e-6)
    for group in ('commanded_wrench', 'filtered_wrench'):
        start, end = groups[group].points
        assert np.allclose(start, 0.0)
        assert np.allclose((end - start) / FORCE_LENGTH, (4.0, 0.0, -10.0), atol=1e-6)
    # Four fifths of the friction are used: more red than green.
    red, green, blue, _ = groups['friction_cones'].color
    assert (red, green, blue) == pytest.approx((1.0, 0.4, 0.0), abs=1e-6)
    assert all(0.0 <= part <= 1.0 for shape in shapes for part in shape.color)
    assert groups['mode'].color == (1.0, 1.0, 1.0, 1.0)
    assert groups['mode'].text.endswith('N') and ', f, margin' in groups['mode'].text


def test_an_unused_cone_is_green_and_without_contacts_nothing_is_drawn():
    state = ContactState([ContactPoint((0.1, 0.0, 0.2), (0.0, 0.0, 1.0), CircularCone(0.5))])
    shapes = shapes_of(outcome_of(state, np.zeros(6)), '')
    colour = next(shape.color for shape in shapes if shape.group == 'friction_cones')
    assert colour[:3] == pytest.approx((0.0, 1.0, 0.0))
    assert 'contact_forces' not in {shape.group for shape in shapes}
    core = FilterCore(node_settings({}), StaticFrames(()))
    assert shapes_of(core.tick(0.0, 0.0), 'f') == []


def test_words_say_status_modes_and_margin():
    assert words_of('OK', 'ff', 1.234) == 'OK, ff, margin 1.23 N'
    assert words_of('OK', '', np.inf) == 'OK, margin unlimited'
    assert words_of('WAITING', '', None) == 'WAITING'
