# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone formation`: every pose of a workpiece that touches as stated."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import degrees

from frictioncone_ros.cli.report import MOST_ROWS, number, print_answer, table, yes_no
from frictioncone_ros.cli.scene.scene_argument import (
    add_plot,
    add_scene,
    pictures,
    scene_of,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    ContactFormation,
    describe_pose,
    FormationPlacement,
    formations_at,
    placements,
    PoseReport,
    PoseSet,
)
from frictioncone_ros.scenario import PolygonScene

EXAMPLE = 'frictioncone formation gripper_triangle'

LONGEST_FORMATION = 41
"""Columns of a formation's name, which is what tells rows of a census apart [count]."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scene, and whether every formation is asked for."""
    add_scene(parser)
    parser.add_argument(
        '--census',
        action='store_true',
        help='every formation of three sliding contacts that the polygons can hold',
    )
    add_plot(parser, 'a sheet with every pose')


def run(arguments: argparse.Namespace) -> int:
    """Print poses with their reports; 0 where rigid polygons can be in one of them, else 1."""
    scene = scene_of(arguments)
    polygons = scene.required_polygons()
    if arguments.census:
        found = formations_at(polygons.system, polygons.manipulator_poses).possible
        reports = [(str(one.formation), describe_pose(one)) for one in found]
        print_answer(arguments, scene, _answer(reports), _census_lines(reports))
        _draw(arguments, polygons, found, [name.strip('{}') for name, _ in reports])
        return 0 if found else 1
    formation = _stated(polygons)
    solved = polygons.system.solve(formation, polygons.manipulator_poses)
    reports = [(f'pose {i}', describe_pose(one)) for i, one in enumerate(_placed(polygons))]
    answer = {'formation': str(formation), 'verdict': solved.verdict.value, **_answer(reports)}
    print_answer(arguments, scene, answer, _lines(_title(formation, solved), reports))
    _draw(arguments, polygons, _placed(polygons), [name for name, _ in reports])
    return 0 if any(report.admissible for _, report in reports) else 1


def _draw(
    arguments: argparse.Namespace,
    polygons: PolygonScene,
    poses: Sequence[FormationPlacement],
    names: Sequence[str],
) -> None:
    if arguments.plot:
        pictures().draw_poses(arguments.plot, polygons.system, poses, names)


def _stated(polygons: PolygonScene) -> ContactFormation:
    if polygons.formation is None:
        raise InvalidInputError('formation', None, 'one in the scene, or --census')
    return polygons.formation


def _placed(polygons: PolygonScene) -> tuple[FormationPlacement, ...]:
    return placements(polygons.system, _stated(polygons), polygons.manipulator_poses)


def _title(formation: ContactFormation, solved: PoseSet) -> str:
    stability = 'generic' if solved.generic else solved.genericity.value
    return f'type {formation.type.value}, {formation}: poses {solved.verdict.value}, {stability}'


def _answer(reports: list[tuple[str, PoseReport]]) -> dict[str, object]:
    return {
        'poses': [
            {
                'name': name,
                'pose': report.pose.as_array(),
                'on_edges': report.on_edges,
                'overlaps': report.overlaps,
                'admissible': report.admissible,
                'edge_margins': [contact.margin for contact in report.contacts],
            }
            for name, report in reports
        ]
    }


def _lines(title: str, reports: list[tuple[str, PoseReport]]) -> Iterator[str]:
    yield title
    if not reports:
        return
    yield ''
    header = ('', 'x [mm]', 'y [mm]', 'angle [deg]', 'on edges', 'overlap [mm]', 'possible')
    yield from table(header, [_row(*one) for one in reports[:MOST_ROWS]])
    if len(reports) > MOST_ROWS:
        yield f'and {len(reports) - MOST_ROWS} more: --json has all'


def _census_lines(reports: list[tuple[str, PoseReport]]) -> Iterator[str]:
    """Yield formations by name; that each is on its edges, without overlap, is what is listed."""
    yield f'{len(reports)} formations without overlap'
    if not reports:
        return
    yield ''
    rows = [[name.strip('{}'), *_row(name, one)[1:4]] for name, one in reports[:MOST_ROWS]]
    yield from table(('', 'x [mm]', 'y [mm]', 'angle [deg]'), rows, LONGEST_FORMATION)
    if len(reports) > MOST_ROWS:
        yield f'and {len(reports) - MOST_ROWS} more: --json has all'


def _row(name: str, report: PoseReport) -> list[str]:
    millimetres = [1e3 * report.pose.x, 1e3 * report.pose.y]
    overlap = 1e3 * max(report.overlaps)
    numbers = [*millimetres, degrees(report.pose.angle)]
    # What is below a nanometre or a nanoradian is rounding.
    shown = [number(round(value, 6)) for value in numbers]
    return [name, *shown, yes_no(report.on_edges), number(overlap), yes_no(report.admissible)]
