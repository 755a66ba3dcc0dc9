# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every verb's transcript, its JSON against the schema, its exit codes, and bad input."""

import json
import os
from pathlib import Path
import re
import shlex

import pytest

from frictioncone_ros.cli.main import COMMANDS, main
from frictioncone_ros.cli.scene.scene_argument import PICTURES
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import parse_scenario, scenario_names
from frictioncone_ros.scenario.load import SCENES

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = Path(__file__).parent / 'transcripts'
SCHEMA = Path(__file__).parents[2] / 'frictioncone_ros' / 'cli' / 'output.schema.json'
CALLS = {
    'check': ('check box_on_table', 0),
    'check_wrench': ('check box_on_table --wrench 12 0 -19.62 0 0 0', 1),
    'check_preload': ('check grasp', 0),
    'check_may_not': ('check peg', 1),
    'modes': ('modes peg', 1),
    'modes_none': ('modes painleve_rod', 1),
    'modes_reasons': ('modes incline --reasons', 0),
    'modes_kinematic': ('modes corner --kinematic', 0),
    'modes_quasistatic': ('modes corner --quasistatic', 0),
    'cone_mode': ('cone block_on_table --mode rr', 0),
    'cone_carried': ('cone block_on_table --wrench 9 -9.81 0', 1),
    'choose': ('choose block_on_table --mode rr', 0),
    'choose_preferred': ('choose block_on_table --mode rr --preferred 3 -9.81 0 --margin 0.1', 0),
    'choose_impossible': ('choose block_on_table --mode lr', 1),
    'choose_motion': ('choose flip_against_corner --motion', 0),
    'choose_motion_turning': ('choose bottle_rotation --motion --margin 0.5', 0),
    'choose_motion_normals': (
        'choose block_tilting --motion --least-normal 10 --greatest-normal 30',
        0,
    ),
    'choose_motion_too_strong': ('choose block_tilting --motion --greatest-normal 2', 1),
    'choose_motion_against': ('choose flip_against_corner --motion 0 -0.1 0', 1),
    'choose_motion_held': ('choose block_on_table --mode ll --motion -0.1 0 0', 0),
    'project': ('project box_on_table --wrench 15 0 -19.62 0 0 0 --margin 0.5', 1),
    'project_nothing': ('project block_on_table', 0),
    'formation': ('formation gripper_triangle', 0),
    'sweep': ('sweep block_on_table --vary fx 0 8 --samples 9', 1),
    'sweep_random': ('sweep block_on_table --vary friction 1 2 --vary load 0 1 --samples 50', 0),
    'verify': ('verify', 0),
}
PLAIN_CALLS = {
    'version': ('version', 0),
    'params_list': ('params list', 0),
    'calibrate': ('calibrate config/contacts/gripper_poses.yaml', 0),
    'completion_bash': ('completion bash', 0),
    'completion_zsh': ('completion zsh', 0),
}
"""Verbs without --json."""


@pytest.mark.parametrize('name', {**CALLS, **PLAIN_CALLS})
def test_transcript(name, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    call, code = {**CALLS, **PLAIN_CALLS}[name]
    assert main(shlex.split(call)) == code
    shown = capsys.readouterr()
    assert shown.err == ''
    assert name in PLAIN_CALLS or max(map(len, shown.out.splitlines())) < 80
    transcript = f'$ frictioncone {call}\n{shown.out}'
    file = TRANSCRIPTS / f'{name}.txt'
    if os.environ.get('WRITE_TRANSCRIPTS'):
        file.write_text(transcript, encoding='utf-8')
    assert transcript == file.read_text(encoding='utf-8'), 'WRITE_TRANSCRIPTS=1 writes them anew'


@pytest.mark.parametrize('name', CALLS)
def test_json_fits_its_schema(name, capsys):
    jsonschema = pytest.importorskip('jsonschema')
    call, code = CALLS[name]
    assert main([*shlex.split(call), '--json']) == code
    document = json.loads(capsys.readouterr().out)
    schema = json.loads(SCHEMA.read_text(encoding='utf-8'))
    verb = {'$ref': f'#/$defs/{call.split()[0]}', '$defs': schema['$defs']}
    jsonschema.validate(document, verb)
    jsonschema.validate(document, schema)
    assert document['command'] == call.split()[0]


@pytest.mark.parametrize('verb', COMMANDS)
def test_help_has_an_example_and_the_exit_codes(verb, capsys):
    with pytest.raises(SystemExit) as ended:
        main([verb, '--help'])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f'example:\n  frictioncone {verb}' in shown
    assert 'exit codes:' in shown
    assert max(map(len, shown.splitlines())) < 80


@pytest.mark.parametrize(
    'call, words',
    [
        ('check', 'SCENE'),
        ('check nowhere', "scene is 'nowhere'"),
        ('check absent.yaml', 'No such file'),
        ('check gripper_triangle', 'expected contacts in the scene'),
        ('check ladder --wrench 1 2', 'number of components of --wrench is 2'),
        ('check ladder --wrench 1 2 nan', 'finite'),
        ('check ladder --wrench one', 'invalid float'),
        ('check ladder --plot forces.txt', '.svg'),
        ('check ladder --plot /nowhere/forces.svg', 'can be written'),
        ('modes box_on_table --plot a.svg', 'planar'),
        ('cone box_on_table --plot a.svg', 'planar'),
        ('modes box_on_table --kinematic --plot a.svg', 'planar'),
        ('modes ladder --kinematic --quasistatic', 'not allowed'),
        ('cone box_on_table --mode fff', 'mode'),
        ('cone box_on_table --mode ffxx', 'mode string'),
        ('cone box_on_table --edges 2', 'edge count'),
        ('choose block_on_table --mode f', 'mode'),
        ('choose block_on_table --margin 1', '--preferred beside it'),
        ('project box_on_table --margin -1', '--margin is -1'),
        ('choose box_on_table', 'friction'),
        ('choose box_on_table --motion', 'a motion in the scene'),
        ('choose block_tilting --motion 1 2', 'components of the motion'),
        ('choose block_tilting --motion 1 2 a 0 0 0', '--motion'),
        ('choose block_tilting --motion free free free free free free', 'one component or more'),
        ('choose block_tilting --motion --preferred 1 0 0 0 0 0', 'nothing beside --motion'),
        ('choose block_tilting --motion --margin -1', 'margin'),
        ('choose block_tilting --motion --least-normal 3 --greatest-normal 2', 'greatest normal'),
        ('choose bottle_rotation --motion 0 0 0 0 0 0 --mode dffff', 'fixed: it does not slip'),
        ('choose block_tilting --motion --mode rff', 'f, s or d'),
        ('choose flip_against_corner --motion --mode flr', 'table to slip'),
        ('project ladder --margin inf', 'margin'),
        ('formation ladder', 'polygons in the scene'),
        ('sweep ladder', '--vary'),
        ('sweep ladder --vary fz 0 1', 'one of friction, load, fx, fy, tau'),
        ('sweep ladder --vary load 0 1', 'a load in the scene'),
        ('sweep ladder --vary fx a 1', 'two numbers'),
        ('sweep ladder --vary friction -1 1', 'friction >= 0'),
        ('sweep ladder --vary fx 0 1 --samples 0', 'at least 1'),
        ('sweep ladder --vary fx 0 1 --csv /nowhere/a.csv', 'can be written'),
        ('sweep ladder --vary fx 0 1 --vary fy 0 1 --vary fx 2 3', 'each name once'),
        ('chek ladder', 'invalid choice'),
        # Refused before anything is asked or computed.
        ('status --timeout nan', 'seconds > 0'),
        ('status --timeout -1', 'seconds > 0'),
        ('lifecycle --timeout inf', 'seconds > 0'),
        ('view --node /frictioncone --timeout 0', 'seconds > 0'),
        ("status --node 'bad name!'", 'letters, digits'),
        ("reset --node ''", 'letters, digits'),
        ("contacts --topic 'bad topic'", 'letters, digits'),
        ('sweep box_on_table --vary fx 0 1 --plot picture', 'a name that ends in'),
        ('cone box_on_table --edges 100000', 'number of edges of all contacts'),
    ],
)
def test_bad_input_is_refused_in_a_line(call, words, capsys):
    try:
        code = main(shlex.split(call))
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr().err
    assert code == 2
    assert words in said
    assert said.count('\n') == 1


def test_the_command_line_and_the_figures_know_the_same_pictures():
    style = pytest.importorskip('frictioncone_ros.plotting.style')
    assert PICTURES == style.FORMATS


def test_a_scene_comes_from_standard_input(capsys, monkeypatch):
    import io

    def check(content):
        monkeypatch.setattr('sys.stdin', io.TextIOWrapper(io.BytesIO(content)))
        assert main(['check', '-']) == 2
        return capsys.readouterr().err

    assert 'standard input: line 2: contacts[0] is' in check(b'dimension: planar\ncontacts: [3]\n')
    assert 'expected text in UTF-8' in check(b'\xff\xfe')
    assert 'at most 10000000 bytes' in check(b' ' * 10_000_001)


def test_an_answer_whose_certificate_fails_is_not_given(capsys, monkeypatch):
    from frictioncone_ros.analysis.feasibility import WrenchVerdict

    monkeypatch.setattr(WrenchVerdict, 'certificate_holds', lambda *arguments: False)
    assert main(['check', 'ladder']) == 3
    shown = capsys.readouterr()
    assert shown.out == ''
    assert 'certificate does not hold' in shown.err


@pytest.mark.parametrize('number', ['-1e-3', '-.5', '-2.', '-3', '-1E+1'])
def test_negative_numbers_are_no_options(number, capsys):
    assert main(['check', 'ladder', '--wrench', number, '-98.1', '0', '--json']) in {0, 1}
    assert json.loads(capsys.readouterr().out)['external_wrench'][0] == float(number)


def test_every_shipped_scene_can_be_asked(capsys):
    from frictioncone_ros.scenario import load_scenario, scenario_names

    for name in scenario_names():
        verb = 'formation' if load_scenario(name).state is None else 'check'
        assert main([verb, name]) in {0, 1}
    capsys.readouterr()


def test_a_sweep_says_one_median(capsys):
    call = ['sweep', 'box_on_table', '--vary', 'fx', '0', '8', '--samples', '4']
    main(call)
    shown = capsys.readouterr().out
    main([*call, '--json'])
    median = json.loads(capsys.readouterr().out)['margin_median']
    assert f'median {median:.4g}, ' in shown


def two_fingers(folder):
    """Return a file with the gripper's scene less one finger: a third of its formations."""
    text = (SCENES / 'gripper_triangle.yaml').read_text(encoding='utf-8')
    kept = [line for line in text.splitlines() if 'left' not in line and 'formation:' not in line]
    file = folder / 'two_fingers.yaml'
    file.write_text('\n'.join(kept), encoding='utf-8')
    return file


def test_pictures_and_csv_are_written(tmp_path, capsys):
    pytest.importorskip('matplotlib')
    for ending in ('svg', 'png', 'pdf'):
        assert main(['check', 'grasp', '--plot', str(tmp_path / f'forces.{ending}')]) == 0
    for call in (
        'modes block_on_table',
        'modes block_on_table --kinematic',
        'cone block_on_table',
        'cone block_on_table --mode rr',
        'formation gripper_triangle',
        f'formation {two_fingers(tmp_path)} --census',
    ):
        file = tmp_path / f'{call}.png'.replace(' ', '_').replace('/', '_')
        assert main([*shlex.split(call), '--plot', str(file)]) in {0, 1}
        assert file.stat().st_size > 10_000
    call = 'sweep block_on_table --vary fx 0 4 --samples 5 --csv {0}/a.csv --plot {0}/a.svg'
    assert main(shlex.split(call.format(tmp_path))) == 0
    capsys.readouterr()
    rows = (tmp_path / 'a.csv').read_text(encoding='utf-8').splitlines()
    assert rows[0] == 'fx,carried,margin'
    assert len(rows) == 6
    assert rows[-1].startswith('4.0,1,0.40')
    assert all((tmp_path / name).stat().st_size > 1000 for name in ('a.svg', 'forces.png'))


def test_the_page_shows_what_is_printed():
    page = (SCHEMA.parents[2] / 'docs' / 'command_line.md').read_text(encoding='utf-8')
    shown = re.findall(r'```console\n(.*?)```\n', page, re.DOTALL)
    transcripts = {file.read_text(encoding='utf-8') for file in TRANSCRIPTS.glob('*.txt')}
    assert len(shown) >= 9
    assert set(shown) <= transcripts
    assert all(f'`{name}`' in page for name in (*scenario_names(), *COMMANDS))


def test_the_scene_of_the_page_is_valid():
    page = (SCHEMA.parents[2] / 'docs' / 'command_line.md').read_text(encoding='utf-8')
    text = page.split('```yaml\n')[1].split('```')[0]
    scene = parse_scenario(text, 'page')
    assert scene.state.contact_count == 3
    broken = text.replace(
        '-0.05], normal: [0, 0, 1], friction', '-0.05], normal: [0, 0, 2], friction'
    )
    with pytest.raises(InvalidInputError) as refused:
        parse_scenario(broken, 'mine.yaml')
    assert f'frictioncone: {refused.value}' in page
