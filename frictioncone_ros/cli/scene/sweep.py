# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone sweep`: many variations of a scene checked, in a table, a CSV and a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
import csv
from dataclasses import dataclass
from functools import partial

import numpy as np

from frictioncone_ros.analysis.feasibility.questions import LARGEST_WRENCH
from frictioncone_ros.cli.report import number, print_answer, table
from frictioncone_ros.cli.scene.scene_argument import (
    add_plot,
    add_scene,
    add_wrench,
    pictures,
    scene_of,
)
from frictioncone_ros.cli.scene.sweep_samples import COMPONENTS, judged, SampleJudge, Sweep
from frictioncone_ros.cli.scene.sweep_workers import on_all_cores, on_cluster
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial.arrays import Array

EXAMPLE = 'frictioncone sweep box_on_table --vary fx 0 15 --samples 31 --csv sweep.csv'
INTERRUPTED = 130

MOST_SAMPLES = 10_000_000
"""Samples that a sweep judges: so many take an hour of a core for a few contacts [count]."""


@dataclass(frozen=True)
class Variation:
    """What is varied, from where to where."""

    name: str
    start: float
    end: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is varied, how often, and where the results go."""
    add_scene(parser)
    add_wrench(parser)
    parser.add_argument(
        '--vary',
        nargs=3,
        action='append',
        required=True,
        metavar=('NAME', 'FROM', 'TO'),
        help='friction or load (factors), or a component of the wrench (fx ... tz); once or more',
    )
    parser.add_argument(
        '--samples',
        type=int,
        default=101,
        metavar='COUNT',
        help='evenly spaced, at random where several are varied (101)',
    )
    parser.add_argument('--seed', type=int, default=0, metavar='N', help='of random samples (0)')
    parser.add_argument('--csv', metavar='FILE', help='write every sample')
    parser.add_argument(
        '--resume',
        metavar='FILE',
        help='keep what is done in FILE (.npz), and go on from what is there',
    )
    parser.add_argument(
        '--scheduler',
        metavar='ADDRESS',
        help='of a Dask cluster, as tcp://host:8786, instead of the cores of this machine',
    )
    add_plot(parser, 'margins over the first variation')


def run(arguments: argparse.Namespace) -> int:
    """Judge every sample; 0 where all are carried, else 1; 130 with what was done on Ctrl-C."""
    scene = scene_of(arguments)
    variations = _variations(scene, arguments.vary)
    values = _samples(variations, arguments.samples, arguments.seed)
    judge = SampleJudge(scene, tuple(one.name for one in variations))
    address = arguments.scheduler
    workers = partial(on_cluster, address) if address else on_all_cores
    done = judged(judge, values, workers, arguments.resume)
    if arguments.csv:
        _write_csv(arguments.csv, done)
    print_answer(arguments, scene, _answer(done), (*_lines(done), *_not_asked(scene)))
    if arguments.plot and len(done.margins):
        pictures().draw_margins(arguments.plot, done.names[0], done.values[:, 0], done.margins)
    if not done.complete:
        return INTERRUPTED
    return 0 if done.carried.all() else 1


def _variations(scene: Scenario, given: Sequence[Sequence[str]]) -> list[Variation]:
    names = [name for name, _, _ in given]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInputError('--vary', name, 'each name once')
    return [_variation(scene, *one) for one in given]


def _variation(scene: Scenario, name: str, start: str, end: str) -> Variation:
    known = ('friction', 'load', *COMPONENTS[scene.required_state().dimension])
    if name not in known:
        raise InvalidInputError('--vary', name, 'one of ' + ', '.join(known))
    if name == 'load' and scene.load is None:
        raise InvalidInputError('--vary', name, 'a load in the scene', scene.name)
    try:
        limits = float(start), float(end)
    except ValueError:
        raise InvalidInputError(f'--vary {name}', (start, end), 'two numbers') from None
    if not np.isfinite(limits).all() or (name == 'friction' and min(limits) < 0.0):
        raise InvalidInputError(f'--vary {name}', limits, 'finite numbers, friction >= 0')
    if max(map(abs, limits)) > LARGEST_WRENCH:
        expected = f'numbers of at most {LARGEST_WRENCH:g}: beyond, squares overflow'
        raise InvalidInputError(f'--vary {name}', limits, expected)
    return Variation(name, *limits)


def _samples(variations: Sequence[Variation], count: int, seed: int) -> Array:
    """Return (count, variations) values: evenly spaced, or at random where several are varied."""
    if not 1 <= count <= MOST_SAMPLES:
        raise InvalidInputError('--samples', count, f'at least 1, at most {MOST_SAMPLES}')
    if seed < 0:
        raise InvalidInputError('--seed', seed, 'a whole number >= 0')
    starts = np.array([one.start for one in variations])
    ends = np.array([one.end for one in variations])
    if len(variations) == 1:
        return np.linspace(starts, ends, count)
    return np.random.default_rng(seed).uniform(starts, ends, (count, len(variations)))


def _write_csv(path: str, done: Sweep) -> None:
    try:
        with open(path, 'w', newline='', encoding='utf-8') as file:
            writer = csv.writer(file)
            writer.writerow((*done.names, 'carried', 'margin'))
            for sample, carried, margin in zip(
                done.values, done.carried, done.margins, strict=True
            ):
                writer.writerow((*map(repr, sample.tolist()), int(carried), repr(float(margin))))
    except OSError as error:
        expected = f'a file that can be written ({error.strerror})'
        raise InvalidInputError('--csv', path, expected) from None


def _quantiles(margins: Array) -> list[float]:
    """Return the least, the middle and the greatest margin [N], each that of a sample."""
    # Not a mean of two: of both infinities there is none.
    found: list[float] = np.quantile(margins, (0.0, 0.5, 1.0), method='nearest').tolist()
    return found


def _answer(done: Sweep) -> dict[str, object]:
    least, middle, greatest = _quantiles(done.margins) if len(done.margins) else (None,) * 3
    return {
        'samples': len(done.margins),
        'complete': done.complete,
        'carried': int(done.carried.sum()),
        'margin_least': least,
        'margin_median': middle,
        'margin_greatest': greatest,
        'worst_sample': _worst(done),
        'ranges_carried': _ranges(done),
    }


def _worst(done: Sweep) -> dict[str, float] | None:
    if not len(done.margins):
        return None
    return dict(zip(done.names, done.values[done.margins.argmin()].tolist(), strict=True))


def _ranges(done: Sweep) -> dict[str, list[float]]:
    """Return from where to where each variation has samples that are carried."""
    held = done.values[done.carried.astype(bool)]
    if not len(held):
        return {}
    columns = zip(done.names, held.min(axis=0).tolist(), held.max(axis=0).tolist(), strict=True)
    return {name: [least, most] for name, least, most in columns}


def _not_asked(scene: Scenario) -> Iterator[str]:
    if scene.preload is not None:
        yield ''
        yield 'what can be carried: the preload is not asked; `check` says what will be'


def _lines(done: Sweep) -> Iterator[str]:
    if not done.complete:
        yield f'interrupted: {len(done.margins)} of {done.desired} samples'
    if not len(done.margins):
        return
    yield f'{int(done.carried.sum())} of {len(done.margins)} samples can be carried'
    least, middle, most = _quantiles(done.margins)
    yield f'margin [N]: least {number(least)}, median {number(middle)}, greatest {number(most)}'
    yield ''
    worst, ranges = _worst(done) or {}, _ranges(done)
    rows = [
        [name, number(worst[name]), *map(number, ranges.get(name, [float('nan')] * 2))]
        for name in done.names
    ]
    yield from table(('varied', 'at the least margin', 'carried from', 'to'), rows)
