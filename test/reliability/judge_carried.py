# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Ranks 3 and 4: reported contact forces are a certificate, and motions keep the contacts."""

from __future__ import annotations

from case import Case
import numpy as np
from records import Array, Verdict
from solvers import carried_distance

SLACK = 1e-6
"""Relative to the largest force, wrench or motion in question [-]."""
ROUNDING = 1e-9
SQUEEZE = 1e3
"""Contact forces this many times their wrench squeeze against each other."""
RANK_DOUBT = 1.5
"""Singular values this factor around the rank tolerance may count or not."""


def reported(case: Case) -> list[Verdict]:
    """Judge the reported contact forces: in the cones, minus the wrench, within their limit."""
    tick, geometry = case.tick, case.geometry
    forces, count = tick.forces, geometry.matrix.shape[1]
    if forces.shape != (count,):
        # Before any contact there is nothing to report.
        wrong = bool(forces.any()) or bool(tick.given['wrench'].any())
        return [('reported_shape', 0.0, wrong, f'{forces.shape} forces for {count} components')]
    largest = float(np.abs(forces).max(initial=0.0))
    outside = geometry.cone_excess(forces) / largest if largest > 0.0 else 0.0
    imbalance, allowed = _imbalance(case)
    verdicts: list[Verdict] = [
        ('reported_cones', outside, outside > SLACK, f'{outside:.3g} of {largest:.3g} N outside'),
        (
            'reported_balance',
            imbalance / max(allowed, 1e-300) * SLACK,
            imbalance > allowed,
            f'forces and wrench differ by {imbalance:.3g}, {tick.phase}',
        ),
    ]
    limit = case.limit('max_normal_force')
    if limit < np.inf:
        normal = float(forces[geometry.normals].max(initial=0.0))
        excess = (normal - limit) / limit if limit > 0.0 else normal
        violated = normal > limit * (1.0 + SLACK) + 1e-12
        verdicts.append(
            (
                'max_normal_force',
                excess,
                violated,
                f'{normal:.6g} N at limit {limit:g}, {tick.phase}',
            )
        )
    return verdicts


def _imbalance(case: Case) -> tuple[float, float]:
    """Return |W f + w| with moments over the length, and how much of it is rounding."""
    scaling = wrench_scaling(case)
    wrench = case.tick.given['wrench']
    columns = scaling[:, None] * case.geometry.matrix
    rest = columns @ case.tick.forces + scaling * wrench
    size = float(np.linalg.norm(scaling * wrench))
    terms = float(np.linalg.norm(columns, axis=0) @ np.abs(case.tick.forces))
    return float(np.linalg.norm(rest)), SLACK * size + ROUNDING * terms + 1e-12


def carried(case: Case) -> list[Verdict]:
    """Judge by a solver what no certificate proves, and now and then what one does."""
    tick, geometry = case.tick, case.geometry
    proved = not any(
        violated for name, _, violated, _ in reported(case) if name != 'max_normal_force'
    )
    if proved and not (case.deep and geometry.contacts):
        return [('carried', 0.0, False, '')]
    distance = carried_distance(geometry, tick.given['wrench'], tick.length, np.inf)
    if proved:
        # Forces far larger than their wrench prove it to a few digits, which no solver finds.
        squeezes = np.abs(tick.forces).max(initial=0.0) > SQUEEZE * np.linalg.norm(
            tick.given['wrench']
        )
        wrong = distance > 1e3 * SLACK and not squeezes
        return [
            ('carried', 0.0, False, ''),
            ('solver_agrees', distance, wrong, f'{distance:.3g} of a certified wrench is not'),
        ]
    return [
        (
            'carried',
            distance,
            distance > SLACK,
            f'{distance:.3g} of the wrench cannot be carried, {tick.phase}',
        )
    ]


def held_rows(case: Case, *, doubtful: bool) -> tuple[Array, Array]:
    """
    Return the rows (r, d) that a scaled motion must obey, and the surfaces' part of them (r,).

    Directions weaker than the rank tolerance, relative to the strongest, hold nothing. doubtful:
    count those too of which rounding decides.
    """
    columns, speeds = case.geometry.held(case.tick.mode)
    if not columns.shape[1]:
        return np.zeros((0, case.tick.dimension)), np.zeros(0)
    weighing = _about_the_middle(case)
    scaled = weighing @ columns
    sizes = np.linalg.norm(scaled, axis=0)
    left, values, right = np.linalg.svd(scaled / sizes, full_matrices=False)
    doubt = 1.0 / RANK_DOUBT if doubtful else RANK_DOUBT
    kept = values > doubt * case.limit('rank_tolerance') * values[0]
    surfaces = (right[kept] @ (speeds / sizes)) / values[kept]
    # The same equations with orthonormal rows on the motion at the reference point.
    rows = np.linalg.solve(weighing, left[:, kept]).T / motion_scaling(case)
    unit, mixing = np.linalg.qr(rows.T)
    return unit.T, np.linalg.solve(mixing.T, surfaces)


def _about_the_middle(case: Case) -> Array:
    """Return the map (d, d) to wrenches about the contacts' middle, moments over their spread."""
    places = np.array([contact.position for contact in case.geometry.contacts])
    middle = places.mean(axis=0)
    x, y, z = np.append(middle, 0.0)[:3]
    spread = float(np.sqrt(((places - middle) ** 2).sum() / len(places)))
    alone = spread <= 1e-9 * np.abs(places).max()
    length = case.tick.length if alone else max(spread, 1e-3 * case.tick.length)
    length = case.limit('characteristic_length') or length
    shift = np.eye(6)
    shift[3:, :3] = ((0.0, z, -y), (-z, 0.0, x), (y, -x, 0.0))
    if case.tick.dimension == 3:
        shift = shift[np.ix_([0, 1, 5], [0, 1, 5])]
    return np.asarray(_scaling(case.tick.dimension, 1.0 / length)[:, None] * shift)


def surfaces_move(case: Case) -> bool:
    """Tell whether the environment moves along something a contact holds."""
    return any(contact.surface is not None for contact in case.geometry.contacts)


def free_motion(case: Case) -> list[Verdict]:
    """Judge twist and acceleration: no motion against what the present contacts hold."""
    twist, rest = case.tick.given['twist'], case.tick.given['accel']
    if not (twist.any() or rest.any()):
        return [('free_twist', 0.0, False, ''), ('free_acceleration', 0.0, False, '')]
    rows, surfaces = held_rows(case, doubtful=False)
    scaling = motion_scaling(case)
    speed = rows @ (scaling * twist)
    size = float(np.linalg.norm(scaling * twist) + np.linalg.norm(surfaces))
    # What is left of the last twist by rounding is rounding, whichever way it points.
    size += ROUNDING * float(np.linalg.norm(scaling * case.before['twist']))
    square = float(surfaces @ surfaces)
    # On the way to or from rest any share of the surfaces' motion is taken along.
    share = min(1.0, max(0.0, float(surfaces @ speed) / square)) if square > 0.0 else 0.0
    against = float(np.linalg.norm(speed - share * surfaces)) / size if size > 0.0 else 0.0
    bent = float(np.linalg.norm(rows @ (scaling * rest)))
    whole = float(np.linalg.norm(scaling * rest))
    whole += ROUNDING * float(np.linalg.norm(scaling * case.before['accel']))
    bent = bent / whole if whole > 0.0 else 0.0
    verdicts: list[Verdict] = [
        (
            'free_twist',
            against,
            against > SLACK,
            f'{against:.3g} of the twist is held, {case.tick.phase}',
        ),
        ('free_acceleration', bent, bent > SLACK, f'{bent:.3g} of the acceleration is held'),
    ]
    if square > 0.0 and _goes_on(case):
        missing = float(np.linalg.norm(speed - surfaces)) / size
        verdicts.append(
            (
                'surface',
                missing,
                missing > 1e1 * SLACK,
                f'{missing:.3g} of the twist is against moving surfaces',
            )
        )
    return verdicts


def _goes_on(case: Case) -> bool:
    """Tell whether a commanded twist is followed without ramp, limit or rate."""
    tick = case.tick
    slowed = tick.codes & {'LIMITED', 'RATE_EXCEEDED', 'RAMPING', 'INFEASIBLE', 'PART_RELEASED'}
    return tick.phase == 'following' and 'twist' in tick.asked and not slowed


def wrench_scaling(case: Case) -> Array:
    """Return factors (d,) that make all components of a wrench forces."""
    return _scaling(case.tick.dimension, 1.0 / case.tick.length)


def motion_scaling(case: Case) -> Array:
    """Return factors (d,) that make all components of a motion linear."""
    return _scaling(case.tick.dimension, case.tick.length)


def _scaling(dimension: int, factor: float) -> Array:
    split = 2 if dimension == 3 else 3
    return np.where(np.arange(dimension) < split, 1.0, factor)
