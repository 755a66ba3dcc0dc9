# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone sweep`: many variations of a scene checked, in a table, a CSV and a picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
import csv
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    ContactWrenchProblem,
    resist,
)
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.report import number, print_answer, require_proved, table
from frictioncone_ros.cli.scene_argument import add_scene, add_wrench, scene_of
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial.arrays import Array

EXAMPLE = 'frictioncone sweep box_on_table --vary fx 0 15 --samples 31 --csv sweep.csv'
COMPONENTS = {3: ('fx', 'fy', 'tau'), 6: ('fx', 'fy', 'fz', 'tx', 'ty', 'tz')}
INTERRUPTED = 130


@dataclass(frozen=True)
class Variation:
    """What is varied, from where to where."""

    name: str
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class Sweep:
    """What was judged: values (n, variations), margins (n,) [N], carried (n,)."""

    names: tuple[str, ...]
    values: Array
    margins: Array
    carried: Array
    wanted: int

    @property
    def complete(self) -> bool:
        """Whether every sample was judged."""
        return len(self.margins) == self.wanted


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
    parser.add_argument('--plot', metavar='FILE', help='draw margins over the first variation')


def run(arguments: argparse.Namespace) -> int:
    """Judge every sample; 0 where all are carried, else 1; 130 with what was done on Ctrl-C."""
    scene = scene_of(arguments)
    variations = [_variation(scene, *given) for given in arguments.vary]
    values = _samples(variations, arguments.samples, arguments.seed)
    done = _judged(scene, tuple(one.name for one in variations), values)
    _require_worst_proved(scene, done)
    if arguments.csv:
        _write_csv(arguments.csv, done)
    print_answer(arguments, scene, _answer(done), _lines(done))
    if arguments.plot and len(done.margins):
        # Matplotlib is optional and slow to start.
        from frictioncone_ros.cli.pictures import draw_margins  # noqa: PLC0415

        draw_margins(arguments.plot, done.names[0], done.values[:, 0], done.margins)
    if not done.complete:
        return INTERRUPTED
    return 0 if done.carried.all() else 1


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
    return Variation(name, *limits)


def _samples(variations: Sequence[Variation], count: int, seed: int) -> Array:
    """Return (count, variations) values: evenly spaced, or at random where several are varied."""
    if count < 1:
        raise InvalidInputError('--samples', count, 'at least 1')
    starts = np.array([one.start for one in variations])
    ends = np.array([one.end for one in variations])
    if len(variations) == 1:
        return np.linspace(starts, ends, count)
    return np.random.default_rng(seed).uniform(starts, ends, (count, len(variations)))


def _judged(scene: Scenario, names: tuple[str, ...], values: Array) -> Sweep:
    """Judge samples until they are done or Ctrl-C is pressed."""
    margins: list[float] = []
    carried: list[bool] = []
    problem_at, wrench_at = _problem_at(scene, names), _wrench_at(scene, names)
    progress = Progress('sweep', len(values))
    try:
        for sample in values:
            verdict = resist(problem_at(sample), wrench_at(sample))
            margins.append(verdict.margin)
            carried.append(verdict.feasible)
            progress.step(len(margins))
    except KeyboardInterrupt:
        pass
    progress.end()
    # Ctrl-C may fall between the two.
    count = min(len(margins), len(carried))
    return Sweep(
        names, values[:count], np.array(margins[:count]), np.array(carried[:count]), len(values)
    )


def _require_worst_proved(scene: Scenario, done: Sweep) -> None:
    """Check the certificate of the sample that is printed; all would take twice the time."""
    if len(done.margins):
        sample = done.values[done.margins.argmin()]
        problem, wrench = _problem_at(scene, done.names), _wrench_at(scene, done.names)
        require_proved(resist(problem(sample), wrench(sample)).certificate_holds())


def _problem_at(
    scene: Scenario, names: tuple[str, ...]
) -> Callable[[Array], ContactWrenchProblem]:
    """Return what prepares a sample's contacts, anew only where friction varies."""
    state = scene.required_state()
    if 'friction' not in names:
        prepared = contact_wrench_problem(state)
        return lambda sample: prepared
    column = names.index('friction')

    def problem(sample: Array) -> ContactWrenchProblem:
        factor = float(sample[column])
        models = [contact.friction.scaled(factor) for contact in state.contacts]
        return contact_wrench_problem(state.with_friction(models))

    return problem


def _wrench_at(scene: Scenario, names: tuple[str, ...]) -> Callable[[Array], Array]:
    """Return what makes a sample's external wrench (d,) [N, Nm]."""
    components = COMPONENTS[scene.required_state().dimension]
    placed = [(i, components.index(name)) for i, name in enumerate(names) if name in components]

    def wrench(sample: Array) -> Array:
        total = scene.required_wrench().copy()
        if 'load' in names and scene.load is not None:
            total += (sample[names.index('load')] - 1.0) * scene.load
        for column, component in placed:
            total[component] = sample[column]
        return total

    return wrench


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


def _answer(done: Sweep) -> dict[str, object]:
    return {
        'samples': len(done.margins),
        'complete': done.complete,
        'carried': int(done.carried.sum()),
        'margin_least': done.margins.min() if len(done.margins) else None,
        'margin_median': float(np.median(done.margins)) if len(done.margins) else None,
        'margin_greatest': done.margins.max() if len(done.margins) else None,
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


def _lines(done: Sweep) -> Iterator[str]:
    if not done.complete:
        yield f'interrupted: {len(done.margins)} of {done.wanted} samples'
    if not len(done.margins):
        return
    yield f'{int(done.carried.sum())} of {len(done.margins)} samples can be carried'
    least, middle, most = np.quantile(done.margins, (0.0, 0.5, 1.0), method='nearest').tolist()
    yield f'margin [N]: least {number(least)}, median {number(middle)}, greatest {number(most)}'
    yield ''
    worst, ranges = _worst(done) or {}, _ranges(done)
    rows = [
        [name, number(worst[name]), *map(number, ranges.get(name, [float('nan')] * 2))]
        for name in done.names
    ]
    yield from table(('varied', 'at the least margin', 'carried from', 'to'), rows)
