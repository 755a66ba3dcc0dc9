# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The shipped scenes: valid by reader and schema, solved as the textbooks say, kept by writing."""

from dataclasses import replace
import json
from math import cos, radians, sin

import numpy as np
import pytest
from same_state import assert_same_state
import yaml

import frictioncone_ros as fc
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import (
    load_scenario,
    parse_scenario,
    scenario_names,
    scenario_schema,
)
from frictioncone_ros.scenario.load import SCENES
from frictioncone_ros.scenario.write import scenario_text

NAMES = scenario_names()


def test_a_dozen_classics_are_shipped():
    desired = {'grasp', 'box_on_table', 'peg', 'ladder', 'corner', 'painleve_rod', 'fixture'}
    assert desired | {'conveyor'} <= set(NAMES)
    assert len(NAMES) >= 12


@pytest.mark.parametrize('name', NAMES)
def test_a_scene_is_kept_by_writing_and_reading(name):
    scene = load_scenario(name)
    assert scene.title
    again = parse_scenario(scenario_text(scene), name, name)
    assert scenario_text(again) == scenario_text(scene)
    for key in ('wrench', 'load', 'preload'):
        np.testing.assert_array_equal(getattr(again, key), getattr(scene, key))
    assert (again.title, again.mode) == (scene.title, scene.mode)
    assert again.motion == scene.motion
    if scene.state is not None:
        assert_same_state(again.state, scene.state)
        assert len(scene.mode) == scene.state.contact_count
    else:
        assert again.polygons.formation == scene.polygons.formation
        assert again.polygons.manipulator_poses == scene.polygons.manipulator_poses


@pytest.mark.parametrize('name', NAMES)
def test_a_scene_and_what_is_written_of_it_fit_the_schema(name):
    jsonschema = pytest.importorskip('jsonschema')
    checker = jsonschema.Draft202012Validator(json.loads(scenario_schema()))
    checker.check_schema(checker.schema)
    shipped = (SCENES / f'{name}.yaml').read_text(encoding='utf-8')
    for text in (shipped, scenario_text(load_scenario(name))):
        assert not list(checker.iter_errors(yaml.safe_load(text)))


NO_SCHEMA_SAYS = (
    'one letter for each',
    'mode string',
    'a unit vector',
    'the name of a contact',
    'numbers > 0',
    'symmetric matrix',
    'formation',
)
VALUES = (
    None, True, -1, 0, 1.5, 1e-7, 3, 'x', '0.5', 'free', 'planar', [], [0, 1], [1, 0, 0], [1] * 6,
    {}, {'model': 'pyramid', 'coefficient': 0.3}, {'model': 'polygon', 'torsional_friction': 0.1},
)  # fmt: skip


def changed(document, whole):
    """Yield copies of a document with one value taken out or another in its place, or added."""
    places = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in list(places):
        for other in VALUES:
            document[key] = other
            yield json.dumps(whole)
        document[key] = value
        if isinstance(value, (dict, list)):
            yield from changed(value, whole)
        if isinstance(document, dict):
            del document[key]
            yield json.dumps(whole)
            document[key] = value


@pytest.mark.parametrize('name', ['grasp', 'block_tilting', 'gripper_triangle'])
def test_schema_and_reader_accept_the_same(name):
    jsonschema = pytest.importorskip('jsonschema')
    checker = jsonschema.Draft202012Validator(json.loads(scenario_schema()))
    whole = yaml.safe_load(scenario_text(load_scenario(name)))
    for text in changed(whole, whole):
        try:
            said = ''
            parse_scenario(text)
        except InvalidInputError as error:
            said = str(error)
        if checker.is_valid(json.loads(text)):
            assert said == '' or any(words in said for words in NO_SCHEMA_SAYS), (said, text)
        else:
            assert said, text


def test_small_numbers_are_numbers_to_every_reader_of_yaml():
    scene = replace(load_scenario('ladder'), title='1e-07 "2e5', wrench=np.array([1e-7, 1e30, 0]))
    text = scenario_text(scene)
    assert yaml.safe_load(text)['wrench'] == [1e-7, 1e30, 0.0]
    again = parse_scenario(text)
    assert (again.title, again.wrench.tolist()) == (scene.title, scene.wrench.tolist())


def test_a_path_is_read_as_a_file_and_a_bare_name_as_a_scene(tmp_path):
    file = tmp_path / 'mine.yaml'
    file.write_text('dimension: planar\ncontacts: []\nwrench: [0, 1e-3, 0]\n', encoding='utf-8')
    mine = load_scenario(file)
    assert mine.name == 'mine'
    assert mine.state.contact_count == 0
    assert mine.wrench.tolist() == [0.0, 1e-3, 0.0]
    with pytest.raises(InvalidInputError, match=r"'ladde', expected ladder, or a file"):
        load_scenario('ladde')
    with pytest.raises(InvalidInputError, match='a shipped scene'):
        load_scenario('zzz')
    with pytest.raises(InvalidInputError, match='No such file'):
        load_scenario(tmp_path / 'absent.yaml')
    with pytest.raises(InvalidInputError, match='Is a directory'):
        load_scenario(f'{tmp_path}/')
    file.write_bytes(b'\xff\xfe\x00')
    with pytest.raises(InvalidInputError, match='UTF-8'):
        load_scenario(file)


def test_scenes_are_the_textbooks_ones():
    ladder = load_scenario('ladder').state
    reach = 2.0 * np.array([cos(radians(50.0)), sin(radians(50.0))])
    np.testing.assert_allclose(ladder.positions, [-reach, reach], rtol=1e-14)
    rod = load_scenario('painleve_rod')
    assert len(fc.find_motions(rod.state, rod.wrench)) == 0
    peg = load_scenario('peg')
    assert fc.resist(peg.state, peg.load).margin == np.inf
