# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone verify`: this machine's answers compared with results known in closed form."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
import json
from math import cos, hypot, pi, radians, sin, tan

import frictioncone_ros
from frictioncone_ros.analysis.feasibility import contact_wrench_problem, resist
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.cli.report import plain, table
from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.formations import placements
from frictioncone_ros.scenario import load_scenario, scenario_names

EXAMPLE = 'frictioncone verify'
AGREEMENT = 1e-6
"""Relative difference from the known value that still agrees [-]."""

FRICTION_WIDTH = 1e-9
"""How narrow the bisection for a friction coefficient ends [-]."""


@dataclass(frozen=True)
class Case:
    """A result known in closed form: a name, where it comes from, the value, our answer."""

    name: str
    source: str
    known: float
    found: float

    @property
    def agrees(self) -> bool:
        """Whether the answer is the known value."""
        return bool(abs(self.found - self.known) <= AGREEMENT * max(1.0, abs(self.known)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add how the table is printed."""
    parser.add_argument('--json', action='store_true', help='print one JSON document instead')


def run(arguments: argparse.Namespace) -> int:
    """Print every case; 0 where all agree, else 1."""
    cases = [
        Case(name, source, float(known), float(find())) for name, source, known, find in CASES
    ]
    failed = sum(not case.agrees for case in cases)
    if arguments.json:
        rows = [{**vars(case), 'agrees': case.agrees} for case in cases]
        version = frictioncone_ros.__version__
        answer = {'command': 'verify', 'version': version, 'failed': failed, 'cases': rows}
        print(json.dumps(plain(answer), indent=2))
    else:
        print(*table(('case', 'known', 'found', ''), [_row(case) for case in cases]), sep='\n')
        print(f'{len(cases) - failed} of {len(cases)} cases agree')
    return 1 if failed else 0


def _row(case: Case) -> list[str]:
    verdict = 'agrees' if case.agrees else 'DIFFERS'
    return [case.name, f'{case.known:.9g}', f'{case.found:.9g}', verdict]


def _factor(name: str) -> float:
    scene = load_scenario(name)
    assert scene.wrench is not None and scene.load is not None
    problem = contact_wrench_problem(scene.required_state())
    return load_factor(problem, scene.wrench, scene.load).value


def _ladder_friction() -> float:
    """Return the least friction at which the shipped ladder stands, by bisection."""
    scene = load_scenario('ladder')
    least, most = 0.0, 1.0
    while most - least > FRICTION_WIDTH:
        friction = 0.5 * (least + most)
        state = scene.required_state().with_friction(CircularCone(friction))
        if resist(state, scene.required_wrench()).feasible:
            most = friction
        else:
            least = friction
    return most


def _closure(angle: float) -> float:
    """Return 1 where two fingers whose normals are off the line by an angle close on a body."""
    normals = [(cos(angle), sin(angle)), (-cos(angle), sin(angle))]
    state = ContactState.from_points([(-1.0, 0.0), (1.0, 0.0)], normals, tan(radians(20.0)))
    return float(force_closure(state).closed)


def _motions(name: str) -> float:
    scene = load_scenario(name)
    return float(len(find_motions(scene.required_state(), scene.required_wrench())))


def _acceleration(push: float) -> float:
    """Return how fast the shipped block starts to slide under a push [m/s^2]."""
    state = load_scenario('block_on_table').required_state()
    return float(find_motions(state, (push, -9.81, 0.0))['rr'].twist_rate[0])


def _margin() -> float:
    """Return the margin of a point pressed with 2 N and pushed with 0.5 N, friction 1."""
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0.0, 0.0, 1.0), 1.0)
    return resist(state, (0.5, 0.0, -2.0, 0.0, 0.0, 0.0)).margin


def _turn() -> float:
    """Return the largest turn of a table of four feet, uniform load [-]: mu W r over the turn."""
    scene = load_scenario('box_on_table')
    most = 0.5 * 19.62 * hypot(0.1, 0.1)
    return will_resist(scene.required_state(), (0, 0, -19.62, 0, 0, 0.5 * most)).load_factor or 0.0


def _certificates() -> float:
    """Return in how many shipped scenes with a wrench the certificate does not hold."""
    scenes = [load_scenario(name) for name in scenario_names()]
    return float(
        sum(
            not resist(scene.state, scene.external_wrench).certificate_holds()
            for scene in scenes
            if scene.state is not None and scene.external_wrench is not None
        )
    )


def _poses() -> float:
    polygons = load_scenario('gripper_triangle').required_polygons()
    assert polygons.formation is not None
    return float(len(placements(polygons.system, polygons.formation, polygons.manipulator_poses)))


def _modes() -> float:
    return float(len(kinematic_modes(load_scenario('block_on_table').required_state())))


GROOVE = 0.3 * 2**0.5 * 9.81 / (1.0 - 0.3**2) ** 0.5 / 2.0
"""mu sqrt(2) W / sqrt(1 - mu^2) over the pull: friction across the groove presses the bar in."""

CASES: tuple[tuple[str, str, float, Callable[[], float]], ...] = (
    ('box slips at mu W / push', 'Coulomb', 0.5 * 19.62 / 3.0, lambda: _factor('box_on_table')),
    ('block slips at mu W / push', 'Coulomb', 0.5 * 9.81 / 4.0, lambda: _factor('block_on_table')),
    ('incline: mu / tan(20 deg)', 'Coulomb', 0.4 / tan(radians(20)), lambda: _factor('incline')),
    ('groove, wedged as it can be', 'statics', GROOVE, lambda: _factor('groove')),
    ('ladder stands at mu', 'statics', tan(pi / 4 - radians(25.0)), _ladder_friction),
    ('fingers 19 deg off close', 'Nguyen 1988', 1.0, lambda: _closure(radians(19.0))),
    ('fingers 21 deg off do not', 'Nguyen 1988', 0.0, lambda: _closure(radians(21.0))),
    ('rod of Painleve: motions', 'Painleve 1895', 0.0, lambda: _motions('painleve_rod')),
    ('peg wedges: motions', 'Trinkle 1997', 2.0, lambda: _motions('peg')),
    ('block: kinematic modes', 'geometry', 10.0, _modes),
    ('block at 6 N: acceleration', 'Newton', 6.0 - 0.5 * 9.81, lambda: _acceleration(6.0)),
    ('margin of one contact [N]', 'geometry', 1.5 / 2**0.5, _margin),
    ('four feet turn at mu W r', 'Coulomb', 2.0, _turn),
    ('triangle on three pins: poses', 'formations', 2.0, _poses),
    ('certificates that fail', 'own check', 0.0, _certificates),
)
