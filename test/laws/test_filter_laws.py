# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter promises for every contact state and every command."""

from dataclasses import replace
from math import inf

from hypothesis import assume, given
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy.optimize import linprog
from strategies import contact_states, DIMENSIONS, vectors

from frictioncone_ros.contact import (
    CircularCone,
    component_slices,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    FrictionPolygon,
    FrictionPyramid,
    SEPARATING,
    SLIDING,
    SLIDING_LEFT,
    SoftFinger,
    UNSPECIFIED,
    wrench_matrix,
)
from frictioncone_ros.control import FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess
from frictioncone_ros.spatial import Inertia

UNLOADED = FilterSettings(arm_carries_inertia=True)
"""The force filter alone: bodies drawn here turn, and would load their contacts themselves."""

BEST = replace(UNLOADED, margin_of='can')
"""By the best contact forces; in general position compliant ones are found to a few percent."""

ENDLESS = 1e3
"""Contact forces beside a wrench from which on they may be what a search came to [-]."""

MARGINS = st.sampled_from([0.0, 0.5])
HUGE = st.sampled_from([0.0, 1e-300, 1e-9, 1.0, 1e6, 1e150, 1e308])


def inside(friction, force, dimension, depth, slack):
    """Whether a contact force is `depth` deep inside its friction set, judged without the code."""
    shifted = force.copy()
    shifted[0] -= depth * friction.depth_shift(dimension)
    edges = friction.force_edges(dimension)
    if edges is None:
        first, second = friction.coefficients
        tangential = np.hypot(shifted[1], shifted[2] * first / second)
        held = tangential <= first * shifted[0] + slack * max(1.0, first / second)
        if isinstance(friction, SoftFinger):
            held &= abs(shifted[3]) <= friction.torsional_friction * shifted[0] + slack
        return held
    found = linprog(np.ones(len(edges)), A_eq=edges.T, b_eq=shifted, bounds=(0, None))
    if found.status == 0:
        return True
    # On the boundary the equality can miss by rounding: allow the slack explicitly.
    loose = linprog(
        np.ones(len(edges)),
        A_ub=np.vstack((edges.T, -edges.T)),
        b_ub=np.concatenate((shifted, -shifted)) + slack,
        bounds=(0, None),
    )
    return loose.status == 0


def surface_speeds(state):
    """Return the velocities of the surfaces in the components of contact forces."""
    speeds = np.zeros(wrench_matrix(state).shape[1])
    for contact, part in zip(state.contacts, component_slices(state), strict=True):
        components = contact.frame @ contact.surface_velocity
        speeds[part.start : part.start + components.size] = components
    return speeds


def size(vector):
    return float(np.abs(vector).max(initial=0.0))


@given(st.data(), DIMENSIONS, MARGINS)
def test_the_output_is_carried_with_its_margin(data, dimension, margin):
    state = data.draw(contact_states(dimension, most=3))
    wrench = 4.0 * data.draw(vectors(dimension))
    answer = assess(state, Setpoints(wrench), replace(UNLOADED, margin=margin))
    forces = answer.contact_forces
    scale = 1e-7 * max(1.0, size(wrench), size(forces))
    # The robot's wrench, and what the moving body adds to it, is minus the contacts' reaction.
    load = answer.target.load
    given = answer.command.wrench if load is None else answer.command.wrench + load
    if not answer.command.wrench.any():
        return  # zero may be commanded whatever the body does
    assert size(wrench_matrix(state) @ forces + given) <= scale
    assert answer.margin is None or answer.margin >= -scale
    for contact, part in zip(state.contacts, component_slices(state), strict=True):
        assert inside(contact.friction, forces[part], dimension, margin, scale)


@given(st.data(), DIMENSIONS)
def test_a_command_that_was_fine_passes_unchanged(data, dimension):
    state = data.draw(contact_states(dimension, most=3))
    forces = np.zeros(wrench_matrix(state).shape[1])
    for contact, part in zip(state.contacts, component_slices(state), strict=True):
        normal = data.draw(st.sampled_from([0.0, 1.0, 7.0]))
        edges = contact.friction.force_edges(dimension)
        share = data.draw(st.sampled_from([0.0, 0.5, 0.99]))
        if edges is not None:
            forces[part] = normal * (share * edges[0] + (1 - share) * edges.mean(axis=0))
        else:
            reach = contact.friction.friction_coefficient
            forces[part][:3] = normal * np.array([1, share * reach, 0])
    wrench = -(wrench_matrix(state) @ forces)
    answer = assess(state, Setpoints(wrench), replace(UNLOADED, margin_of='can'))
    assert np.array_equal(answer.command.wrench, wrench)
    assert answer.feasible
    assert size(answer.removed.wrench) == 0.0


@given(st.data(), DIMENSIONS)
def test_filtering_twice_is_filtering_once(data, dimension):
    state = data.draw(contact_states(dimension, most=3))
    first = assess(
        state,
        Setpoints(data.draw(vectors(dimension)), data.draw(vectors(dimension))),
        BEST,
    )
    assume(not first.target.is_given_up)
    # Where sets of forces just touch, the nearest wrench takes forces without end: none is it.
    assume(size(first.contact_forces) <= ENDLESS * max(1.0, size(first.command.wrench)))
    once = first.command
    twice = assess(state, Setpoints(once.wrench, once.twist), BEST).command
    assert size(twice.wrench - once.wrench) <= 1e-7 * max(1.0, size(once.wrench))
    assert size(twice.twist - once.twist) <= 1e-7 * max(1.0, size(once.twist))


@given(st.data(), DIMENSIONS, MARGINS, st.sampled_from([0.0, 1.0]))
def test_a_small_change_of_command_makes_a_small_change_of_output(data, dimension, margin, least):
    state = data.draw(contact_states(dimension, most=3))
    settings = replace(
        UNLOADED,
        margin=margin,
        min_normal_force=least,
        max_removed_fraction=1.0,
        max_force=9.0,
        max_normal_force=6.0,
    )
    wrench, twist = 3.0 * data.draw(vectors(dimension)), data.draw(vectors(dimension))
    assume(size(wrench) > 0.0)
    change = 1e-6 * data.draw(vectors(dimension))
    before = assess(state, Setpoints(wrench, twist), settings)
    after = assess(state, Setpoints(wrench + change, twist + change), settings)
    # The one switch: everything removed is neutral.
    assume(max(before.target.force.excess_fraction, after.target.force.excess_fraction) < 1.0)
    assert size(after.command.wrench - before.command.wrench) <= 3e-2
    assert size(after.command.twist - before.command.twist) <= 1e-3


@given(st.data(), DIMENSIONS, MARGINS)
def test_a_small_change_of_contacts_makes_a_small_change_of_output(data, dimension, margin):
    state = data.draw(contact_states(dimension, most=3))
    settings = replace(UNLOADED, margin=margin, max_removed_fraction=1.0)
    setpoints = Setpoints(3.0 * data.draw(vectors(dimension)), data.draw(vectors(dimension)))
    split = 2 if dimension == 3 else 3
    moved = replace(state, contacts=[
        replace(contact, contact_position=contact.contact_position
                + 1e-7 * data.draw(vectors(split)))
        for contact in state.contacts
    ])  # fmt: skip
    before, after = (assess(one, setpoints, settings) for one in (state, moved))
    # A pair that squeezes ten million times the wrench bears it on an arm of what was moved.
    for answer in (before, after):
        assume(size(answer.contact_forces) <= ENDLESS * max(1.0, size(answer.command.wrench)))
    # The stated switches: everything removed is neutral; another rank is another constraint.
    assume(max(before.target.force.excess_fraction, after.target.force.excess_fraction) < 0.99)
    assume(before.prepared.constraint.rank == after.prepared.constraint.rank)
    change = size(after.command.wrench - before.command.wrench)
    assert change <= 5e-2 * max(1.0, size(setpoints.wrench))
    assert size(after.command.twist - before.command.twist) <= 1e-2


@given(st.data(), DIMENSIONS)
def test_limits_are_never_exceeded(data, dimension):
    state = data.draw(contact_states(dimension, most=3))
    settings = replace(
        UNLOADED,
        margin=data.draw(st.sampled_from([0.0, 2.0])),
        max_force=3.0,
        max_moment=1.0,
        max_normal_force=2.0,
        max_linear_speed=0.5,
        max_angular_speed=0.25,
        max_linear_acceleration=1.0,
        max_angular_acceleration=2.0,
        free_motion_limit=0.1,
    )
    parts = [5.0 * data.draw(vectors(dimension)) for _ in range(3)]
    answer = assess(state, Setpoints(*parts), settings)
    split, slack = 2 if dimension == 3 else 3, 1.0 + 1e-9
    command = answer.command
    assert np.linalg.norm(command.wrench[:split]) <= 3.0 * slack
    assert np.linalg.norm(command.wrench[split:]) <= 1.0 * slack
    assert np.linalg.norm(command.twist[:split]) <= (0.5 if state.contact_count else 0.1) * slack
    assert np.linalg.norm(command.twist[split:]) <= 0.25 * slack
    assert np.linalg.norm(command.acceleration[:split]) <= 1.0 * slack
    assert np.linalg.norm(command.acceleration[split:]) <= 2.0 * slack
    starts = [part.start for part in component_slices(state)]
    assert size(answer.contact_forces[starts]) <= 2.0 * (1 + 1e-6)


@given(st.data(), DIMENSIONS)
def test_motion_keeps_what_must_not_open(data, dimension):
    state = data.draw(contact_states(dimension, most=3))
    letters = [FIXED, UNSPECIFIED, SEPARATING]
    mode = ContactMode([data.draw(st.sampled_from(letters)) for _ in state.contacts])
    setpoints = Setpoints(data.draw(vectors(dimension)), data.draw(vectors(dimension)), mode=mode)
    # Surfaces of several contacts may move against each other: then none can be followed.
    assume(state.contact_count == 1 or not state.surface_velocities.any())
    answer = assess(state, setpoints, replace(UNLOADED, rank_tolerance=1e-9))
    assume(not answer.target.is_given_up)
    velocities = wrench_matrix(state).T @ answer.command.twist - surface_speeds(state)
    for interaction, part in zip(mode, component_slices(state), strict=True):
        if interaction is not SEPARATING:
            assert abs(velocities[part.start]) <= 1e-5
        else:
            assert not answer.contact_forces[part].any()


@given(st.data(), DIMENSIONS)
def test_sliding_contacts_carry_full_friction_against_the_slip(data, dimension):
    state = data.draw(contact_states(dimension, most=2)).with_friction(CircularCone(0.5))
    slide = SLIDING_LEFT if dimension == 3 else SLIDING
    twist = data.draw(vectors(dimension))
    setpoints = Setpoints(
        data.draw(vectors(dimension)), twist, mode=ContactMode([slide] * state.contact_count)
    )
    answer = assess(state, setpoints, UNLOADED)
    velocities = wrench_matrix(state).T @ answer.command.twist - surface_speeds(state)
    for part in component_slices(state):
        force, velocity = answer.contact_forces[part], velocities[part]
        slip = np.array([1.0]) if dimension == 3 else velocity[1:]
        speed = np.linalg.norm(slip)
        if speed > 1e-9:
            desired = -0.5 * force[0] * slip / speed
            assert size(force[1:] - desired) <= 1e-6 * max(1.0, force[0])


@given(st.data(), DIMENSIONS)
def test_nothing_jumps_on_stopping_and_recovery(data, dimension):
    state = data.draw(contact_states(dimension, most=2))
    settings = replace(
        UNLOADED,
        stop_ramp_duration=0.1,
        recovery_ramp_duration=0.1,
        command_timeout=0.05,
        contacts_timeout=9.0,
    )
    setpoints = Setpoints(data.draw(vectors(dimension)), data.draw(vectors(dimension)))
    memory, received, commands = FilterMemory(), 0.0, []
    pauses = data.draw(st.lists(st.sampled_from([1, 4, 15]), min_size=3, max_size=5))
    for index, pause in enumerate(pauses):
        for _ in range(pause):
            now = 0.01 * (len(commands) + 1)
            received = now if index % 2 == 0 else received
            situation = Situation(now=now, command_received=received, contacts_received=now)
            answer = assess(state, setpoints, settings, memory, situation)
            memory = answer.memory
            commands.append(np.concatenate((answer.command.wrench, answer.command.twist)))
    largest = max(size(command) for command in commands)
    target = assess(state, setpoints, settings).command
    largest = max(largest, size(target.wrench), size(target.twist))
    steps = np.abs(np.diff([np.zeros(2 * dimension), *commands], axis=0))
    # Between neighbouring ticks at most a tenth of the way, the ramps being ten ticks long.
    assert size(steps) <= 0.1 * largest * (1 + 1e-6) + 1e-9


@pytest.mark.parametrize(
    'friction', [FrictionPolygon(0.3, 5), FrictionPyramid(0.5, 0.7), SoftFinger(0.5, 0.2, 6)]
)
def test_a_ramp_is_straight_where_only_one_choice_of_forces_carries_a_wrench(friction):
    """To a corner of friction that circles do not reach: one tick went 18 % of the way."""
    normal = (0.0, 0.89442719, -0.4472136)
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), normal, friction)])
    settings = FilterSettings(recovery_ramp_duration=0.1, command_timeout=1.0)
    setpoints, memory, sent = Setpoints(np.array((0, 0, 0.25, 0, 0, 0))), FilterMemory(), []
    for tick in range(12):
        now = 0.01 * tick
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
        sent.append(answer.command.wrench)
    target = answer.target.command.wrench
    shares = np.clip(0.1 * np.arange(12), 0.0, 1.0)
    assert np.abs(np.array(sent) - shares[:, None] * target).max() <= 1e-9 * size(target)


def test_a_ramp_onto_the_boundary_of_two_fingers_is_straight():
    """Shares of one wrench on the boundary were carried or not by their last bits."""
    frictions, strayed = [SoftFinger(0.3, 0.2), CircularCone(0.5), FrictionPyramid(1.0, 0.7)], 0.0
    settings = FilterSettings(recovery_ramp_duration=0.1, command_timeout=1.0)
    for seed in (2, 5, 8, 10):
        random = np.random.default_rng(seed)
        normals = random.normal(size=(2, 3))
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        state = ContactState([
            ContactPoint(random.normal(size=3), normal, frictions[random.integers(3)])
            for normal in normals
        ])  # fmt: skip
        setpoints, memory, sent = Setpoints(random.normal(size=6)), FilterMemory(), []
        for tick in range(11):
            now = 0.01 * tick
            situation = Situation(now=now, command_received=now, contacts_received=now)
            answer = assess(state, setpoints, settings, memory, situation)
            memory = answer.memory
            sent.append(answer.command.wrench)
        target = answer.target.command.wrench
        off = np.abs(np.array(sent) - 0.1 * np.arange(11)[:, None] * target).max()
        strayed = max(strayed, off / size(target))
    assert strayed <= 1e-9


@pytest.mark.parametrize('seed', [176, 317, 341, 364])
def test_rates_hold_while_the_way_has_to_be_brought_back_into_the_cones(seed):
    """The ramp begins where other contacts carried; such seeds are found one in a hundred."""
    generator = np.random.default_rng(seed)
    before, after = planar_states_of_one_body(generator)
    setpoints = Setpoints(4.0 * generator.integers(-3, 4, 3))
    settings = replace(UNLOADED, max_force_rate=20.0, command_timeout=1.0)
    memory, sent, steps = FilterMemory(), np.zeros(3), []
    for tick, state in enumerate([before] * 20 + [after] * 8):
        now = 0.05 * (tick + 1)
        situation = Situation(
            now=now, command_received=now, contacts_received=now, enabled=tick != 18
        )
        answer = assess(state, setpoints, settings, memory, situation)
        steps.append(float(np.linalg.norm((answer.command.wrench - sent)[:2])))
        memory, sent = answer.memory, answer.command.wrench
    del steps[20]  # other contacts may forbid at once what was sent
    assert max(steps) <= 20.0 * 0.05 * (1.0 + 1e-6)


@pytest.mark.parametrize('seed', [4, 38, 106, 254])
def test_limits_hold_in_the_tick_in_which_contacts_change(seed):
    """The nearest wrench of the new cones may be longer than the one that was sent."""
    generator = np.random.default_rng(seed)
    before, after = planar_states_of_one_body(generator)
    setpoints = Setpoints(4.0 * generator.integers(-3, 4, 3))
    settings = replace(UNLOADED, max_force=1.0, max_force_rate=2.0, command_timeout=1.0)
    memory, largest = FilterMemory(), 0.0
    for tick, state in enumerate([before] * 24 + [after] * 4):
        now = 0.05 * (tick + 1)
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
        largest = max(largest, float(np.linalg.norm(answer.command.wrench[:2])))
    assert largest <= 1.0 + 1e-9


def planar_states_of_one_body(generator):
    """Return two states of one planar body, each with one or two contacts."""
    normals = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.6, 0.8)]

    def contact():
        normal = normals[generator.integers(5)]
        position = generator.integers(-3, 4, 2).astype(float)
        return ContactPoint(position, normal, CircularCone(generator.choice([0.0, 0.5, 1.0])))

    inertia = Inertia.planar_body(
        1.0, generator.choice([0.3, 1.0, 2.0]), generator.integers(-2, 3, 2).astype(float)
    )
    return [
        ContactState([contact() for _ in range(generator.integers(1, 3))], inertia)
        for _ in range(2)
    ]


@given(st.data(), DIMENSIONS, HUGE, HUGE)
def test_every_output_is_finite(data, dimension, force_scale, motion_scale):
    state = data.draw(contact_states(dimension, most=3))
    setpoints = Setpoints(
        force_scale * (data.draw(vectors(dimension)) / 3.0),
        motion_scale * (data.draw(vectors(dimension)) / 3.0),
        motion_scale * (data.draw(vectors(dimension)) / 3.0),
    )
    settings = replace(
        UNLOADED,
        margin=data.draw(MARGINS),
        max_force=data.draw(st.sampled_from([5.0, inf])),
        min_normal_force=data.draw(MARGINS),
    )
    for policy in ('project', 'scale', 'neutral'):
        answer = assess(state, setpoints, replace(settings, infeasible_policy=policy))
        command = answer.command
        for part in (command.wrench, command.twist, command.acceleration, answer.contact_forces):
            assert np.isfinite(part).all()
        assert answer.margin is None or np.isfinite(answer.margin)
        assert 0.0 <= answer.removed_fraction <= 1.0
        for report in answer.contacts:
            assert np.isfinite([*report.force, report.moment, report.slip_margin]).all()
            assert np.isfinite(report.utilization)
