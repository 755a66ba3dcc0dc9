# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches for one mode only: membership, margin, the best, the nearest, and proofs of none."""

from contact_truth import box_on_table, random_planar_state
import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import (
    approach_choices,
    exclusive_wrenches,
    finger_wrenches,
    force_plane,
    gravity_wrenches,
    mode_cone,
    most_robust_wrench,
    nearest_wrench,
    possible_mode_cones,
    wrench_for_mode,
)
from frictioncone_ros.analysis.mode_cones.exclusive import _meets_interior
from frictioncone_ros.analysis.mode_cones.paper_examples import (
    peg_insertion,
    peg_jamming,
    seating,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPyramid,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

SAMPLES = np.random.default_rng(5).normal(size=(1500, 3))


def every_exclusive_set(seed, count):
    random = np.random.default_rng(seed)
    for _ in range(count):
        state = random_planar_state(random, random.integers(1, 4))
        for cone in possible_mode_cones(state):
            yield state, exclusive_wrenches(state, cone.mode)


def scaled_samples(wrenches):
    scale = wrenches.cones[0].rows.scale
    directions = SAMPLES / np.linalg.norm(SAMPLES, axis=1, keepdims=True)
    return directions / scale


def test_membership_is_one_mode_and_no_other():
    for state, wrenches in every_exclusive_set(1, 4):
        modes = possible_mode_cones(state)
        for wrench in scaled_samples(wrenches)[:150]:
            consistent = {one.mode for one in modes if one.contains_strictly(wrench)}
            assert wrenches.contains(wrench) == (consistent == {wrenches.desired})
            assert set(wrenches.consistent_modes(wrench)) == consistent


def test_pieces_make_up_the_set():
    for _, wrenches in every_exclusive_set(2, 4):
        pieces = wrenches.pieces()
        for wrench in scaled_samples(wrenches)[:150]:
            holding = [piece for piece in pieces if piece.contains_strictly(wrench)]
            assert len(holding) <= 1
            if wrenches.margin(wrench) > 1e-6:
                assert any(piece.contains(wrench) for piece in pieces)
            elif holding:
                pytest.fail(f'{wrench} is in a piece without margin')


def test_no_sampled_wrench_is_more_robust_and_the_margin_is_what_it_says():
    random = np.random.default_rng(3)
    ambiguous = 0
    for _, wrenches in every_exclusive_set(3, 12):
        best = most_robust_wrench(wrenches)
        samples = scaled_samples(wrenches)
        inside = [wrench for wrench in samples if wrenches.cones[0].contains(wrench)]
        reached = max((wrenches.margin(wrench) for wrench in inside[:150]), default=0.0)
        assert reached <= max(best.margin, 0.0) + 1e-6
        if not best.found:
            ambiguous += 1
            continue
        scale = wrenches.cones[0].rows.scale
        assert np.linalg.norm(scale * best.wrench) == pytest.approx(1.0)
        for direction in random.normal(size=(20, 3)):
            change = 0.999 * best.margin * direction / np.linalg.norm(direction) / scale
            assert wrenches.contains(best.wrench + change)
    assert ambiguous > 5


def test_nearest_wrench_keeps_its_margin_and_no_sample_is_nearer():
    random = np.random.default_rng(4)
    for _, wrenches in every_exclusive_set(6, 8):
        preferred = random.normal(size=3)
        choice = nearest_wrench(wrenches, preferred, 0.2)
        if not choice.found:
            assert not most_robust_wrench(wrenches).found
            continue
        scale = wrenches.cones[0].rows.scale
        assert choice.margin >= 0.2 - 1e-7
        assert choice.distance == pytest.approx(
            np.linalg.norm(scale * (choice.wrench - preferred)), abs=1e-9
        )
        closer = preferred + 0.98 * choice.distance * random.normal(size=(200, 3)) / scale / 3.0
        assert all(
            wrenches.margin(wrench) < 0.2
            or np.linalg.norm(scale * (wrench - preferred)) >= choice.distance - 1e-6
            for wrench in closer
        )


def test_a_preferred_wrench_with_margin_is_kept():
    wrenches = exclusive_wrenches(seating().state, 'lla')
    best = most_robust_wrench(wrenches)
    kept = nearest_wrench(wrenches, 10.0 * best.wrench, 9.99 * best.margin)
    assert kept.distance == 0.0
    assert np.array_equal(kept.wrench, 10.0 * best.wrench)


def test_every_proof_of_none_holds_and_covers_all_choices():
    proofs = 0
    for _, wrenches in every_exclusive_set(7, 25):
        choice = most_robust_wrench(wrenches)
        if choice.found:
            continue
        rows = [other.rows.clearances() for other in wrenches.overlapping()]
        if not all(len(one) for one in rows):
            continue  # another mode's cone is the whole space
        proofs += 1
        assert covers({branch.choices for branch in choice.proof}, (), rows)
        for branch in choice.proof:
            assert branch.residual() < 1e-6
            combined = branch.bounds.limits @ branch.multipliers
            assert combined > 0.0 and (branch.multipliers >= 0.0).all()
            chosen = np.array([rows[other][row] for other, row in branch.choices]).reshape(-1, 3)
            assert all((branch.bounds.rows == row).all(axis=1).any() for row in chosen)
    assert proofs >= 5


def covers(ended, path, rows):
    """Whether the ended branches below a path leave no choice of rows open."""
    if path in ended:
        return True
    longer = {branch[len(path)][0] for branch in ended if branch[: len(path)] == path}
    return len(longer) == 1 and all(
        covers(ended, (*path, (other, row)), rows)
        for other in longer
        for row in range(len(rows[other]))
    )


def test_two_equivalent_feet_make_a_flat_mode_with_no_margin():
    contacts = [ContactPoint((x, -1), (0, 1), CircularCone(0.0)) for x in (-1, 1)]
    state = seating().state
    flat = exclusive_wrenches(type(state)(contacts, state.inertia), 'ff')
    assert flat.contains((0, -1, 0.5)) and abs(flat.margin((0, -1, 0.5))) < 1e-12
    nothing = nearest_wrench(flat, (0, -1, 0), 0.1)
    assert not nothing.found and not most_robust_wrench(flat).found
    assert nothing.proof and all(branch.residual() < 1e-9 for branch in nothing.proof)


def test_an_impossible_mode_has_no_wrench_and_needs_no_proof():
    wrenches = exclusive_wrenches(seating().state, 'lra')
    assert not wrenches.is_possible
    assert not wrenches.contains((0, -1, 0))
    assert wrenches.margin((0, -1, 0)) == -np.inf
    assert not most_robust_wrench(wrenches).found


def test_gravity_alone_seats_the_workpiece():
    wrenches = exclusive_wrenches(seating().state, 'lla')
    choice = most_robust_wrench(wrenches, gravity_wrenches((0, 0), (0, -1), np.radians(60)))
    assert choice.found and choice.margin > 0.3
    assert choice.wrench[2] == pytest.approx(0.0, abs=1e-12)
    steep = np.degrees(np.arctan2(-choice.wrench[0], -choice.wrench[1]))
    assert np.degrees(np.arctan(0.25)) < steep < 60.0 + 1e-6
    level = gravity_wrenches((0, 0), (0, -1), np.radians(10))  # less than the friction angle
    assert not most_robust_wrench(wrenches, level).found


def test_a_finger_that_pushes_left_seats_it_and_one_that_pulls_cannot():
    wrenches = exclusive_wrenches(seating().state, 'lla')
    finger = ContactPoint((0.65, 0.35), np.array((-0.3, -0.7)) / 0.58**0.5, CircularCone(0.6))
    assert most_robust_wrench(wrenches, finger_wrenches(finger)).found
    other_side = ContactPoint((-1.0, -0.4), (1, 0), CircularCone(0.9))
    assert not most_robust_wrench(wrenches, finger_wrenches(other_side)).found


def test_a_plane_of_forces_is_spanned_by_forces_through_its_point():
    plane = force_plane((0.5, 0.25))
    assert plane.contains((1.0, 0.0, -0.25)) and plane.contains((0.0, -1.0, -0.5))
    assert not plane.contains((0, 0, 1))


def test_gravity_in_space_tilts_to_a_polygon():
    cone = gravity_wrenches((0.1, 0, 0), (0, 0, -1), np.radians(30), 8)
    assert cone.contains((0, 0, -1, 0, 0.1, 0))
    assert not cone.contains((np.tan(np.radians(31)), 0, -1, 0, 0.1, 0))
    with pytest.raises(InvalidInputError, match='tilt'):
        gravity_wrenches((0, 0), (0, -1), 2.0)


def test_every_wrench_that_inserts_the_peg_may_also_jam_it():
    inserting = mode_cone(peg_insertion().state, 'lra')
    jammed = mode_cone(peg_jamming().state, 'ffs')
    assert inserting.shape == 'full'
    assert jammed.closed.contains_cone(inserting.closed)
    assert not inserting.closed.contains_cone(jammed.closed)
    assert not most_robust_wrench(exclusive_wrenches(peg_insertion().state, 'lra')).found


def test_the_plan_avoids_jamming():
    state = peg_insertion().state
    plan = approach_choices(state, 2)
    assert str(plan[0].mode) == 'sra' and plan[0].margin > 0.25
    jammed = mode_cone(state, 'ffs')
    for choice in plan:
        wrenches = exclusive_wrenches(state, choice.mode)
        assert wrenches.consistent_modes(choice.wrench) == (choice.mode,)
        assert not jammed.contains(choice.wrench)
    assert [choice.margin for choice in plan] == sorted((c.margin for c in plan), reverse=True)
    with pytest.raises(InvalidInputError, match='contact to approach'):
        approach_choices(state, 1, open_contacts=(2,))


def test_unspecified_contact_is_any_of_its_meanings():
    state = seating().state
    kept = exclusive_wrenches(state, '**a')
    assert {str(cone.mode) for cone in kept.cones} == {'lla'}
    foot = exclusive_wrenches(state, 's*a')
    assert {str(cone.mode) for cone in foot.cones} == {'sla'}
    either = exclusive_wrenches(state, '**s', open_contacts=(2,))
    assert {str(cone.mode) for cone in either.cones} == {'ffs', 'rrs'}
    wrench = (0.0, -1.0, 0.0)
    assert either.contains(wrench)
    assert either.margin(wrench) == pytest.approx(
        max(exclusive_wrenches(state, mode, (2,)).margin(wrench) for mode in ('ffs', 'rrs'))
    )


def test_what_friction_does_not_hold_is_part_of_a_sliding_cell():
    slippery = box_on_table().with_friction(Frictionless())
    assert exclusive_wrenches(slippery, 'd[0]' * 4).contains((1.0, 0, -19.62, 0, 0, 0))
    with pytest.raises(InvalidInputError, match=r'd\[0\]: without friction'):
        exclusive_wrenches(slippery, 'ffff')
    ridged = box_on_table().with_friction(FrictionPyramid(0.4, 0.0))
    with pytest.raises(InvalidInputError, match=r'd\[-?\d+\]: without friction'):
        exclusive_wrenches(ridged, 'ffff')


def test_a_box_in_space_rests_on_the_table_under_its_weight_only():
    wrenches = exclusive_wrenches(box_on_table(0.4), 'ffff')
    weight = np.array((0, 0, -19.62, 0, 0, 0))
    assert wrenches.contains(weight)
    margin = wrenches.margin(weight)
    assert margin > 1.0
    random = np.random.default_rng(8)
    scale = wrenches.cones[0].rows.scale
    for direction in random.normal(size=(10, 6)):
        change = 0.999 * margin * direction / np.linalg.norm(direction) / scale
        assert wrenches.consistent_modes(weight + change) == (wrenches.desired,)


def test_a_preferred_wrench_is_kept_as_it_is_where_no_margin_is_asked_for():
    """A thousandth of a newton, well inside: by itself no force is too small."""
    state = seating().state
    deep = most_robust_wrench(exclusive_wrenches(state, 'lla'))
    little = 1e-3 * deep.wrench
    choice = wrench_for_mode(state, 'lla', little)
    assert choice.found and np.array_equal(choice.wrench, little)
    assert choice.margin == pytest.approx(1e-3 * deep.margin)
    # With a margin of a newton it must be a thousand times as large.
    far = wrench_for_mode(state, 'lla', little, margin=deep.margin)
    assert far.found and far.margin >= deep.margin * (1.0 - 1e-6)
    assert wrench_for_mode(state, 'lla').wrench == pytest.approx(deep.wrench)
    with pytest.raises(InvalidInputError, match='exclusive wrenches have theirs'):
        wrench_for_mode(exclusive_wrenches(state, 'lla'), 'lla')


@pytest.mark.parametrize('friction', [Frictionless(), CircularCone(0.5)])
def test_every_cone_flat_or_not_meets_its_own_interior(friction):
    feet = [ContactPoint((x, -1.0), (0.0, 1.0), friction) for x in (-1.0, 1.0)]
    cones = possible_mode_cones(ContactState(feet, Inertia.planar_body(2.0, 0.7)))
    for cone in cones:
        assert _meets_interior(cone, cone)
        if not cone.closed.faces.size:
            continue
        # On the other side of a face there is nothing of it.
        inside = cone.closed.generators.sum(axis=1)
        for other in cones:
            if other.contains(inside):
                assert _meets_interior(cone, other)
    assert any(cone.closed.is_flat for cone in cones) == friction.is_frictionless
