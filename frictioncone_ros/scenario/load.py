# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenarios by path, and the shipped ones by name."""

from __future__ import annotations

from pathlib import Path

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario.parse import parse_scenario
from frictioncone_ros.scenario.scenario import Scenario

SCENES = Path(__file__).parent / 'scenes'
SCHEMA = Path(__file__).parent / 'scenario.schema.json'
LARGEST_FILE = 10_000_000
"""A file larger than this is no scenario: it would take minutes to read [bytes]."""


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
    if path.name == given and not path.suffix:
        path = SCENES / f'{given}.yaml'
        if not path.exists():
            raise InvalidInputError('scene', given, _known(given))
    return parse_scenario(_text(path), str(name_or_path), path.stem)


def scenario_schema() -> str:
    """Return the JSON schema of scenario files, for editors and checks."""
    return SCHEMA.read_text(encoding='utf-8')


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InvalidInputError('file', str(path), f'at most {LARGEST_FILE} bytes')
        return path.read_text(encoding='utf-8')
    except OSError as error:
        expected = f'a readable file ({error.strerror})'
        raise InvalidInputError('file', str(path), expected) from None
    except UnicodeDecodeError:
        raise InvalidInputError('file', str(path), 'text in UTF-8') from None


def _known(given: str) -> str:
    # Where something is wrong only: a start of the command line goes by milliseconds.
    from difflib import get_close_matches  # noqa: PLC0415

    close = get_close_matches(given, scenario_names(), 1)
    if close:
        return f'{close[0]}, or a file by its path'
    return 'a shipped scene (' + ', '.join(scenario_names()) + ') or a file by its path'
