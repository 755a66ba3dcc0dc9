# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone check`: can and will the contacts carry a wrench, and how surely."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import isfinite

import numpy as np

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, resist, WrenchVerdict
from frictioncone_ros.analysis.load_factor import load_factor, LoadFactor
from frictioncone_ros.analysis.support import (
    CarriedVerdict,
    Compliance,
    support_problem,
    will_resist,
)
from frictioncone_ros.cli.report import number, print_answer, require_proved, table, vector, yes_no
from frictioncone_ros.cli.scene.scene_argument import (
    add_plot,
    add_scene,
    add_wrench,
    pictures,
    scene_of,
)
from frictioncone_ros.scenario import Scenario

EXAMPLE = 'frictioncone check box_on_table --wrench 12 0 -19.62 0 0 0'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene and the wrench."""
    add_scene(parser)
    add_wrench(parser)
    add_plot(parser, 'forces of each contact')


def run(arguments: argparse.Namespace) -> int:
    """Judge and print; 0 where the contacts will carry the wrench, else 1."""
    scene = scene_of(arguments)
    problem, wrench = contact_wrench_problem(scene.required_state()), scene.required_wrench()
    can = resist(problem, wrench)
    will = will_resist(support_problem(problem, Compliance(preload=scene.preload)), wrench)
    growth = None
    if scene.load is not None:
        steady = np.zeros(problem.dimension) if scene.wrench is None else scene.wrench
        growth = load_factor(problem, steady, scene.load)
    # A "will not" of contacts in general position has no certificate to check.
    require_proved(
        can.certificate_holds(),
        not will.carried or will.certificate_holds(),
        growth is None or growth.certificate_holds(),
    )
    print_answer(arguments, scene, _answer(can, will, growth), _lines(scene, can, will, growth))
    if arguments.plot:
        pictures().draw_forces(arguments.plot, will if will.carried else can)
    return 0 if will.carried else 1


def _answer(
    can: WrenchVerdict, will: CarriedVerdict, growth: LoadFactor | None
) -> dict[str, object]:
    return {
        'external_wrench': -can.contact_wrench,
        'can': {
            'carried': can.feasible,
            'margin': can.margin,
            'certificate_holds': can.certificate_holds(),
            'contact_forces': can.contact_forces,
            'separating_twist': can.separating_twist,
            'limiting_contact': can.limiting_contact,
            'load_factor': None if growth is None else growth.value,
            'refused_factor': None if growth is None else growth.least_refused,
        },
        'will': {
            'carried': will.carried,
            'margin': will.margin,
            'certificate_holds': will.certificate_holds(),
            'contact_forces': will.contact_forces,
            'limiting_contact': will.limiting_contact,
            'load_factor': will.load_factor,
        },
        'contacts': [dict(zip(COLUMNS, row, strict=True)) for row in _rows(can, will)],
    }


COLUMNS = ('name', 'normal_force', 'utilisation', 'slip_margin')


def _rows(can: WrenchVerdict, will: CarriedVerdict) -> Iterator[tuple[object, ...]]:
    """Yield what each contact does: of the forces that occur, else of some that would do."""
    verdict = will if will.carried else can
    numbers = (verdict.normal_forces, verdict.utilisations, verdict.slip_margins)
    yield from zip(can.problem.state.names, *(column.tolist() for column in numbers), strict=True)


def _lines(
    scene: Scenario, can: WrenchVerdict, will: CarriedVerdict, growth: LoadFactor | None
) -> Iterator[str]:
    yield f'external wrench {vector(scene.required_wrench())} N, Nm'
    yield ''
    proof = 'holds' if will.certificate_holds() else 'none'
    yield from table(
        ('', 'carried', 'margin [N]', 'certificate'),
        (
            ('can', yes_no(can.feasible), number(can.margin), 'holds'),
            ('will', yes_no(will.carried), number(will.margin), proof),
        ),
    )
    if growth is not None or will.load_factor is not None:
        yield ''
    if growth is not None:
        yield f'load factor {number(growth.value)}{_end_of_load(growth, can.feasible)}'
    if will.load_factor is not None:
        yield f'shear factor {number(will.load_factor)}{_end_of_shear(will.load_factor)}'
    yield ''
    if can.separating_twist is not None:
        yield f'no contact force resists the motion {vector(can.separating_twist)} m/s, rad/s'
        return
    if can.is_unbounded and not will.carried and scene.preload is None:
        yield 'contacts can press on each other; no preload is stated: none is counted on'
        yield ''
    yield 'contact forces that ' + ('occur' if will.carried else 'would do, but do not occur')
    rows = [(str(row[0]), *map(number, row[1:])) for row in _rows(can, will)]  # type: ignore[arg-type]
    yield from table(('contact', 'normal [N]', 'friction used', 'slip margin [N]'), rows)


def _end_of_load(growth: LoadFactor, whole: bool) -> str:
    """Return what ends at a load factor; whole: whether wrench and load together are carried."""
    if growth.carried is None:
        if whole:
            return ': carried with the load, and not without it'
        return ': not carried even without the load'
    if isfinite(growth.value):
        return ', then the load can no longer be carried'
    return ': no multiple of the load is too much'


def _end_of_shear(factor: float) -> str:
    """Return what ends at a factor on what shears; at 0 what presses slips by itself."""
    if factor > 0.0:
        return ', then what shears makes one slip'
    return ': one slips, or parts, even without what shears'
