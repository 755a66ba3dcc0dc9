# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rows of `bench_sim` asked of several engines: the filter on feet, soft fingers, load factors."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from bench_support import feet_load, FRICTION, groove_load, limit_of, Load
import numpy as np
from support_engines import drake_engine, Engine, mujoco_engine
from timing import Row

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.contact import ContactPoint, ContactState, patch_finger, SoftFinger
from frictioncone_ros.control import FilterSettings
from frictioncone_ros.pipeline import filter_command
from frictioncone_ros.sim.experiments.filtering import MARGIN
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array

ENGINES: dict[str, tuple[str, Callable[[ContactState], Engine]]] = {
    'MuJoCo': ('mujoco', mujoco_engine),
    'TAMSI': ('pydrake', drake_engine),
}
"""By name: the module that must be there, and the body in it."""

FEET = (3, 4, 8)
BEYOND = (0.6, 1.8)
"""Range of loads, as shares of what can be carried, that the filter gets to see [-]."""

RING_POINTS, RING_RADIUS = 8, 0.02
BAND = 0.02
"""Loads whose verdict changes within this share of them are in the band [-]."""

PATCH = 'patch_finger'
"""Name of the row whose ellipsoid lies inside what the ring holds."""

LATE_SHARE, EARLY_SHARE = 1.05, 0.9
"""Shares of the load factor at which a grasp should slip, and should not [-]."""

HOLDING_SLIPS = 0.03
"""Share of verdicts "holds" that may slip outside the band [-]."""


def available(names: list[str]) -> list[str]:
    """Return the engines that are installed, and say which are not."""
    found = [name for name in names if find_spec(ENGINES[name][0])]
    for name in sorted(set(names) - set(found)):
        print(f'{name} is skipped: {ENGINES[name][0]} is not installed')
    return found


def filtered_feet(engine: str, count: int, loads: int, seed: int) -> tuple[Proportion, Proportion]:
    """Return how many random commands slip without and with the filter, on `count` feet."""
    generator = np.random.default_rng([seed, count])
    settings = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
    raw = kept = 0
    for _ in range(loads):
        state, pressing, shear = feet_load(generator, count)
        most = load_factor(contact_wrench_problem(state), pressing, shear).value
        wrench = pressing + generator.uniform(*BEYOND) * most * shear
        slips = ENGINES[engine][1](state)
        raw += slips(pressing, wrench)
        kept += slips(pressing, filter_command(state, wrench, settings).command.wrench)
    return Proportion(raw, loads), Proportion(kept, loads)


def ring_verdicts(engine: str, loads: int, seed: int, finger: ContactPoint) -> Proportion:
    """Return how many loads outside the band that a soft finger "holds" slip on its ring."""
    generator = np.random.default_rng([seed, RING_POINTS])
    ring, alone = _ring(), ContactState([finger])
    slips, problem = ENGINES[engine][1](ring), contact_wrench_problem(alone)
    held = slipped = 0
    while held < loads:
        pressing, shear = _ring_load(generator)
        if can_resist(problem, pressing + (1.0 + BAND) * shear):
            held += 1
            slipped += slips(pressing, pressing + shear)
    return Proportion(slipped, loads)


def _ring() -> ContactState:
    angles = 2.0 * np.pi * np.arange(RING_POINTS) / RING_POINTS
    places = RING_RADIUS * np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))
    return ContactState.from_points(places, (0.0, 0.0, 1.0), FRICTION)


def _fingers() -> dict[str, ContactPoint]:
    """Return soft fingers that stand for the ring, by how its torsion was found."""
    up, middle = np.array([0.0, 0.0, 1.0]), np.zeros(3)
    torsion = FRICTION * RING_RADIUS
    apart = SoftFinger(FRICTION, torsion, independent=True)
    return {
        'limits apart': ContactPoint(middle, up, apart),
        'ellipsoid, torsion mu r': ContactPoint(middle, up, SoftFinger(FRICTION, torsion)),
        PATCH: patch_finger(_ring().positions, up, FRICTION),
    }


def _ring_load(generator: np.random.Generator) -> tuple[Array, Array]:
    """Return a pressing wrench and one that shears and twists up to 1.2 times either limit."""
    weight = generator.uniform(5.0, 40.0)
    angle, size = generator.uniform(0.0, 2.0 * np.pi), generator.uniform(0.0, 1.2)
    turn = RING_RADIUS * generator.uniform(-1.2, 1.2)
    across = FRICTION * weight * np.array([size * np.cos(angle), size * np.sin(angle)])
    pressing = np.array([0.0, 0.0, -weight, 0.0, 0.0, 0.0])
    return pressing, np.array([*across, 0.0, 0.0, 0.0, FRICTION * weight * turn])


def can_factor(load: Load) -> float:
    """Return by how much the shear may grow until no contact forces carry it."""
    state, pressing, shear = load
    return load_factor(contact_wrench_problem(state), pressing, shear).value


def will_factor(load: Load) -> float:
    """Return the same of the forces that compliant contacts take."""
    state, pressing, shear = load
    found = limit_of(lambda wrench: will_resist(state, wrench).carried, pressing, shear)
    return 0.0 if found is None else found


def slips_at_share(
    engine: str,
    draw: Callable[[np.random.Generator], Load],
    loads: int,
    seed: int,
    share: tuple[float, Callable[[Load], float]],
) -> Proportion:
    """Return how many bodies slip at a share of a load factor."""
    generator = np.random.default_rng([seed, loads])
    slipped = tried = 0
    while tried < loads:
        load = draw(generator)
        most = share[1](load)
        if not 0.0 < most < np.inf:
            continue
        tried += 1
        state, pressing, shear = load
        slipped += ENGINES[engine][1](state)(pressing, pressing + share[0] * most * shear)
    return Proportion(slipped, loads)


def engine_rows(engine: str, loads: int, seed: int) -> list[Row]:
    """Return every row of one engine."""
    rows = []
    for count in FEET:
        raw, kept = filtered_feet(engine, count, loads, seed)
        rows.append(Row(f'{engine}: slips on {count} feet, no filter', str(raw), '', ''))
        rows.append(Row(f'{engine}: slips on {count} feet, filter', str(kept), '', ''))
    for name, finger in _fingers().items():
        slips = ring_verdicts(engine, loads, seed, finger)
        limited = name == PATCH
        rows.append(
            Row(
                f'{engine}: soft finger holds, slips ({name})',
                str(slips),
                f'<= {HOLDING_SLIPS:g}' if limited else '',
                '',
                slips.value <= HOLDING_SLIPS if limited else None,
            )
        )
    for share in (EARLY_SHARE, LATE_SHARE):
        slips = slips_at_share(engine, _groove, loads, seed, (share, will_factor))
        name = f'{engine}: grasp in a groove slips at {share:g} of load_factor (will)'
        rows.append(Row(name, str(slips), '', ''))
    for share in (EARLY_SHARE, LATE_SHARE):
        slips = slips_at_share(engine, _groove, loads, seed, (share, can_factor))
        name = f'{engine}: grasp in a groove slips at {share:g} of load_factor (can)'
        rows.append(Row(name, str(slips), '', ''))
    return rows


def _groove(generator: np.random.Generator) -> Load:
    return groove_load(generator, 4)
