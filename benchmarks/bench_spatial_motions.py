# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every motion of a box on four contacts in space: time, candidates, modes, residuals."""

from __future__ import annotations

from datetime import datetime, timezone
import sys
from time import process_time

import numpy as np
from timing import compare, engineering, print_table, Row

from frictioncone_ros.analysis.motions import (
    find_spatial_motions,
    find_spatial_quasistatic_motions,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array, Inertia

UP = np.array([0.0, 0.0, 1.0])
LEGS = [np.array([x, y, -0.5]) for x in (1.0, -1.0) for y in (1.0, -1.0)]
LIMIT = 5e-3
PUSHES, PUSHES_ENDED, PUSH_TIME = 200, 0.95, 0.5
"""One-finger pushes, the share of them that must be searched to the end, in this time [s]."""
PUSHES_OF_BOX = {
    'at rest, held': ((0.0,) * 6, (2.0, 1.0, -9.81, 0.0, 0.0, 0.0)),
    'at rest, pushed': ((0.0,) * 6, (6.0, 3.0, -9.81, 0.0, 0.0, 0.0)),
    'at rest, turned': ((0.0,) * 6, (1.0, 3.0, -9.81, 0.0, 0.0, 9.0)),
    'at rest, tipped': ((0.0,) * 6, (6.0, 0.0, -9.81, 0.0, 12.0, 0.0)),
    'sliding': ((1.0, 0.5, 0.0, 0.0, 0.0, 0.0), (1.0, 0.0, -9.81, 0.0, 0.0, 0.0)),
}
TIMED: dict[str, FrictionModel] = {'circular': CircularCone(0.5), 'pyramid': FrictionPyramid(0.5)}
OTHERS: dict[str, FrictionModel] = {
    'soft finger': SoftFinger(0.5, 0.1),
    'polygon of 8': FrictionPolygon(0.5, 8),
}


def box(friction: FrictionModel, twist: tuple[float, ...]) -> ContactState:
    """Return a 1 kg box on four legs."""
    contacts = [ContactPoint(leg, UP, friction) for leg in LEGS]
    return ContactState(
        contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)), twist=np.array(twist)
    )


def rows_of(name: str, friction: FrictionModel, limit: float | None) -> list[Row]:
    """Return one line for each push."""
    scenes = {
        push: (box(friction, twist), wrench) for push, (twist, wrench) in PUSHES_OF_BOX.items()
    }
    # The smallest of several medians: others may be using the machine for a while.
    batches = [
        compare(
            {
                push: (lambda scene=scene: find_spatial_motions(*scene))
                for push, scene in scenes.items()
            },
            5,
        )
        for _ in range(15)
    ]
    rows = []
    for push, scene in scenes.items():
        found = find_spatial_motions(*scene)
        seconds = min(batch[push].median for batch in batches)
        worst = max(motion.certificate.worst for motion in found)
        text = (
            f'{name}, {push}: {len(found)} of {found.candidate_count} candidates, '
            f'residual {worst:.0e}, exhaustive {found.exhaustive}'
        )
        rows.append(
            Row(
                text,
                engineering(seconds),
                engineering(limit) if limit else '-',
                f'{limit / seconds:.1f}x' if limit else '-',
                seconds <= limit if limit else None,
            )
        )
    return rows


def pushed(generator: np.random.Generator) -> tuple[ContactState, Array]:
    """Return a body on three or four round feet beside a moving finger, and its weight (6,)."""
    feet = int(generator.integers(3, 5))
    angles = 2.0 * np.pi * (np.arange(feet) + generator.uniform(-0.3, 0.3, feet)) / feet
    radii, rubber = generator.uniform(0.04, 0.1, feet), CircularCone(generator.uniform(0.2, 0.8))
    contacts = [
        ContactPoint(np.array([radius * np.cos(angle), radius * np.sin(angle), 0.0]), UP, rubber)
        for radius, angle in zip(radii, angles, strict=True)
    ]
    turn = generator.uniform(0.0, 2.0 * np.pi)
    normal = -np.array([np.cos(turn), np.sin(turn), 0.0])
    across = np.array([-normal[1], normal[0], 0.0])
    place = -normal * generator.uniform(0.04, 0.1) + across * generator.uniform(-0.05, 0.05)
    place[2] = generator.uniform(0.005, 0.03)
    velocity = 0.05 * (
        normal * generator.uniform(0.3, 1.0) + across * generator.uniform(-0.7, 0.7)
    )
    finger = CircularCone(generator.uniform(0.1, 0.6))
    contacts.append(ContactPoint(place, normal, finger, surface_velocity=velocity))
    weight, (x, y) = generator.uniform(5.0, 20.0), generator.uniform(-0.01, 0.01, 2)
    return ContactState(contacts), weight * np.array([0.0, 0.0, -1.0, -y, x, 0.0])


def push_rows(seed: int) -> list[Row]:
    """Return how many one-finger pushes are searched to the end in the time there is."""
    generator = np.random.default_rng(seed)
    ended, durations = 0, []
    for _ in range(PUSHES):
        state, weight = pushed(generator)
        begun = process_time()
        found = find_spatial_quasistatic_motions(state, weight)
        durations.append(process_time() - begun)
        ended += found.exhaustive and durations[-1] <= PUSH_TIME
        assert all(motion.certificate.holds() for motion in found)
    share = Proportion(ended, PUSHES)
    slowest = engineering(max(durations))
    return [
        Row(
            f'one finger pushes, seed {seed}: exhaustive within {PUSH_TIME:g} s of CPU',
            f'{share}, slowest {slowest}',
            f'>= {PUSHES_ENDED:g}',
            '-',
            share.value >= PUSHES_ENDED,
        )
    ]


def many_rows() -> list[Row]:
    """Return one line for each body on sixteen contacts in a ring."""
    angles = 2.0 * np.pi * np.arange(16) / 16
    places = np.column_stack((np.cos(angles), np.sin(angles), np.full(16, -0.5)))
    rows = []
    for name, friction in TIMED.items():
        contacts = [ContactPoint(place, UP, friction) for place in places]
        state = ContactState(contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)))
        for push in ('at rest, held', 'at rest, pushed', 'at rest, turned'):
            begun = process_time()
            found = find_spatial_motions(state, PUSHES_OF_BOX[push][1])
            text = f'16 contacts, {name}, {push}: {len(found)} found, all {found.exhaustive}'
            rows.append(Row(text, engineering(process_time() - begun), '-', '-'))
    return rows


def main() -> int:
    """Print the tables; a missed limit fails."""
    rows = [*push_rows(int(datetime.now(timezone.utc).strftime('%Y%m%d'))), *many_rows()]
    code = print_table('Pushes and many contacts in space', rows)
    rows = [row for name, friction in TIMED.items() for row in rows_of(name, friction, LIMIT)]
    rows += [row for name, friction in OTHERS.items() for row in rows_of(name, friction, None)]
    return max(code, print_table('Spatial dynamic prediction, four contacts', rows))


if __name__ == '__main__':
    sys.exit(main())
