# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The verbs that talk to a running node, each flag over DDS, parsed as at the terminal."""

from functools import partial
from importlib import import_module
import os
import re
import shlex
from signal import SIGCONT, SIGINT, SIGSTOP
import subprocess
import sys

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_client import QUICK_DISCOVERY
from ros_node_talk import FLOOR, PATIENT
from simulated_clock import SimulatedClock
from std_msgs.msg import Bool
from transcripts import compare_with_transcript
from worker_processes import worker_processes

from frictioncone_ros.cli.main import main
from frictioncone_ros.cli.node import talk as node_talk
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.tools.terminal import caller as terminal

QUICK = {'status_rate': 20.0, 'recovery_ramp_duration': 0.0, **PATIENT}


@pytest.fixture
def verb(ros_domain, monkeypatch, capsys):
    """Return a function that runs a command line in this process, over DDS, and its output."""
    monkeypatch.setenv('ROS_DOMAIN_ID', str(ros_domain))
    for name, value in QUICK_DISCOVERY.items():
        monkeypatch.setenv(name, value)

    def become(module, what, arguments):
        ran = import_module(module)
        monkeypatch.setattr(sys, 'argv', ['verb', *arguments])
        return terminal.run_verb(
            getattr(ran, module.rpartition('.')[2].replace('orders', 'order'))
        )

    monkeypatch.setattr(node_talk, 'become', become)

    def run(*words, timeout=20.0):
        capsys.readouterr()
        code = main([*words, '--timeout', str(timeout)])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def followed(start_node, talk):
    """Start a node that follows a command, with all of its outputs."""

    def make(**parameters):
        start_node(autostart=True, **{**QUICK, **parameters})
        talking = talk()
        talking.follow()
        return talking

    return make


def test_a_node_is_disabled_and_enabled(verb, followed):
    talking = followed(stop_ramp_duration=0.0)
    code, said, _ = verb('disable')
    assert code == 0 and said.strip()
    talking.client.repeat_until(talking.send, lambda: talking.reports[-1].safe_output, 'neutral')
    assert verb('enable', '--node', 'frictioncone')[0] == 0
    talking.follow()


def test_reset_of_a_latched_stop_is_refused_without_fresh_inputs(verb, start_node, client):
    start_node(autostart=True, **QUICK)
    client.listen(FilterStatus, '/frictioncone/status')
    heard = client.received['/frictioncone/status']
    pressed = client.publisher(Bool, '/frictioncone/e_stop')
    client.send_until(
        pressed,
        Bool(data=True),
        lambda: heard and heard[-1].code == FilterStatus.EMERGENCY_STOP,
        'the stop',
    )
    code, _, error = verb('reset')
    assert code == 1 and error.strip()
    assert heard[-1].code == FilterStatus.EMERGENCY_STOP


def test_a_mode_is_desired_by_letters_and_by_names(verb, followed):
    followed()
    code, said, _ = verb('mode', 'ffff')
    assert code == 0 and said.strip()
    names = [contact.name for contact in FLOOR.contacts]
    assert verb('mode', 'sfff', '--contacts', *reversed(names))[0] == 0
    code, _, error = verb('mode', 'ff')
    assert code == 1 and '4' in error
    assert verb('mode', '')[0] == 0


def test_the_lifecycle_goes_through_its_states(verb, start_node):
    start_node(**QUICK)
    assert verb('lifecycle')[:2] == (0, 'unconfigured\n')
    assert verb('lifecycle', 'configure')[:2] == (0, 'unconfigured -> inactive\n')
    assert verb('lifecycle', 'activate')[:2] == (0, 'inactive -> active\n')
    code, _, error = verb('lifecycle', 'cleanup')
    assert code == 1 and 'refused: the node is active' in error
    assert verb('lifecycle', 'deactivate')[:2] == (0, 'active -> inactive\n')
    assert verb('lifecycle', 'cleanup')[:2] == (0, 'inactive -> unconfigured\n')
    assert verb('lifecycle', 'shutdown')[1].startswith('unconfigured -> ')


def test_a_question_the_node_has_no_time_for_is_asked_again_and_then_told(verb, start_node, talk):
    start_node(autostart=True, **{**QUICK, 'time_budget': 1e-6})
    talking = talk()
    talking.until(lambda: talking.code == FilterStatus.OVERRUN, 'the word that time is over')
    words = ('ask', '--frame', 'base', '--controlled', 'tool', '--reference', 'base')
    code, said, _ = verb(*words, '--wrench', '1', '0', '-30', '0', '0', '0')
    assert code == 1
    assert said.startswith('no answer was found within 1e-06 s') and 'not judged' in said


def test_a_slow_node_is_not_kept_busy_by_one_question(verb, start_node, talk, monkeypatch):
    node = start_node(autostart=True, **QUICK)
    talk().follow()
    words = ('ask', '--frame', 'base', '--controlled', 'tool', '--reference', 'base', '--predict')
    words = (*words, '--wrench', '1', '0', '-30', '0', '0', '0')
    assert verb(*words)[0] == 0
    [worker] = worker_processes(node.process.pid)
    monkeypatch.setattr(terminal, 'ASK_AGAIN', 0.3)
    os.kill(worker, SIGSTOP)
    # Shorter than the node takes to give it up.
    code, _, error = verb(*words, timeout=2.0)
    os.kill(worker, SIGCONT)
    assert code == 2 and 'busy' not in error


def test_a_command_is_judged_and_not_sent(verb, followed):
    talking = followed()
    words = ('ask', '--frame', 'base', '--controlled', 'tool', '--reference', 'base')
    code, said, error = verb(*words, '--wrench', '1', '0', '-30', '0', '0', '0', '--predict')
    assert code == 0, said + error
    assert 'can be carried   yes' in said and 'will be carried  yes' in said
    assert 'wrench   1 0 -30 0 0 0' in said and 'margin' in said
    assert said.splitlines()[-1].startswith('  modes')
    code, said, _ = verb(*words, '--wrench', '40', '0', '-30', '0', '0', '0')
    assert code == 1 and 'can be carried   no' in said and 'modes' not in said
    code, said, _ = verb(*words, '--twist', '0', '0', '-0.1', '0', '0', '0')
    assert 'twist    0 0 0 0 0 0' in said
    code, said, _ = verb(*words, '--accel', '0.5', '0', '0', '0', '0', '0', '--mode', 'ssss')
    assert 'accel    0.5 0 0 0 0 0' in said
    assert verb(*words)[0] == 2
    # Nothing of all this was sent.
    talking.client.wait_until(lambda: True, 'a look')
    assert not any(answer.wrench.force.x == 40.0 for answer in talking.answers)


def test_the_status_is_echoed_line_by_line(verb, start_node):
    start_node(autostart=True, **QUICK)
    code, said, _ = verb('echo', '--count', '2')
    assert code == 0 and len(said.splitlines()) == 2
    assert all(line.startswith('WAITING') for line in said.splitlines())


def test_modes_and_commands_are_echoed_while_they_come(verb, start_node, talk, monkeypatch):
    # A machine with other work to do must not cut the search short: 'none' would be echoed.
    start_node(autostart=True, prediction_rate=20.0, prediction_time_limit=5.0, **QUICK)
    talking = talk()
    talking.follow()
    wait = terminal.Caller.wait_until

    def while_commanding(self, condition, within=None):
        def holds():
            talking.send()
            return condition()

        return wait(self, holds, within)

    monkeypatch.setattr(terminal.Caller, 'wait_until', while_commanding)
    code, said, _ = verb('echo', 'command', '--count', '3')
    assert code == 0 and len(said.splitlines()) == 3
    assert 'wrench 1 -2 -30' in said and 'margin' in said
    code, said, _ = verb('echo', 'modes', '--count', '1')
    assert code == 0 and set(said.split(':')[0].split()[0]) <= set('fsd[]-.0123456789la')
    code, said, _ = verb('echo', 'command', '--rate', '--count', '2')
    rates = [float(line.removesuffix(' Hz')) for line in said.splitlines()]
    assert code == 0 and len(rates) == 2 and min(rates) > 2.0


def test_the_rate_of_the_status_is_that_of_the_parameter(verb, start_node):
    start_node(autostart=True, status_rate=20.0)
    code, said, _ = verb('echo', 'status', '--rate', '--count', '2')
    assert code == 0
    assert all(5.0 < float(line.removesuffix(' Hz')) < 40.0 for line in said.splitlines())


def test_a_node_that_is_not_there_is_said(ros_domain, verb, start_node, capsys):
    start_node(autostart=True, **QUICK)
    for words in (['enable'], ['lifecycle'], ['echo'], ['contacts']):
        code = main([*words, '--node', '/left/frictioncone', '--timeout', '1'])
        assert code == 2
        assert '/left/frictioncone' in capsys.readouterr().err


ODD = ContactState(
    [
        ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='fine'),
        ContactPoint((0.0, 0.0, 9.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='far'),
        ContactPoint((0.1, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.0), name='slippery'),
    ]
)


def keep_telling(talking, monkeypatch):
    """Send while a verb waits."""
    wait = terminal.Caller.wait_until

    def while_telling(self, condition, within=None):
        def holds():
            talking.send()
            return condition()

        return wait(self, holds, within)

    monkeypatch.setattr(terminal.Caller, 'wait_until', while_telling)


def test_contacts_are_as_old_as_the_nodes_clock_says(verb, client, start_node, talk, monkeypatch):
    start_node(autostart=True, use_sim_time=True, **QUICK)
    talking = talk()
    SimulatedClock(client, talking)
    keep_telling(talking, monkeypatch)
    code, said, _ = verb('contacts', '--stale', '30')
    assert (code, '!' in said) == (0, False), said


def test_contacts_are_shown_with_what_looks_wrong(verb, start_node, talk, monkeypatch):
    start_node(autostart=True, **QUICK)
    talking = talk()
    keep_telling(talking, monkeypatch)
    code, said, _ = verb('contacts', '--stale', '30')
    assert code == 0 and '4 touch, 0 are near' in said and 'mu 0.50' in said and '!' not in said
    talking.contacts = ODD
    code, said, _ = verb('contacts', '--stale', '30', '--tool', '0', '0', '1')
    assert code == 1
    assert 'far: 9 m' in said and 'mu 0:' in said and said.count('away from the tool') == 1
    code, said, _ = verb('contacts', '--stale', '30', '--far', '10')
    assert 'far:' not in said and 'mu 0:' in said
    code, said, _ = verb('contacts', '--stale', '1e-9')
    assert code == 1 and '! stale' in said
    code, said, _ = verb('contacts', '--stale', '30', '--topic', '/frictioncone/contacts')
    assert '/frictioncone/contacts' in said


SESSION = (
    ('lifecycle', 0),
    ('lifecycle configure', 0),
    ('lifecycle activate', 0),
    ('echo --count 1', 0),
    ('contacts --stale 60', 0),
    ('mode ffff', 0),
    ("mode ''", 0),
    ('ask --frame base --controlled tool --reference base --wrench 1 0 -30 0 0 0', 0),
    ('ask --frame base --controlled tool --reference base --wrench 40 0 -30 0 0 0', 1),
    ('disable', 0),
    ('enable', 0),
    ('reset', 0),
    ('lifecycle deactivate', 0),
)
"""What somebody types at a node that hears contacts and no commands, and what each ends with."""

VARYING = ((r'\b\d+(\.\d+)? (m?s)\b', r'# \2'), (r'\(\d+ publishers?\)', '(# publishers)'))


def contacts_are_known(talking):
    return talking.reports and 'contacts on' not in talking.reports[-1].text


def test_transcript_of_a_session(verb, start_node, talk, monkeypatch):
    """Golden output of the verbs that talk to a node; WRITE_TRANSCRIPTS=1 writes it anew."""
    start_node(**QUICK)
    wait = terminal.Caller.wait_until
    talking = None

    def while_telling(self, condition, within=None):
        def holds():
            if talking is not None:
                talking.send_contacts()
            return condition()

        return wait(self, holds, within)

    monkeypatch.setattr(terminal.Caller, 'wait_until', while_telling)
    said = []
    for call, expected in SESSION:
        code, out, error = verb(*shlex.split(call))
        assert code == expected, f'{call}: {out}{error}'
        said.append(f'$ frictioncone {call}\n{out}{error}')
        if call == 'lifecycle activate':
            talking = talk()
            # The next report is what is shown: contacts have been heard before it.
            talking.until(partial(contacts_are_known, talking), 'word of contacts', make=False)
    text = ''.join(said)
    for pattern, mask in VARYING:
        text = re.sub(pattern, mask, text)
    compare_with_transcript('session', text)


def test_transcript_of_run(ros_domain):
    """What the node says at a terminal from its start to Ctrl-C, and what ends it at once."""
    said = []
    for call in ('run --params nowhere.yaml', 'run -- -r __ns:=/left'):
        process = subprocess.Popen(
            [sys.executable, '-m', 'frictioncone_ros.cli.main', *shlex.split(call)],
            env={**os.environ, **QUICK_DISCOVERY, 'ROS_DOMAIN_ID': str(ros_domain)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.rstrip().endswith(': active'):
                process.send_signal(SIGINT)
        code = process.wait()
        process.stdout.close()
        # Where transforms come from depends on what is installed.
        shown = ''.join(line for line in lines if 'transforms from' not in line)
        said.append(f'$ frictioncone {call}\n{shown}(exit code {code})\n')
    text = re.sub(r'\[\d+\.\d+\]', '[#]', ''.join(said))
    compare_with_transcript('run', text)


def test_silence_of_an_estimator_is_said(start_node, verb, capsys):
    start_node(autostart=True, **QUICK)
    assert main(['contacts', '--timeout', '3']) == 2
    assert 'silent: nothing on /frictioncone/contacts' in capsys.readouterr().err


def test_a_verb_as_people_start_it(ros_domain, start_node):
    start_node(autostart=True, **QUICK)
    done = subprocess.run(
        [sys.executable, '-m', 'frictioncone_ros.cli.main', 'lifecycle', '--timeout', '20'],
        env={**os.environ, **QUICK_DISCOVERY, 'ROS_DOMAIN_ID': str(ros_domain)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, '')
    assert done.stdout in {'active\n', 'inactive\n', 'unconfigured\n'}
