# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Scenarios by path, and the shipped ones by name.

A scenario file's text made into a scenario, or the first fault with its file and line.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.estimation.placed_yaml import file_text, PARSER, require_shallow
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario.friction_section import read_motion
from frictioncone_ros.scenario.scenario import PolygonScene, Scenario
from frictioncone_ros.scenario.section import Entry, Section
from frictioncone_ros.scenario.state_section import read_preload, read_state
from frictioncone_ros.spatial.arrays import PLANAR, SPATIAL

KEYS = (
    'title',
    'dimension',
    'friction',
    'contacts',
    'inertia',
    'twist',
    'reference_point',
    'wrench',
    'load',
    'mode',
    'motion',
    'polygons',
)
DIMENSIONS = {'planar': PLANAR, 'spatial': SPATIAL}


def parse_scenario(text: str, file: str = 'scenario', name: str = '') -> Scenario:
    """
    Return the scenario a text describes.

    Parameters
    ----------
    text: YAML of the form that `scenario_schema` states.
    file: how messages call the file. name: of the scenario; by default that of the file.

    Raises
    ------
    InvalidInputError: what is wrong first, with file and line.
    """
    document = _document(text, file).section(KEYS)
    dimension = _dimension(document)
    state = read_state(document, dimension)
    polygons = _polygons(document)
    if state is None and polygons is None:
        raise InvalidInputError('scenario', None, 'contacts or polygons', file)
    if state is None:
        _require_contacts(document)
    return Scenario(
        name or file,
        document.text('title'),
        state,
        wrench=document.vector('wrench', dimension),
        load=document.vector('load', dimension),
        mode=_mode(document, state),
        preload=read_preload(document),
        polygons=polygons,
        motion=read_motion(document, state),
    )


def _document(text: str, file: str) -> Entry:
    try:
        # libyaml's composer calls itself for each level: nested deeply it ends the process.
        require_shallow(text, file)
        root = yaml.compose(text, Loader=PARSER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = file if mark is None else f'{file}: line {mark.line + 1}'
        raise InvalidInputError('content', error.problem, 'YAML', where) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidInputError('content', error, 'YAML', file) from None
    if root is None:
        raise InvalidInputError('content', None, 'a scenario', f'{file}: line 1')
    return Entry(root, file, 'scenario')


def _dimension(document: Section) -> int:
    """Return 3 or 6: as stated, planar where there are polygons only."""
    if document.get('contacts') is None and document.get('dimension') is None:
        return PLANAR
    stated = document.required('dimension', 'planar or spatial')
    if stated.text() not in DIMENSIONS:
        raise stated.refused('planar or spatial')
    return DIMENSIONS[stated.text()]


def _polygons(document: Section) -> PolygonScene | None:
    entry = document.get('polygons')
    if entry is None:
        return None
    # Imported only where there are polygons: a check of contacts must start fast.
    from frictioncone_ros.scenario.polygon_section import read_polygons  # noqa: PLC0415

    return read_polygons(entry)


def _mode(document: Section, state: ContactState | None) -> ContactMode | None:
    entry = document.get('mode')
    if entry is None or state is None:
        return None
    with document.placed():
        mode = ContactMode.parse(entry.text())
    if len(mode) != state.contact_count:
        raise entry.refused(f'one letter for each of {state.contact_count} contacts')
    return mode


def _require_contacts(document: Section) -> None:
    """Refuse what says something about contacts that are not listed."""
    for key in (
        'friction',
        'inertia',
        'twist',
        'reference_point',
        'wrench',
        'load',
        'mode',
        'motion',
    ):
        entry = document.get(key)
        if entry is not None:
            raise entry.refused('contacts beside it')


SCENES = Path(__file__).parent / 'scenes'
SCHEMA = Path(__file__).parent / 'scenario.schema.json'


def scenario_names() -> tuple[str, ...]:
    """Return the names of the shipped scenes, sorted."""
    return tuple(sorted(path.stem for path in SCENES.glob('*.yaml')))


def load_scenario(name_or_path: str | Path) -> Scenario:
    """
    Return a shipped scene by its name, or the scenario of a file.

    A name has neither folder nor ending: 'grasp' is the shipped scene, 'grasp.yaml' a file here.
    """
    given = str(name_or_path)
    path = Path(given)
    if path.name == given and not path.suffix and given != '..':
        path = SCENES / f'{given}.yaml'
        if not path.exists():
            raise InvalidInputError('scene', given, _known(given))
    return parse_scenario(file_text(path), str(name_or_path), path.stem)


def scenario_schema() -> str:
    """Return the JSON schema of scenario files, for editors and checks."""
    return SCHEMA.read_text(encoding='utf-8')


def _known(given: str) -> str:
    # Where something is wrong only: a start of the command line goes by milliseconds.
    from difflib import get_close_matches  # noqa: PLC0415

    close = get_close_matches(given, scenario_names(), 1)
    if close:
        return f'{close[0]}, or a file by its path'
    return 'a shipped scene (' + ', '.join(scenario_names()) + ') or a file by its path'
