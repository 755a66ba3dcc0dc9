# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where the output goes, signs that a terminal has not, words nearly right, and endless files."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from frictioncone_ros.cli.main import INVALID_INPUT, main
from frictioncone_ros.cli.report import columns, shown_text, table
from frictioncone_ros.cli.scene.formation import _census_lines
from frictioncone_ros.formations import describe_pose, placements
from frictioncone_ros.scenario import load_scenario

SCENE = """title: "Würfel \\e[31m\\n"
dimension: planar
friction: 0.5
contacts:
  - {name: "links\\n左", position: [-0.1, 0], normal: [0, 1]}
  - {name: 箱箱箱箱箱箱箱箱箱箱箱箱箱箱箱箱, position: [0.1, 0], normal: [0, 1]}
wrench: [0.5, -9.81, 0]
"""


@pytest.fixture
def scene(tmp_path):
    file = tmp_path / 'scene.yaml'
    file.write_text(SCENE, encoding='utf-8')
    return str(file)


@pytest.mark.skipif(not Path('/dev/full').exists(), reason='no device that is always full')
@pytest.mark.parametrize('call', ['check ladder', 'check ladder --json', 'version', 'verify'])
def test_a_full_disk_is_said(call, monkeypatch, capsys):
    with open('/dev/full', 'w', encoding='utf-8') as full:
        monkeypatch.setattr('sys.stdout', full)
        assert main(call.split()) == INVALID_INPUT
    assert capsys.readouterr().err == ('frictioncone: standard output: No space left on device\n')


def test_closed_streams_are_no_error_of_ours(monkeypatch, capsys):
    monkeypatch.setattr('sys.stdin', None)
    assert main(['check', '-']) == INVALID_INPUT
    assert "standard input is 'closed'" in capsys.readouterr().err
    monkeypatch.setattr('sys.stdout', None)
    assert main(['check', 'ladder']) == 0


def test_signs_that_an_encoding_has_not_are_codes(scene, monkeypatch):
    written = BytesIO()
    monkeypatch.setattr('sys.stdout', TextIOWrapper(written, encoding='ascii'))
    assert main(['check', scene]) == 0
    assert b'W\\xfcrfel' in written.getvalue()


def test_nothing_in_a_name_steers_the_terminal_or_moves_a_column(scene, capsys):
    assert main(['check', scene]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == 'scene: W\u00fcrfel \\x1b[31m\\n'
    assert all(one.isprintable() for one in lines)
    assert len({columns(line) for line in lines[-3:]}) == 1
    assert columns(lines[-1]) < 80
    assert columns('e\u0301') == 1
    assert table(('', ''), [('\u7bb1', '1'), ('ab', '2')])[1:] == ['\u7bb1  1', 'ab  2']
    assert shown_text('\u7bb1 \\ \x07') == '\u7bb1 \\ \\x07'


@pytest.mark.parametrize(
    'call, words',
    [
        ('chek ladder', 'did you mean check?'),
        ('check ladder --wrnch 1 0 0', 'did you mean --wrench? (frictioncone check --help)'),
        ('modes ladder --kinematics=1', '--kinematic'),
        ('echo comand', 'did you mean command?'),
        ('version xyz', 'unrecognized arguments: xyz (frictioncone version'),
        ('cone box_on_table --edges 1000000000000', 'more than the limit 256'),
        ('sweep ladder --vary fx 0 1 --vary fy 0 1 --seed -1', '--seed is -1'),
        ('sweep ladder --vary fx 0 1 --samples 1000000000000', 'at most 10000000'),
        ('sweep ladder --vary fx -1e308 1e308', 'squares overflow'),
        ('view ladder --port 65536', 'expected 0 to 65535'),
        ('view ladder --port eight', 'invalid'),
        ('modes flip_against_corner', 'inertia in the scene, or --quasistatic'),
        ('check /dev/zero', 'at most 10000000 bytes'),
        ('calibrate /dev/zero', 'at most 10000000 bytes'),
        ('run --params /dev/zero', 'at most 10000000 bytes'),
        ('check ..', 'Is a directory'),
    ],
)
def test_what_is_meant_or_the_most_is_said(call, words, capsys):
    try:
        code = main(call.split())
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr().err
    assert code == INVALID_INPUT
    assert words in said
    assert said.count('\n') == 1


def test_a_census_tells_its_formations_apart():
    polygons = load_scenario('gripper_triangle').required_polygons()
    placed = placements(polygons.system, polygons.formation, polygons.manipulator_poses)
    report = describe_pose(placed[1])
    names = [f'{{A e0-m0v0, B v10-m0e{index}, A e2-m12v13}}' for index in range(19)]
    title, _, header, *rows = _census_lines([(name, report) for name in names])
    assert title == '19 formations without overlap'
    assert header.split() == ['x', '[mm]', 'y', '[mm]', 'angle', '[deg]']
    assert [row.partition('  ')[0] for row in rows] == [name.strip('{}') for name in names]
    assert rows[0].split()[-3:] == ['0.1632', '-0.3533', '6.36']
    assert max(map(len, rows)) < 80


@pytest.mark.parametrize(
    'right, wrong, words',
    [
        ('[0.1, 0]', '[100, 0]', 'is 100 m away: positions are in metres'),
        ('friction: 0.5', 'friction: 27', 'not the angle'),
        ('[0.1, 0]', '[0.2, 0]', ''),
    ],
)
def test_numbers_of_another_unit_are_doubted(right, wrong, words, scene, capsys):
    Path(scene).write_text(SCENE.replace(right, wrong), encoding='utf-8')
    main(['check', scene])
    said = capsys.readouterr().err
    assert words in said
    assert said.count('\n') == bool(words)


def test_degrees_and_millimetres_of_polygons_are_doubted():
    from frictioncone_ros.scenario import parse_scenario
    from frictioncone_ros.scenario.doubts import doubts
    from frictioncone_ros.scenario.load import SCENES

    text = (SCENES / 'gripper_triangle.yaml').read_text(encoding='utf-8')
    assert not list(doubts(parse_scenario(text)))
    wrong = text.replace('[-0.05,', '[-50,').replace(', 0]}', ', 90]}')
    said = ' '.join(doubts(parse_scenario(wrong)))
    assert 'vertices are in metres' in said
    assert 'angles are in radians' in said
