# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The tutorial's commands, one after the other, as a reader types them.

Each in a process forked off a server that has imported what they need. That they start
from nothing too is `test_terminal_verbs`'s matter and `test_node_process`'s.
"""

import os
from pathlib import Path
import re
import shlex
import signal

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run, shared_server
from ros_client import QUICK_DISCOVERY

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {'python': [], 'frictioncone': ['-m', 'frictioncone_ros.cli.main']}
"""What follows .ci/inside.sh on a line, as what follows `python`."""
ASK, LOOK = 'frictioncone ask ', '.ci/inside.sh frictioncone echo status --count 1 --timeout 20'


def steps():
    """Return the tutorial's steps, a list of command lines each."""
    text = (ROOT / 'docs' / 'robot' / 'tutorial.md').read_text(encoding='utf-8')
    sections = re.split(r'^## ', text, flags=re.MULTILINE)[1:]
    blocks = [re.findall(r'```sh\n(.*?)```', section, re.DOTALL) for section in sections]
    return ['\n'.join(found).splitlines() for found in blocks]


class Reader:
    """Types commands: those that end with & go on until the end."""

    def __init__(self, domain):
        self.env = {**os.environ, **QUICK_DISCOVERY, 'ROS_DOMAIN_ID': str(domain)}
        self.background, self.variables = [], {}

    def type(self, line):
        """Run one line; return what it printed."""
        words = shlex.split(line, comments=True)
        name, assigned, value = words[0].partition('=')
        if assigned:
            self.variables[name] = value
            return ''
        for name, value in self.variables.items():
            words = [word.replace(f'${name}', value) for word in words]
        assert words.pop(0) == '.ci/inside.sh', line
        goes_on, may_fail = words[-1] == '&', words[-2:] == ['||', 'true']
        words = words[:-1] if goes_on else words[:-2] if may_fail else words
        command = [*PROGRAMS[words[0]], *words[1:]]
        if goes_on:
            self.background.append(shared_server().fork(command, environment=self.env))
            return ''
        done = forked_run(command, 60, self.env)
        assert may_fail or done.returncode == 0, f'{line}\n{done.stdout}{done.stderr}'
        return done.stdout

    def wait_for_contacts(self):
        """Wait, as whoever reads does, until the node has heard what it touches."""
        for _ in range(20):
            if 'contacts on' not in self.type(LOOK):
                return
        raise AssertionError('the node heard of no contacts')

    def end(self):
        for process in self.background:
            process.send_signal(signal.SIGINT)
        return [process.wait(20) for process in self.background]


@pytest.mark.slow
def test_every_command_of_the_tutorial_works_and_says_what_the_page_says(ros_domain, monkeypatch):
    monkeypatch.chdir(ROOT)
    reader, printed = Reader(ros_domain), []
    try:
        for step in steps():
            if any(ASK in line for line in step):
                reader.wait_for_contacts()
            printed.append([reader.type(line) for line in step])
    finally:
        codes = reader.end()
    assert len(printed) == 6 and all(printed)
    assert '4 touch' in printed[1][0] and 'mu 0.40' in printed[1][0] and '!' not in printed[1][0]
    assert printed[2][1:][0].strip() in {'unconfigured', 'inactive', 'active'}
    assert printed[2][2].startswith('WAITING')
    assert 'can be carried   yes' in printed[3][0] and 'can be carried   no' in printed[3][1]
    assert len(printed[4][1].splitlines()) == 3
    assert set(codes) <= {0, 130, -signal.SIGINT}


FIRST_TRY, IN_A_CLONE = '### Your tool on a table', 3
"""The heading in the README; its first lines make a clone and build it."""


@pytest.mark.slow
def test_the_readme_leads_to_a_filtered_wrench_in_at_most_ten_commands(ros_domain, monkeypatch):
    monkeypatch.chdir(ROOT)
    section = (ROOT / 'README.md').read_text(encoding='utf-8').split(FIRST_TRY)[1]
    lines = section.split('```sh\n')[1].split('```')[0].replace('\\\n', '').splitlines()
    assert len(lines) <= 10
    clone, inside, build = lines[:IN_A_CLONE]
    assert clone.startswith('git clone ') and inside.startswith('cd ') and build == 'make build'
    reader = Reader(ros_domain)
    try:
        *before, status = lines[IN_A_CLONE:]
        said = [reader.type(line) for line in before]
        # 1 where this machine is so busy that the substitute is sent just now.
        said.append(reader.type(f'{status} || true'))
    finally:
        codes = reader.end()
    commands = said[-2].splitlines()
    assert len(commands) == 3 and all('wrench' in line for line in commands)
    assert 'received:' in said[-1]
    assert set(codes) <= {0, 130, -signal.SIGINT}


def test_estimator_and_planner_are_forty_lines_of_code():
    for name in ('face_estimator', 'press_planner'):
        text = (ROOT / 'examples' / f'{name}.py').read_text(encoding='utf-8')
        body = text[text.index('\nclass ') : text.index('\ndef main')]
        without_words = re.sub(r'""".*?"""', '', body, flags=re.DOTALL)
        assert sum(bool(line.strip()) for line in without_words.splitlines()) <= 40
