# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone modes`: every motion under a wrench, or every kinematic mode."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.analysis.motions import (
    find_motions,
    find_quasistatic_motions,
    Motion,
    MotionSet,
    Verdict,
)
from frictioncone_ros.cli.report import number, print_answer, require_proved, vector
from frictioncone_ros.cli.scene.scene_argument import (
    add_plot,
    add_scene,
    add_wrench,
    pictures,
    scene_of,
)
from frictioncone_ros.contact import ContactMode, ContactState, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import Scenario

EXAMPLE = 'frictioncone modes painleve_rod'
SAID = {
    Verdict.NONE: 'no motion is consistent with rigid bodies and Coulomb friction',
    Verdict.ONE: 'one motion',
    Verdict.SEVERAL: 'several motions: which of them happens is not decided',
    Verdict.CONTINUUM: 'a continuum of motions: which of them happens is not decided',
    Verdict.UNDECIDED: 'undecided: the search ended early',
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene, the wrench and the kind of motion."""
    add_scene(parser)
    add_wrench(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        '--kinematic', action='store_true', help='what contacts allow before any force is asked'
    )
    kind.add_argument(
        '--quasistatic', action='store_true', help='balance without inertia: twists, not rates'
    )
    parser.add_argument(
        '--reasons', action='store_true', help='also why each other mode is impossible'
    )
    add_plot(parser, 'accelerations, or with --kinematic a map of the force plane (planar)')


def run(arguments: argparse.Namespace) -> int:
    """List them; 0 where exactly one motion is possible (with --kinematic always), else 1."""
    scene = scene_of(arguments)
    state = scene.required_state()
    _require_inertia(arguments, scene)
    if arguments.kinematic:
        modes = kinematic_modes(state)
        answer = {'kind': 'kinematic', 'modes': [str(mode) for mode in modes]}
        print_answer(arguments, scene, answer, _kinematic_lines(state, modes))
        if arguments.plot:
            pictures().draw_force_plane(arguments.plot, state, scene.external_wrench)
        return 0
    find = find_quasistatic_motions if arguments.quasistatic else find_motions
    found = find(state, scene.required_wrench(), with_reasons=arguments.reasons)
    require_proved(*(motion.certificate.holds() for motion in found))
    kind = 'quasistatic' if arguments.quasistatic else 'dynamic'
    print_answer(arguments, scene, {'kind': kind, **_answer(found)}, _lines(scene, found, kind))
    if arguments.plot:
        pictures().draw_accelerations(arguments.plot, state, found, kind)
    return 0 if found.verdict is Verdict.ONE else 1


def _require_inertia(arguments: argparse.Namespace, scene: Scenario) -> None:
    """Refuse what accelerations are needed for, where the scene does not say what they are of."""
    needed = bool(arguments.plot) if arguments.kinematic else not arguments.quasistatic
    if needed and scene.required_state().inertia is None:
        expected = 'inertia in the scene'
        if not arguments.kinematic:
            expected += ', or --quasistatic for balance without it'
        raise InvalidInputError('inertia', None, expected, scene.name)


def _answer(found: MotionSet) -> dict[str, object]:
    return {
        'verdict': found.verdict.value,
        'exhaustive': found.exhaustive,
        'motions': [
            {
                'mode': str(motion.mode),
                'twist_rate': motion.twist_rate,
                'unique': motion.unique,
                'margin': motion.margin,
                'contact_forces': motion.contact_forces.minimum_norm,
                'certificate_residual': motion.certificate.worst,
            }
            for motion in found
        ],
        'impossible': [{'mode': str(one.mode), 'reason': one.reason} for one in found.impossible],
    }


def _kinematic_lines(state: ContactState, modes: tuple[ContactMode, ...]) -> Iterator[str]:
    yield f'{len(modes)} kinematic modes; one letter for each of ' + ', '.join(state.names)
    kinds = {one.kind: None for mode in modes for one in mode}
    yield ', '.join(f'{kind.value}: {said}' for kind, said in _WORDS.items() if kind in kinds)
    yield ''
    for start in range(0, len(modes), 10):
        yield '  '.join(str(mode) for mode in modes[start : start + 10])


def _lines(scene: Scenario, found: MotionSet, kind: str) -> Iterator[str]:
    yield f'external wrench {vector(scene.required_wrench())} N, Nm'
    yield f'{SAID[found.verdict]} ({found.candidate_count} modes examined)'
    for motion in found:
        yield ''
        yield from _motion_lines(scene.required_state(), motion, kind)
    if found.impossible:
        yield ''
    for one in found.impossible:
        yield f'{one.mode}: {one.reason}'


def _motion_lines(state: ContactState, motion: Motion, kind: str) -> Iterator[str]:
    rate, unit = (
        ('twist', 'm/s, rad/s') if kind == 'quasistatic' else ('twist rate', 'm/s2, rad/s2')
    )
    yield f'mode {motion.mode}, certificate holds'
    for name, interaction in zip(state.names, motion.mode, strict=True):
        yield f'  {name}: {_WORDS[interaction.kind]}'
    yield f'  {rate} {vector(motion.twist_rate)} {unit}' + ('' if motion.unique else ' and more')
    if motion.margin < float('inf') and kind == 'dynamic':
        yield f'  margin {number(motion.margin)} m/s2'
    unique = motion.contact_forces.unique
    if unique is not None:
        yield '  contact forces: ' + ('determined' if unique else 'many, not determined')


_WORDS = {
    InteractionKind.SEPARATING: 'separates',
    InteractionKind.FIXED: 'stays fixed',
    InteractionKind.SLIDING_LEFT: 'slides left (along +t)',
    InteractionKind.SLIDING_RIGHT: 'slides right (along -t)',
    InteractionKind.SLIDING: 'slides',
    InteractionKind.APPROACHING: 'approaches',
    InteractionKind.UNSPECIFIED: 'keeps contact',
}
