# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Erdmann 1991: what the text of the paper claims of its one-contact construction."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ConfigurationSpaceCone, ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

RHO = 0.5


def cone(coefficient, position=(0.3, -0.4), normal=(0.6, 0.8)):
    return ConfigurationSpaceCone(ContactPoint(position, normal, CircularCone(coefficient)), RHO)


def test_the_three_vectors_are_an_orthonormal_frame():
    vectors = np.array(
        [cone(0.5).in_plane_tangent, cone(0.5).configuration_normal, cone(0.5).rotation_tangent]
    )
    assert np.allclose(vectors @ vectors.T, np.eye(3), atol=1e-12)


def test_signs_chosen_in_section_4():
    one = cone(0.5)
    assert one.in_plane_tangent[:2] @ one.contact.contact_normal >= 0.0
    assert one.in_plane_tangent @ one.sliding_tangent > 0.0
    assert one.in_plane_tangent @ one.friction_vector > 0.0


def test_equation_5_gives_the_slopes_of_the_edges():
    """k1 and k2 as printed, from t_r_perp, t_s, n and n0; the property divides rise by run."""
    for coefficient in (0.2, 1.0, 3.0):
        one = cone(coefficient)
        across, slide = one.in_plane_tangent, one.sliding_tangent
        flat_normal = np.array([*one.contact.contact_normal, 0.0])
        below = coefficient * float(one.configuration_normal @ flat_normal)
        first = (across @ slide - coefficient * across @ flat_normal) / below
        second = (across @ slide + coefficient * across @ flat_normal) / -below
        assert one.edge_slopes == pytest.approx((first, second))


def test_the_cone_is_flat_and_pure_rotation_is_free():
    one = cone(0.7)
    assert np.allclose(one.edge_wrenches @ one.rotation_tangent, 0.0, atol=1e-12)
    assert not one.resists(one.rotation_tangent * np.array([1.0, 1.0, RHO]))


def test_static_equilibrium_is_the_negative_cone():
    one = cone(0.5)
    units = np.array([1.0, 1.0, RHO])
    first, second = one.edge_wrenches * units
    assert one.resists(-(first + second))
    assert one.resists(-first)
    assert one.resists([0.0, 0.0, 0.0])
    assert not one.resists(first + second)
    assert not one.resists(-(1.01 * first - 0.01 * second))


def test_reaction_at_rest_inside_the_cone_cancels_all_but_rotation():
    one = cone(0.5)
    applied = -(one.edge_wrenches.sum(axis=0) + 0.3 * one.rotation_tangent)
    reaction = one.reaction_at_rest(applied * np.array([1.0, 1.0, RHO]))
    assert np.allclose(reaction + applied, -0.3 * one.rotation_tangent, atol=1e-12)


def test_reaction_at_rest_outside_lies_on_an_edge_and_keeps_the_normal_force():
    one = cone(0.2)
    applied = -(one.configuration_normal + 5.0 * one.in_plane_tangent)
    reaction = one.reaction_at_rest(applied * np.array([1.0, 1.0, RHO]))
    assert reaction @ one.configuration_normal == pytest.approx(1.0)
    assert np.linalg.norm(np.cross(reaction, one.edge_wrenches[0])) == pytest.approx(0, abs=1e-12)


def test_a_force_away_from_the_surface_meets_no_reaction():
    one = cone(0.5)
    applied = (one.configuration_normal - 3.0 * one.in_plane_tangent) * np.array([1, 1, RHO])
    assert np.allclose(one.reaction_at_rest(applied), 0.0)


def test_enough_friction_makes_the_cone_dip_and_the_closed_form_refuses():
    steep = cone(5.0, position=(-0.7, -0.7), normal=(0.0, 1.0))
    assert steep.dips_below_tangent_plane
    assert min(steep.edge_wrenches @ steep.configuration_normal) < 0.0
    with pytest.raises(InvalidInputError, match='enumerate the motions'):
        steep.reaction_at_rest([0.0, -1.0, 0.0])
    assert not cone(0.2).dips_below_tangent_plane


@pytest.mark.parametrize('seed', range(12))
def test_the_cone_dips_where_an_edge_leads_below_the_tangent_plane(seed):
    random, seen = np.random.default_rng(seed), set()
    position, angle = random.normal(size=2), random.uniform(0.0, 2.0 * np.pi)
    for coefficient in np.geomspace(0.05, 100.0, 100):
        one = cone(coefficient, position=position, normal=(np.cos(angle), np.sin(angle)))
        lowest = float(min(one.edge_wrenches @ one.configuration_normal))
        assert one.dips_below_tangent_plane == (lowest < 0.0)
        seen.add(lowest < 0.0)
    assert seen == {False, True}


def test_centre_of_mass_above_the_contact_needs_the_tie_break():
    """With n_q = 0 the paper's sign rule is silent; t_s = (ny, -nx) is taken."""
    one = cone(0.5, position=(0.0, -1.0), normal=(0.0, 1.0))
    assert np.allclose(one.sliding_tangent, [1.0, 0.0, 0.0])
    assert one.edge_slopes[0] == pytest.approx(-one.edge_slopes[1])


def test_frictionless_contact_has_one_edge_and_infinite_slopes():
    one = cone(0.0)
    assert np.allclose(one.edge_wrenches[0], one.edge_wrenches[1])
    assert one.edge_slopes == (np.inf, -np.inf)
    # A frictionless ball under gravity: the floor's reaction is m g and it stays at rest.
    floor = cone(0.0, position=(0.0, -1.0), normal=(0.0, 1.0))
    body = Inertia.planar_body(2.0, RHO)
    assert np.allclose(floor.acceleration([0, -19.62, 0], body, [1.0, 0, 0]), 0.0, atol=1e-12)


@pytest.mark.parametrize('angle', np.linspace(0.1, 6.2, 12))
def test_with_the_normal_through_the_centre_of_mass_the_tangent_is_that_of_sliding(angle):
    """n_q = 0: t_r_perp . n0 is zero, and t_s = (ny, -nx) decides the sign."""
    normal = np.array((np.cos(angle), np.sin(angle)))
    one = ConfigurationSpaceCone(ContactPoint(-0.7 * normal, normal, CircularCone(0.5)), RHO)
    sliding = (normal[1], -normal[0], 0.0)
    assert one.in_plane_tangent @ sliding > 0.0
    assert one.in_plane_tangent @ one.configuration_normal == pytest.approx(0.0, abs=1e-12)
