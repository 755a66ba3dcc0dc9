# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every motion of a box on four contacts in space: time, candidates, modes, residuals."""

from __future__ import annotations

import sys

import numpy as np
from timing import compare, engineering, print_table, Row

from frictioncone_ros.analysis.motions import find_spatial_motions
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

UP = (0.0, 0.0, 1.0)
LEGS = [(x, y, -0.5) for x in (1.0, -1.0) for y in (1.0, -1.0)]
LIMIT = 5e-3
PUSHES = {
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
    contacts = [ContactPoint(leg, UP, friction) for leg in LEGS]  # type: ignore[arg-type]
    return ContactState(
        contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)), twist=np.array(twist)
    )


def rows_of(name: str, friction: FrictionModel, limit: float | None) -> list[Row]:
    """Return one line for each push."""
    scenes = {push: (box(friction, twist), wrench) for push, (twist, wrench) in PUSHES.items()}
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


def main() -> int:
    """Print the tables; a missed limit fails."""
    rows = [row for name, friction in TIMED.items() for row in rows_of(name, friction, LIMIT)]
    rows += [row for name, friction in OTHERS.items() for row in rows_of(name, friction, None)]
    return print_table('Spatial dynamic prediction, four contacts', rows)


if __name__ == '__main__':
    sys.exit(main())
