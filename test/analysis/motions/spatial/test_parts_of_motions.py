# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a search says of a part of a cell holds for every motion in the part."""

import numpy as np
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.motions.spatial.motion_part import MotionPart
from frictioncone_ros.analysis.motions.spatial.subdivision import Subdivision
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

MODELS = [
    CircularCone(0.6),
    EllipticCone(0.7, 0.3),
    SoftFinger(0.6, 0.4),
    SoftFinger(0.5, 2.0),
]


def search_with(monkeypatch, model):
    """Return the question for a cell in which contacts slide, as a search makes it."""
    found = []
    part_of = Subdivision._part

    def recorded(self, motions):
        found.append(self)
        return part_of(self, motions)

    monkeypatch.setattr(Subdivision, '_part', recorded)
    feet = [
        ContactPoint((0.3, 0.1, -0.4), (0.0, 0.0, 1.0), model),
        ContactPoint((-0.5, 0.2, -0.3), (0.0, 0.6, 0.8), model),
    ]
    body = Inertia.spatial_body(1.0, np.diag((0.7, 0.8, 0.9)))
    find_motions(ContactState(feet, body), (9.0, 2.0, -10.0, 1.0, 0.5, 3.0))
    return max(found, key=lambda search: len(search.sliding))


def parts(search, random):
    """
    Yield parts of motions (m, 6) about one of them, from narrow to nearly a half space.

    Every second has motions about the first contact, which does not slide there.
    """
    about_first = np.linalg.svd(search.problem.ground.slip_maps[search.sliding[0]])[2][3:]
    for spread in (1e-3, 0.1, 0.3, 0.6, 1.0):
        for turn in (0.0, 1.0) * 3:
            middle = random.normal(size=6)
            rays = middle + spread * np.linalg.norm(middle) * random.normal(size=(5, 6)) / 2.0
            if turn:
                rays[2:] = random.normal(size=(3, 3)) @ about_first
            elif spread == 1.0:
                # About the first contact's normal all turn the same way.
                normal = search.problem.ground.state.normals[search.sliding[0]]
                spins = (rays @ search.problem.ground.rows.basis.T)[:, 3:] @ normal
                rays *= np.sign(spins)[:, None] * random.choice((-1.0, 1.0))
            yield MotionPart.of(rays, np.zeros((0, 6)), np.zeros((0, 6)))


def true_slips(search, place, motions):
    """Return slip along both tangents, and spin where the surface has torsion, of motions."""
    ground = search.problem.ground
    twists = motions @ ground.rows.basis.T
    jacobian = ground.contact_jacobian.reshape(-1, 3, 6)[ground.indices[place]]
    slips = twists @ jacobian[1:].T
    if not search.problem.touching[place].law.arm:
        return slips
    return np.column_stack((slips, twists[:, 3:] @ ground.state.normals[ground.indices[place]]))


@pytest.mark.parametrize('model', MODELS, ids=repr)
def test_motions_of_a_part_slip_within_its_arcs(monkeypatch, model):
    random = np.random.default_rng(1)
    search = search_with(monkeypatch, model)
    tight = 0
    for part in parts(search, random):
        many = np.vstack((np.eye(5), random.exponential(size=(40, 5)) ** 4)) @ part.rays
        for arc in search._arcs(part):
            law = search.problem.touching[arc.place].law
            first, second, *spin = (true_slips(search, arc.place, many)).T
            second = law.aspect * second
            slides = np.hypot(first, second) > 1e-8
            angles = (np.arctan2(second, first) - arc.start + 1e-7) % (2.0 * np.pi) - 1e-7
            # Arcs of half a turn and more tell nothing of directions.
            assert arc.width >= np.pi or (angles[slides] <= arc.width + 1e-7).all()
            widest = arc.width
            if spin:
                latitudes = np.arctan2(law.arm * spin[0], np.hypot(first, second))
                assert arc.low - 1e-7 <= latitudes.min() <= latitudes.max() <= arc.high + 1e-7
                assert -0.5 * np.pi <= arc.low <= arc.high <= 0.5 * np.pi
                widest = arc.width * np.cos(latitudes).max()
                if arc.width >= np.pi:
                    assert arc.low == -0.5 * np.pi * (spin[0][:5] < 0.0).any()
                    assert arc.high == 0.5 * np.pi * (spin[0][:5] > 0.0).any()
            # All but the largest gap between the directions of the rays.
            ends = np.sort(angles[:5][slides[:5]])
            apart = 2.0 * np.pi - np.diff(ends, append=ends[0] + 2.0 * np.pi).max()
            if min(arc.width, apart) < np.pi:
                assert arc.width == pytest.approx(apart, abs=1e-6)
                assert widest - 1e-9 <= arc.reach <= arc.width
                tight += 1
                if spin:
                    # Latitudes no further than a slip is longer than along the arc's middle.
                    steep, longer = np.tan(latitudes[:5]), np.cos(0.5 * arc.width)
                    reached = np.arctan((steep * longer, steep / longer))
                    assert reached.min() - 1e-9 <= arc.low
                    assert arc.high <= reached.max() + 1e-9
    assert tight > 20


@pytest.mark.parametrize('model', MODELS, ids=repr)
def test_the_forces_of_a_part_hold_those_against_each_of_its_motions(monkeypatch, model):
    random = np.random.default_rng(2)
    search = search_with(monkeypatch, model)
    narrowed = 0
    for part in parts(search, random):
        arcs = search._arcs(part)
        cones = {cone.contact: cone for cone in search._forces(arcs)}
        for arc in (arc for arc in arcs if arc.width < np.pi):
            law, option = search.problem.touching[arc.place].law, cones[arc.place].option
            narrowed += 1
            motions = random.exponential(size=(5, 5)) ** 4 @ part.rays
            for slip in true_slips(search, arc.place, motions):
                half = law.radius * np.array((1.0, law.aspect, law.arm))[: len(slip)]
                force = np.array((1.0, *(-(half**2) * slip / np.linalg.norm(half * slip))))
                assert nnls(option.outer_corners.T, force)[1] <= 1e-9
                assert np.abs(option.ray_along(force) - force).max() <= 1e-9
    assert narrowed > 20


@pytest.mark.parametrize('model', MODELS, ids=repr)
def test_a_part_is_cut_where_a_contact_slides_along_the_middle_of_its_arc(monkeypatch, model):
    random = np.random.default_rng(3)
    search = search_with(monkeypatch, model)
    for part in parts(search, random):
        for arc in search._arcs(part):
            row = search._row(arc)
            assert np.linalg.norm(row) == pytest.approx(1.0)
            law = search.problem.touching[arc.place].law
            motions = np.vstack((random.normal(size=(4, 6)), part.rays[:2]))
            first, second, *spin = true_slips(search, arc.place, motions).T
            past = np.arctan2(law.aspect * second, first) - arc.start - 0.5 * arc.width
            assert (np.sign(motions @ row) == np.sign(np.sin(past))).all()
            if spin:
                row = search._spin_row(arc)
                assert np.linalg.norm(row) == pytest.approx(1.0)
                latitude = 0.5 * (arc.low + arc.high)
                along = np.hypot(first, law.aspect * second) * np.cos(past)
                side = law.arm * spin[0] * np.cos(latitude) - along * np.sin(latitude)
                assert (np.sign(motions @ row) == np.sign(side)).all()


@pytest.mark.parametrize('seed', range(4))
def test_halves_of_a_part_are_on_their_sides_and_hold_all_of_it(seed):
    """The cone over a cube, cut and cut again: rays of largest coordinate 1."""
    random = np.random.default_rng(seed)
    corners = np.array([(x, y, z, 1.0) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    facets = np.vstack([np.append(side * axis, 1.0) for axis in np.eye(3) for side in (1, -1)])
    whole = MotionPart.of(
        random.uniform(0.2, 5.0, size=(8, 1)) * corners, np.zeros((0, 4)), facets
    )
    assert np.abs(whole.rays).max(axis=1) == pytest.approx(1.0)
    parts = [whole]
    for _ in range(3):
        row = np.append(random.normal(size=3), 0.3 * random.normal())
        cut = []
        for part in parts:
            halves = part.halves(row / np.linalg.norm(row))
            if len(halves) == 1:
                cut.append(part)
                continue
            above, below = halves
            assert (above.rays @ row).min() >= -1e-9 and (below.rays @ row).max() <= 1e-9
            cut += halves
            *_, border = part.sides_and_border(row / np.linalg.norm(row))
            assert np.abs(border.rays @ row).max() <= 1e-9
        parts = cut
        for part in parts:
            assert np.abs(part.rays).max(axis=1) == pytest.approx(1.0)
    for motion in random.uniform(-1.0, 1.0, size=(60, 3)):
        homes = [nnls(part.rays.T, np.append(motion, 1.0))[1] <= 1e-9 for part in parts]
        assert sum(homes) == 1
