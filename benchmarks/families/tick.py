# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Projectors, and assess() for 1 to 16 spatial contacts: carried, beyond the cone, contacts new.

Beside bare nnls on its 6 x 32 problem; acting on what will be carried beside acting on what can
be; the filter's solver of the margin beside the analysis' one; the worst accepted snapshots;
memory over many ticks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
import tracemalloc

from families._contacts import bare_nnls, NNLS
from growth import exponent
from measuring import Case, Figure, figure_of, Wrong
import numpy as np
from ticking import BODY, CARRIED, ring, SETTINGS, settled, SLIPPING, Ticker
from worst_snapshots import worst_snapshots

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.analysis.projections import projector_pair
from frictioncone_ros.constraints import contact_constraint
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    wrench_matrix,
)
from frictioncone_ros.control import prepared_contacts

MODELS: dict[str, FrictionModel] = {
    'circular': CircularCone(0.5),
    '8 edges': FrictionPolygon(0.5, 8),
}
TARGETS = {'carried': 4.0, 'beyond the cone': 8.0, 'contacts new each tick': 14.0}
TARGET_CONTACTS = 4
TICKS, ALLOWED_GROWTH = 20_000, 10_000.0
WORST_TARGET = 1000.0
"""The worst accepted snapshot, in times of bare nnls [-]: 20 ms where that takes 20 us."""
CHANGE, LOW, ROUNDING = 0.02, 0.01, 1e-6
"""How far wrenches go about their mean; by how much the filter's margin may be too low, too high
[-], of the margin or of 1 N."""
CAUSE = (
    'a tick is many small calls of Python and NumPy; the free savings are made (CHANGELOG); '
    'the same command again, which solves nothing, takes as long as the first target; '
    'Cython over the code as it is gave 0.91 to 1.15 of the time, what solvers that take no time '
    'would leave is in docs/speed.md'
)


def cases() -> Iterator[Case | Figure]:
    """Yield all rows of the filter."""
    bare, count = bare_nnls()
    for mode in ('****', 'f***'):
        constraint = contact_constraint(ring(4, CircularCone(0.5)), ContactMode.parse(mode))
        yield Case(
            f'both projectors, rank {constraint.rank}',
            lambda c=constraint: projector_pair(c, BODY.matrix),
            bare,
            NNLS,
            peer_asks=count,
            wrong=lambda c=constraint: wrong_projectors(projector_pair(c, BODY.matrix)),
        )
    for name, friction in MODELS.items():
        for contacts in (1, 4, 8, 16):
            state = ring(contacts, friction)
            aimed = name == 'circular' and contacts == TARGET_CONTACTS
            for kind, ticker in tickers(state).items():
                yield Case(
                    f'{name}, {contacts} contacts, {kind}',
                    ticker,
                    bare,
                    NNLS,
                    TARGETS.get(kind) if aimed else None,
                    peer_asks=count,
                    cause=CAUSE,
                    guard=aimed,
                )
    yield growth_of_ticks()
    yield from _verdicts()
    yield from _margins()
    yield from worst_snapshots((bare, count), WORST_TARGET)
    yield allocation()


def tickers(state: ContactState) -> dict[str, Ticker]:
    """Return ones inside, beyond, with contacts that move each tick, with nothing that changes."""
    return {
        'carried': settled(state, CARRIED),
        'beyond the cone': settled(state, SLIPPING),
        'contacts new each tick': settled(state, CARRIED, renew=True),
        'the same command again': settled(state, CARRIED, noise=0.0),
    }


def wrong_projectors(pair: object) -> Wrong:
    """Count projectors that are not idempotent."""
    matrices = [np.asarray(one) for one in vars(pair).values() if np.ndim(one) == 2]
    return Wrong(sum(not np.allclose(m @ m, m, atol=1e-9) for m in matrices), None, len(matrices))


def growth_of_ticks() -> Figure:
    """Return how a tick grows with contacts."""
    functions: dict[float, Callable[[], object]] = {}
    for count in (2, 4, 8, 16):
        ticker = settled(ring(count, CircularCone(0.5)), CARRIED)
        functions[float(count)] = lambda t=ticker: [t() for _ in range(20)]
    return exponent('tick', 'carried, circular', functions, (1.0, 'linear in contacts'))


def _verdicts() -> Iterator[Case]:
    """Yield acting on what will be carried beside acting on what can be."""
    for name, friction in MODELS.items():
        for count in (4, 8):
            for kind, wrench in (('carried', CARRIED), ('beyond the cone', SLIPPING)):
                state = ring(count, friction)
                sides = [
                    settled(state, wrench, settings=replace(SETTINGS, margin_of=verdict))
                    for verdict in ('will', 'can')
                ]
                yield Case(
                    f'{name}, {count} contacts, {kind}: margin_of will beside can',
                    sides[0],
                    sides[1],
                    'margin_of can',
                )


def _margins() -> Iterator[Case]:
    """Yield the filter's solver of the margin as it can be carried beside the exact one."""
    for name, friction in MODELS.items():
        for count in (1, 4, 16):
            state = ring(count, friction)
            physical = prepared_contacts(state, None, None, SETTINGS).physical
            problem, generator = contact_wrench_problem(state), np.random.default_rng(1)
            mean = physical.nearest(-CARRIED).contact_forces
            forces = [
                mean * (1.0 + CHANGE * generator.standard_normal(mean.size)) for _ in '1' * 20
            ]
            reactions = [wrench_matrix(state) @ one for one in forces]
            yield Case(
                f'{name}, {count} contacts: margin by the filter beside analysis',
                lambda p=physical, f=forces: margins(p.margin_from, f),
                lambda p=problem, r=reactions: [produce(p, one).margin for one in r],
                'analysis.feasibility',
                ours_asks=20,
                peer_asks=20,
                wrong=lambda p=physical, f=forces, q=problem, r=reactions: wrong_margins(
                    margins(p.margin_from, f), [produce(q, one).margin for one in r]
                ),
            )


def margins(
    margin_of: Callable[..., tuple[float, object]], forces: list[np.ndarray]
) -> list[float]:
    """Return the filter's margins, each begun with what the last one ended with."""
    found, start = [], None
    for one in forces:
        margin, start = margin_of(one, start)
        found.append(margin)
    return found


def wrong_margins(ours: list[float], exact: list[float]) -> Wrong:
    """Count margins above the exact one or much below."""
    pairs = list(zip(ours, exact, strict=True))
    wrong = 0
    for said, true in pairs:
        size = max(abs(true), 1.0)
        wrong += not true - LOW * size <= said <= true + ROUNDING * size
    return Wrong(wrong, None, len(pairs))


def allocation() -> Figure:
    """Count the bytes that stay allocated after many ticks."""
    ticker = settled(ring(4, CircularCone(0.5)), CARRIED)
    tracemalloc.start()
    for _ in range(TICKS // 4):  # what is remembered at all is by then
        ticker()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(TICKS):
        ticker()
    growth = float(max(tracemalloc.get_traced_memory()[0] - before, 0))
    tracemalloc.stop()
    return figure_of(
        'tick',
        f'allocation growth over {TICKS} ticks',
        ([growth], [ALLOWED_GROWTH]),
        peer_name='allowed',
        target=1.0,
        unit='bytes',
    )
