# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What leaves the output gate, whatever the ticks bring; judged by linear programmes.

Friction sets are pyramids and polygons here and limits of force are checked on their own, so that
a linear programme says exactly whether a wrench within the rates was there to be taken.
"""

from dataclasses import replace
from math import inf

from effort import rounds
import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.contact import (
    component_slices,
    ContactMode,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    FrictionPyramid,
    wrench_matrix,
)
from frictioncone_ros.control import (
    Command,
    FilterCode,
    FilterMemory,
    FilterSettings,
    neutral_command,
    output_gate,
    prepared_contacts,
    Proposed,
    Setpoints,
    Situation,
)
from frictioncone_ros.pipeline import assess, filter_command
from frictioncone_ros.spatial import linear_size

SEEDS = range(rounds(5, 12))
TICKS = 60
STEP = 0.02
ROUNDING = 1e-6


def contacts(generator, dimension):
    size = linear_size(dimension)
    points = []
    for _ in range(generator.integers(0, 5)):
        normal = generator.standard_normal(size)
        friction = (
            FrictionPyramid(generator.uniform(0.1, 1.0))
            if generator.random() < 0.5
            else (FrictionPolygon(generator.uniform(0.1, 1.0), int(generator.integers(4, 9))))
        )
        velocity = generator.standard_normal(size) * (generator.random() < 0.2)
        points.append(
            ContactPoint(
                0.3 * generator.standard_normal(size),
                normal / np.linalg.norm(normal),
                friction,
                surface_velocity=velocity,
            )
        )
    return ContactState(points, dimension=dimension)


def limits(generator):
    def sometimes(value):
        return value if generator.random() < 0.6 else inf

    return FilterSettings(
        max_force=sometimes(10.0),
        max_moment=sometimes(2.0),
        max_normal_force=sometimes(8.0),
        max_linear_speed=sometimes(0.3),
        max_angular_speed=sometimes(0.5),
        max_linear_acceleration=sometimes(1.0),
        max_angular_acceleration=sometimes(2.0),
        max_force_rate=sometimes(50.0),
        max_moment_rate=sometimes(10.0),
        max_speed_rate=sometimes(1.0),
        max_rotation_rate=sometimes(2.0),
        margin=generator.choice([0.0, 0.5]),
        hold_normal=bool(generator.random() < 0.5),
        infeasible_policy=str(generator.choice(['project', 'scale', 'neutral'])),
        stop_ramp_duration=0.1,
        recovery_ramp_duration=0.1,
        command_timeout=0.1,
        contacts_timeout=0.1,
    )


def mode(generator, state):
    letters = 'fs*' if state.dimension == 6 else 'fslr*'
    if generator.random() < 0.5:
        return None
    return ContactMode.parse(''.join(generator.choice(list(letters), state.contact_count)))


def run(seed, dimension):
    """Yield each tick's state, settings, what was published before, elapsed time and answer."""
    generator = np.random.default_rng((seed, dimension))
    state, settings = contacts(generator, dimension), limits(generator)
    memory, now, fresh = FilterMemory(), 10.0, [10.0, 10.0]
    setpoints = Setpoints()
    for _ in range(TICKS):
        chance = generator.random(8)
        state = contacts(generator, dimension) if chance[0] < 0.15 else state
        settings = limits(generator) if chance[1] < 0.05 else settings
        if chance[2] < 0.3:
            parts = [
                10.0 ** generator.uniform(-1, 2) * generator.standard_normal(dimension)
                if generator.random() < 0.7
                else None
                for _ in range(3)
            ]
            setpoints = Setpoints(*parts)
        setpoints = replace(setpoints, mode=mode(generator, state))
        elapsed = STEP * (5.0 if chance[3] < 0.05 else generator.uniform(0.1, 1.0))
        now += elapsed
        fresh = [
            now if late > 0.1 else last for late, last in zip(chance[4:6], fresh, strict=True)
        ]
        situation = Situation(
            now=now,
            stamp_clock=now,
            command_received=fresh[0],
            contacts_received=fresh[1],
            emergency_stop=bool(chance[6] < 0.02),
            reset=True,
            enabled=bool(chance[7] > 0.03),
        )
        before = memory
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
        yield state, settings, before, min(elapsed, settings.command_timeout), answer


@pytest.fixture(
    params=[(seed, dimension) for dimension in (3, 6) for seed in SEEDS],
    ids=lambda pair: f'{pair[0]}-{"planar" if pair[1] == 3 else "spatial"}',
)
def ticks(request):
    return list(run(*request.param))


def lengths(vector):
    size = linear_size(vector.shape[0])
    return np.linalg.norm(vector[:size]), np.linalg.norm(vector[size:])


def test_absolute_limits_hold_in_every_tick(ticks):
    for state, settings, _, _, answer in ticks:
        command, slack = answer.command, 1.0 + ROUNDING
        speed, rotation = settings.max_linear_speed, settings.max_angular_speed
        if not state.contact_count:
            speed, rotation = (
                min(speed, settings.free_motion_limit),
                min(rotation, settings.free_rotation_limit),
            )
        for vector, most in (
            (command.wrench, (settings.max_force, settings.max_moment)),
            (command.twist, (speed, rotation)),
            (
                command.acceleration,
                (settings.max_linear_acceleration, settings.max_angular_acceleration),
            ),
        ):
            assert all(
                length <= limit * slack
                for length, limit in zip(lengths(vector), most, strict=True)
            )


def test_what_is_sent_is_proved_by_the_reported_contact_forces(ticks):
    for state, settings, _, _, answer in ticks:
        forces, wrench = answer.contact_forces, answer.command.wrench
        size = ROUNDING * max(1.0, np.abs(wrench).max(), np.abs(forces).max(initial=0.0))
        assert np.abs(wrench_matrix(state) @ forces + wrench).max() <= size
        for contact, part in zip(state.contacts, component_slices(state), strict=True):
            edges = contact.friction.force_edges(state.dimension)
            assert forces[part.start] <= settings.max_normal_force * (1 + ROUNDING)
            assert linprog(
                np.zeros(len(edges)),
                A_ub=np.vstack((edges.T, -edges.T)),
                b_ub=np.concatenate((forces[part], -forces[part])) + size,
            ).success


def test_motion_is_free_of_the_present_contacts(ticks):
    for *_, answer in ticks:
        if answer.prepared is None:
            assert answer.command.is_neutral
            continue
        constraint, along = answer.prepared.constraint, answer.prepared.carried_along
        rows = constraint.constraint_force_basis.T
        held = rows @ answer.command.twist
        size = np.abs(rows).sum(initial=1.0) * max(1.0, np.abs(answer.command.twist).max())
        # Any share from none to all of what the surfaces do.
        moved = rows @ along
        share = np.clip(moved @ held / (moved @ moved), 0.0, 1.0) if moved.any() else 0.0
        assert np.abs(held - share * moved).max(initial=0.0) <= ROUNDING * size
        acceleration = answer.command.acceleration
        assert np.abs(rows @ acceleration).max(initial=0.0) <= ROUNDING * size * max(
            1.0, np.abs(acceleration).max()
        )


def reach(settings, elapsed, names):
    rates = [getattr(settings, name) for name in names]
    return np.array([inf if rate == inf else rate * elapsed for rate in rates])


FORCE = ('max_force_rate', 'max_moment_rate')
MOTION = ('max_speed_rate', 'max_rotation_rate')


def test_rates_hold_unless_what_ranks_higher_forbids_it(ticks):
    exceeded = 0
    for state, settings, memory, elapsed, answer in ticks:
        if memory.sent is None or memory.time is None or answer.watched.at_once:
            continue
        for part, names in (('wrench', FORCE), ('twist', MOTION)):
            allowed = reach(settings, elapsed, names)
            way = answer.command.part(part) - memory.sent.part(part)
            if (np.array(lengths(way)) <= allowed * (1 + ROUNDING) + 1e-12).all():
                continue
            exceeded += 1
            assert FilterCode.RATE_EXCEEDED in answer.codes
            assert names[0] in ''.join(answer.rates)
            if part == 'wrench':
                # A part without a rate is not thrown about to keep the rate of the other one.
                bounded = np.minimum(0.97 * allowed, 1.4 * np.array(lengths(way)))
                assert not wrench_within_reach(state, settings, memory.sent.wrench, bounded)
    assert exceeded < TICKS


def wrench_within_reach(state, settings, origin, allowed):
    """
    Tell whether a carried wrench lies within a box inside the reach and all limits.

    Boxes are smaller than the balls of the rates: what they hold, the balls hold.
    """
    size = linear_size(state.dimension)
    parts = component_slices(state)
    edges = [contact.friction.force_edges(state.dimension) for contact in state.contacts]
    if not edges:
        return not origin.any()
    columns = -np.hstack(
        [wrench_matrix(state)[:, part] @ one.T for part, one in zip(parts, edges, strict=True)]
    )
    normals = np.zeros((len(edges), columns.shape[1]))
    start = 0
    for row, one in enumerate(edges):
        normals[row, start : start + len(one)] = one[:, 0]
        start += len(one)
    boxes = np.repeat(
        allowed / np.sqrt((size, max(1, state.dimension - size))), (size, state.dimension - size)
    )
    most = np.repeat((settings.max_force, settings.max_moment), (size, state.dimension - size))
    most = most / np.sqrt(
        np.repeat((size, max(1, state.dimension - size)), (size, state.dimension - size))
    )
    rows, bounds = [normals], [np.full(len(edges), settings.max_normal_force)]
    for sign in (1.0, -1.0):
        rows += [sign * columns, sign * columns]
        bounds += [sign * origin + boxes, most]
    rows, bounds = np.vstack(rows), np.concatenate(bounds)
    counted = np.isfinite(bounds)
    return linprog(np.zeros(columns.shape[1]), A_ub=rows[counted], b_ub=bounds[counted]).success


def test_neutral_is_neutral_at_once_where_it_is_told(ticks):
    for _, _, _, _, answer in ticks:
        if answer.watched.at_once:
            assert answer.command.is_neutral
            assert not answer.contact_forces.any()


def test_a_hold_is_never_larger_than_what_was_sent_nor_against_it(ticks):
    sent = None
    for state, _, _, _, answer in ticks:
        size = linear_size(state.dimension)
        force = answer.command.wrench[:size]
        watched = answer.watched.state
        if not watched.holds_normal:
            sent = force
            continue
        held = answer.memory.fallback.wrench[:size]
        assert np.linalg.norm(held) <= np.linalg.norm(sent) * (1 + ROUNDING)
        assert held @ sent >= 0.0


def test_a_stop_never_presses_harder_than_it_did_or_is_to(ticks):
    """Where no rate has to be kept: contacts that jump may leave no smaller force within it."""
    before = np.zeros(1)
    for state, settings, _, _, answer in ticks:
        size = linear_size(state.dimension)
        force = np.linalg.norm(answer.command.wrench[:size])
        has_rates = min(settings.max_force_rate, settings.max_moment_rate) < inf
        if not (answer.watched.follows or has_rates):
            goal = np.linalg.norm(answer.memory.fallback.wrench[:size])
            assert force <= max(np.linalg.norm(before), goal) * (1 + ROUNDING)
        before = answer.command.wrench[:size]


@pytest.mark.parametrize('dimension', [3, 6], ids=['planar', 'spatial'])
def test_a_stop_beside_contacts_that_moved_is_no_harder(dimension):
    generator, pressed = np.random.default_rng(dimension), 0
    settings, size = FilterSettings(), linear_size(dimension)
    for _ in range(200):
        state = contacts(generator, dimension)
        if not state.contact_count:
            continue
        moved = ContactState(
            [
                replace(
                    one,
                    contact_position=one.contact_position + 0.02 * generator.standard_normal(size),
                )
                for one in state.contacts
            ],
            dimension=dimension,
        )
        sent = filter_command(state, generator.standard_normal(dimension)).command
        prepared = prepared_contacts(moved, None, None, settings)
        passed = output_gate(Proposed(sent, stops=True), sent, prepared, 0.01, settings)
        before, now = (np.linalg.norm(one.wrench[:size]) for one in (sent, passed.command))
        assert now <= before * (1 + ROUNDING) + 1e-12
        pressed += now > 0.0
    assert pressed > 50


@pytest.mark.parametrize('value', [np.nan, np.inf, 1e200])
def test_what_is_not_finite_never_passes(value):
    bad = Command(np.full(6, value), np.zeros(6), np.zeros(6))
    passed = output_gate(Proposed(bad), neutral_command(6), None, 0.01, FilterSettings())
    assert passed.command.is_neutral
    assert FilterCode.NUMERICAL_ERROR in passed.codes
