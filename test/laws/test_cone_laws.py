# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of cones, over planar and spatial dimensions, generic and degenerate alike."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
import pytest

from frictioncone_ros.cones import CoulombCone, PolyhedralCone, SoftFingerCone

SMALL = st.integers(-2, 2).map(float)
# General, but neither tiny nor nearly equal: what noise does to a cone is family L's question, and
# a law asked up to rounding needs numbers whose differences are far above it.
SMOOTH = st.integers(-97, 97).map(lambda number: number / 97.0)


@st.composite
def columns(draw, size, count=7):
    """Return (size, n) columns, of small integers (degenerate) or of general numbers."""
    entries = draw(st.sampled_from([SMALL, SMOOTH]))
    column = st.lists(entries, min_size=size, max_size=size)
    table = draw(st.lists(column, max_size=count))
    return np.array(table).reshape(len(table), size).T


@st.composite
def cones(draw, size):
    return PolyhedralCone.from_generators(draw(columns(size)), draw(columns(size, 1)))


def vectors(size):
    return st.lists(SMOOTH, min_size=size, max_size=size).map(np.array)


@st.composite
def friction_cones(draw):
    """Return a round cone or its dual."""
    friction, torsion = (
        draw(st.sampled_from((0.0, 0.3, 1.0, 20.0))),
        draw(st.sampled_from((0.0, 0.01, 1.0))),
    )
    cone = draw(
        st.sampled_from(
            (CoulombCone(friction), CoulombCone(friction, 1), SoftFingerCone(friction, torsion))
        )
    )
    return cone.dual() if draw(st.booleans()) else cone


@pytest.mark.parametrize('size', [1, 2, 3, 4, 6])
@given(data=st.data())
def test_generators_and_faces_describe_the_same_cone(size, data):
    cone = data.draw(cones(size))
    back = PolyhedralCone.from_faces(cone.faces, cone.equalities)
    assert back.equals(cone)
    assert (back.dim, back.lineality_dimension) == (cone.dim, cone.lineality_dimension)
    assert cone.minimal().equals(cone)


@pytest.mark.parametrize('size', [3, 6])
@given(data=st.data())
def test_generators_are_inside_and_interior_point_is_strictly(size, data):
    cone = data.draw(cones(size))
    for column in np.hstack((cone.generators, cone.lineality, -cone.lineality)).T:
        assert cone.contains(column)
        assert PolyhedralCone.from_faces(cone.faces, cone.equalities).contains(column)
    if cone.dim > cone.lineality_dimension:
        assert cone.contains_strictly(cone.interior_point(), 1e-12)


@pytest.mark.parametrize('size', [3, 6])
@given(data=st.data())
def test_dual_of_dual_and_product_with_dual(size, data):
    cone = data.draw(cones(size))
    dual = cone.dual()
    assert dual.dual().equals(cone)
    assert dual.dim == size - cone.lineality_dimension
    assert (dual.generators.T @ cone.generators >= -1e-9).all()
    assert np.abs(dual.generators.T @ cone.lineality).max(initial=0.0) <= 1e-9


@pytest.mark.parametrize('size', [3, 6])
@given(data=st.data())
def test_sum_and_intersection_are_dual_to_each_other(size, data):
    first, second = data.draw(cones(size)), data.draw(cones(size))
    assert first.sum(second).dual().equals(first.dual().intersection(second.dual()))
    assert first.contains_cone(first.intersection(second))
    assert first.sum(second).contains_cone(second)


@pytest.mark.parametrize('size', [3, 6])
@given(data=st.data())
def test_polyhedral_projection_is_nearest_in_its_metric(size, data):
    cone, point = data.draw(cones(size)), data.draw(vectors(size))
    factor = np.eye(size) + 0.3 * np.triu(np.ones((size, size)), 1)
    metric = factor.T @ factor
    nearest = cone.project(point, metric)
    assert cone.contains(nearest, 1e-7)
    assert np.allclose(cone.project(nearest, metric), nearest, atol=1e-9)
    away = metric @ (point - nearest)
    assert abs(away @ nearest) < 1e-9 * (1.0 + point @ point)
    assert cone.polar().contains(away, 1e-7) or np.abs(away).max() < 1e-9
    by_rows = PolyhedralCone.from_faces(cone.faces, cone.equalities)
    assert np.allclose(by_rows.project(point, metric), nearest, atol=1e-7)


@given(cone=friction_cones(), data=st.data())
def test_round_projection_is_idempotent_orthogonal_and_nearest(cone, data):
    point = data.draw(vectors(cone.space_dimension))
    nearest = cone.project(point)
    assert cone.contains(nearest, 1e-12)
    assert np.allclose(cone.project(nearest), nearest, atol=1e-12)
    away = point - nearest
    assert abs(away @ nearest) < 1e-12
    assert cone.dual().contains(-away, 1e-9) or np.abs(away).max() < 1e-12


@given(cone=friction_cones(), data=st.data())
def test_round_dual_of_dual(cone, data):
    point = data.draw(vectors(cone.space_dimension))
    again = cone.dual().dual()
    assert again.contains(point) == cone.contains(point)
    inside, outside = cone.project(point), cone.dual().project(-point)
    assert inside @ outside >= -1e-12


@pytest.mark.parametrize('size', [3, 6])
@given(data=st.data())
def test_image_of_a_cone_holds_the_images_of_its_points(size, data):
    cone = data.draw(cones(size))
    matrix = np.triu(np.ones((size, size))) + np.eye(size)
    assert cone.image(matrix).preimage(matrix).equals(cone)
    weights = np.ones(cone.generators.shape[1])
    assert cone.image(matrix).contains(matrix @ (cone.generators @ weights))
