# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Floats decide as exact rational numbers do, on borders and in degenerate positions too."""

from fractions import Fraction

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import FRACTIONS
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.motions.planar.mode import ModeSolution
from frictioncone_ros.analysis.motions.planar.motions import solve_all
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem, PlanarQuantities
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

SETTINGS = settings(deadline=None, derandomize=True, max_examples=rounds(40, 120))
HALVES = st.integers(-4, 4).map(lambda number: Fraction(number, 2))
SIXTHS = st.integers(0, 20).map(lambda number: Fraction(number, 6))
TENTHS = st.integers(0, 30).map(lambda number: Fraction(number, 10))
TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (1, 0, 1), (0, 1, 1)]
NORMALS = st.builds(
    lambda triple, x, y: (Fraction(x * triple[0], triple[2]), Fraction(y * triple[1], triple[2])),
    st.sampled_from(TRIPLES),
    st.sampled_from([-1, 1]),
    st.sampled_from([-1, 1]),
)


@st.composite
def contacts(draw):
    """Exact (position, normal, mu), scattered or all on one inclined floor."""
    count = draw(st.integers(1, 3))
    if draw(st.booleans()):
        return [(draw(HALVES), draw(HALVES), draw(NORMALS), draw(SIXTHS)) for _ in range(count)]
    nx, ny = draw(NORMALS)
    mu = draw(st.one_of(SIXTHS, TENTHS))
    places = draw(st.lists(HALVES, min_size=count, max_size=count, unique=True))
    return [(ny * place - nx, -nx * place - ny, (nx, ny), mu) for place in places]


@st.composite
def loads(draw, touched):
    """Any load, or one on the very border of the first contact's friction cone."""
    if draw(st.booleans()):
        return [draw(HALVES) for _ in range(3)]
    x, y, (nx, ny), mu = touched[0]
    side = draw(st.sampled_from([-1, 1])) * mu
    force = (-(nx - side * ny), -(ny + side * nx))
    return [*force, x * force[1] - y * force[0]]


def exact_problem(touched, load):
    """The problem of a unit body at rest in exact numbers; its units are 1 already."""
    rows, mus = [], []
    for x, y, (nx, ny), mu in touched:
        rows += [[ax, ay, x * ay - y * ax] for ax, ay in ((nx, ny), (-ny, nx))]
        mus.append(mu)
    ones = [Fraction(1)] * 3
    unit = np.array([[Fraction(int(i == j)) for j in range(3)] for i in range(3)], dtype=object)
    nothing = np.array([Fraction(0)] * len(rows), dtype=object)
    quantities = PlanarQuantities(
        jacobian=np.array(rows, dtype=object),
        jacobian_size=np.array([ones] * len(rows), dtype=object),
        bias=nothing,
        bias_size=nothing,
        inertia=unit,
        force=np.array(load, dtype=object),
        force_size=np.array(ones, dtype=object),
        friction=np.array(mus, dtype=object),
    )
    return PlanarProblem(quantities, [''] * len(touched), FRACTIONS)


def float_state(touched):
    points = [
        ContactPoint((float(x), float(y)), (float(nx), float(ny)), CircularCone(float(mu)))
        for x, y, (nx, ny), mu in touched
    ]
    return ContactState(points, Inertia.planar_body(1.0, 1.0))


@SETTINGS
@given(st.data(), contacts(), st.booleans())
def test_modes_are_those_of_rational_arithmetic(data, touched, closed):
    load = data.draw(loads(touched))
    truth = [
        found.mode.letters
        for found in solve_all(exact_problem(touched, load), closed)
        if isinstance(found, ModeSolution)
    ]
    found = find_motions(float_state(touched), [float(entry) for entry in load], closed=closed)
    assert list(found.modes) == truth
