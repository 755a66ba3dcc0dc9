# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The command line works where no ROS exists, and says in one sentence what is missing."""

from pathlib import Path
import subprocess
import sys

import pytest

import frictioncone_ros
from frictioncone_ros.cli.main import CLOSED_PIPE, COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name in {names}:
            raise ModuleNotFoundError(name)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name in {names} else found(name)
sys.meta_path.insert(0, Hide())
from frictioncone_ros.cli.main import main
sys.exit(main(['run']))
"""


def test_every_command_has_help(capsys):
    with pytest.raises(SystemExit) as ended:
        main(['--help'])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for name, (_, said) in COMMANDS.items():
        assert name in shown
        assert said.split()[0] in shown
    assert max(map(len, shown.splitlines())) < 80


def test_version(capsys):
    assert main(['version']) == 0
    assert capsys.readouterr().out.strip() == frictioncone_ros.__version__
    with pytest.raises(SystemExit) as ended:
        main(['--version'])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f'frictioncone {frictioncone_ros.__version__}\n'


def test_no_command_is_an_error(capsys):
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert 'COMMAND' in capsys.readouterr().err


@pytest.mark.parametrize(
    'names, sentence',
    [
        (['rclpy', 'frictioncone_ros.msg'], 'The node needs ROS 2'),
        (['frictioncone_ros.msg'], "The node's messages are not built"),
    ],
)
def test_run_says_what_is_missing(names, sentence):
    if 'rclpy' not in names:
        pytest.importorskip('rclpy', reason='ROS 2 is not installed')
    done = subprocess.run(
        [sys.executable, '-c', WITHOUT.replace('{names}', repr(names))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert done.stderr.count('\n') == 1


def test_a_parameter_file_is_checked_without_a_robot(tmp_path, capsys):
    shipped = ROOT / 'config' / 'frictioncone.yaml'
    assert main(['params', 'check', str(shipped)]) == 0
    assert 'valid' in capsys.readouterr().out
    bad = tmp_path / 'bad.yaml'
    bad.write_text('/**:\n  ros__parameters: {margin: -1.0}\n', encoding='utf-8')
    assert main(['params', 'check', str(bad)]) == 1
    assert 'margin' in capsys.readouterr().err
    bad.write_text('/other:\n  ros__parameters: {margin: 1.0}\n', encoding='utf-8')
    assert main(['params', 'check', str(bad)]) == 1
    assert '/frictioncone' in capsys.readouterr().err
    assert main(['params', 'list']) == 0
    assert 'infeasible_policy' in capsys.readouterr().out


def test_a_missing_or_misspelt_file_is_said_in_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr('os.execv', lambda *arguments: pytest.fail('the node was started'))
    absent = tmp_path / 'absent.yaml'
    assert main(['run', '--params', str(absent)]) == 2
    assert capsys.readouterr().err == f'frictioncone: --params: there is no file {absent}\n'
    bad = tmp_path / 'bad.yaml'
    bad.write_text('/**:\n  ros__parameters: {margn: 1.0}\n', encoding='utf-8')
    assert main(['params', 'check', str(bad)]) == 1
    assert "'margn', expected margin (" in capsys.readouterr().err
    bad.write_text('margin: 1.0\n', encoding='utf-8')
    assert main(['params', 'check', str(bad)]) == 1
    assert capsys.readouterr().err.count(str(bad)) == 1


@pytest.mark.parametrize('option, autostart', [([], 'true'), (['--no-autostart'], 'false')])
def test_run_decides_on_autostart_whatever_the_file_says(option, autostart, monkeypatch):
    started = []
    monkeypatch.setattr(
        'frictioncone_ros.cli.node.run.become_node', lambda given: started.append(given) or 0
    )
    shipped = str(ROOT / 'config' / 'frictioncone.yaml')
    main(['run', '--params', shipped, *option, '--', '-r', '__ns:=/left'])
    assert started == [
        [
            '--ros-args',
            '--params-file',
            shipped,
            '-p',
            f'autostart:={autostart}',
            '-r',
            '__ns:=/left',
        ]
    ]


def test_run_refuses_a_misspelt_parameter_that_ros_would_ignore(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr('frictioncone_ros.cli.node.run.become_node', lambda given: 0)
    file = tmp_path / 'mine.yaml'
    file.write_text('/**:\n  ros__parameters: {max_forse: 5.0}\n', encoding='utf-8')
    assert main(['run', '--params', str(file)]) == 2
    refusal = capsys.readouterr().err
    assert refusal.startswith(f'frictioncone: {file}: ')
    assert "'max_forse', expected max_force (" in refusal
    # In a section for all nodes it may be another node's; in ours it cannot be.
    file.write_text('/**:\n  ros__parameters: {joint_stiffness: 5.0}\n', encoding='utf-8')
    assert main(['run', '--params', str(file)]) == 0
    assert capsys.readouterr().err.startswith(f'warning: {file}: ')
    file.write_text('/left/frictioncone:\n  ros__parameters: {stiffness: 5.0}\n', encoding='utf-8')
    assert main(['run', '--params', str(file), '--', '-r', '__ns:=/left']) == 2
    capsys.readouterr()
    assert main(['run', '--params', str(ROOT / 'config' / 'frictioncone.yaml')]) == 0
    assert not capsys.readouterr().err


def test_every_fault_of_a_file_is_said_with_its_line(tmp_path, capsys):
    bad = tmp_path / 'bad.yaml'
    bad.write_text(
        '/**:\n  ros__parameters:\n    margn: 1.0\n    status_rate: -1.0\n'
        '    min_normal_force: 5.0\n    use_sim_time: true\n'
        'frictioncone:\n  ros__parameters: {max_normal_force: 1.0}\n'
        'other: 3\n',
        encoding='utf-8',
    )
    assert main(['params', 'check', str(bad)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"{bad}: line 9: section other is '3'")
    assert said[1].startswith(f"{bad}: line 3: name of a parameter is 'margn', expected margin")
    assert said[2] == f'{bad}: line 4: status_rate is -1.0, expected 0.1 to 100 Hz'
    assert said[3].startswith(f'{bad}: line 5: min normal force is 5.0, expected at most')
    assert len(said) == 4


def test_a_pipe_that_is_closed_early_is_no_error():
    with subprocess.Popen(
        [sys.executable, '-m', 'frictioncone_ros.cli.main', 'params', 'list'],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ''
    assert process.returncode == CLOSED_PIPE


def test_status_needs_ros_and_hands_over(monkeypatch, capsys):
    monkeypatch.setattr('frictioncone_ros.cli.node.talk.find_spec', lambda name: None)
    assert main(['status']) == 2
    assert capsys.readouterr().err.startswith('The status needs ROS 2')
    started = []
    monkeypatch.setattr('frictioncone_ros.cli.node.talk.find_spec', lambda name: name)

    def replaced(program, words):
        started.append(words[1:])
        raise SystemExit

    monkeypatch.setattr('os.execv', replaced)
    with pytest.raises(SystemExit):
        main(['status', '--node', '/left/frictioncone', '--timeout', '2'])
    assert started == [
        ['-m', 'frictioncone_ros.ros.tools.status_report', '/left/frictioncone', '2.0']
    ]
