# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What processes say of parameters that ROS would drop without a word, and of unreadable files."""

import os
from pathlib import Path
from random import Random
import subprocess
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run
import rclpy
from rclpy.node import Node
from ros_client import QUICK_DISCOVERY
import ros_words

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.parameter_file import parsed_parameter_file
from frictioncone_ros.ros.adapters.formation_contacts import _pose_of
from frictioncone_ros.ros.parameter_server import plain_value
from frictioncone_ros.ros.runtime.given_parameters import _given, require_meant

NODE = 'frictioncone_ros.ros.main'
OF_ROS = {'use_sim_time', 'start_type_description_service'}
CONFIG = Path(__file__).resolve().parents[2] / 'config'
CONTACTS = ('-p', f'contacts_file:={CONFIG / "contacts" / "tool_on_table.yaml"}')
SOURCE = 'frictioncone_ros.ros.contact_sources.static_contacts'


def environment(domain):
    return {**os.environ, **QUICK_DISCOVERY, 'ROS_DOMAIN_ID': str(domain)}


def run(domain, module, *words):
    """Return exit code and what was said of a process that ends by itself."""
    done = forked_run(['-m', module, '--ros-args', *words], 60, environment(domain))
    return done.returncode, done.stderr


@pytest.mark.parametrize('module', [NODE, SOURCE])
def test_a_file_without_a_section_for_the_node_is_refused(ros_domain, tmp_path, module):
    file = tmp_path / 'mine.yaml'
    file.write_text('/frictioncone_:\n  ros__parameters: {max_force: 10.0}\n', encoding='utf-8')
    words = CONTACTS if module == SOURCE else ()
    code, said = run(ros_domain, module, '--params-file', str(file), '-r', '__ns:=/left', *words)
    assert code == 1 and 'Traceback' not in said
    assert 'expected a section for /left/' in said and 'it has /frictioncone_' in said
    # Nobody is lost: its guard, which waits where a node died, was never started.
    assert 'guard' not in said


@pytest.mark.parametrize('words', [(), ('--ros-args',), ('--params-file',)])
def test_a_command_line_without_a_file_is_meant_for_every_node(words):
    # As of `ros2 run frictioncone_ros frictioncone_node`, which adds no word of its own.
    require_meant(SimpleNamespace(get_fully_qualified_name=lambda: '/frictioncone'), words)


def read_in_namespace(domain, path, namespace):
    """Return what ROS gives to a node of a namespace."""
    context, words = rclpy.Context(), ('-r', f'__ns:={namespace}', '--params-file', str(path))
    rclpy.init(args=['--ros-args', *words], context=context, domain_id=domain)
    node = rclpy.create_node('frictioncone', context=context)
    try:
        return {name: value.value for name, value in _given(node).items()}
    finally:
        node.destroy_node()
        rclpy.shutdown(context=context)


def test_sections_are_read_as_ros_reads_them(ros_domain, tmp_path):
    path, random = tmp_path / 'some.yaml', Random(20261120)
    names = (
        *('/**', '/*/frictioncone', 'frictioncone', '/left/*', 'left/frictioncone'),
        *('left: {frictioncone', '/left: {frictioncone', 'a: {b: {frictioncone'),
        '/**: {frictioncone',
    )
    for number in range(30):
        sections = [
            f'{name}: {{ros__parameters: {{margin: {index}.5}}}}{"}" * name.count(": {")}'
            for index, name in enumerate(random.sample(names, 1 + number % 3))
        ]
        path.write_text('\n'.join(sections), encoding='utf-8')
        namespace = random.choice(('/', '/left', '/a', '/a/b'))
        node_name = f'{namespace.rstrip("/")}/frictioncone'
        expected = read_in_namespace(ros_domain, path, namespace)
        found = parsed_parameter_file(path, node_name)
        assert (found.values, found.is_meant) == (expected, bool(expected)), sections


@pytest.mark.parametrize('module', [NODE, SOURCE])
@pytest.mark.parametrize('content', [None, b'\x00\xff\x01', b'/**: {margin: 1.0}\n'])
def test_what_ros_cannot_read_is_one_sentence(ros_domain, tmp_path, module, content):
    file = tmp_path / 'mine.yaml'
    if content is not None:
        file.write_bytes(content)
    code, said = run(ros_domain, module, '--params-file', str(file))
    assert code == 1 and 'Traceback' not in said
    assert 'command line is ' in said and 'what ROS can read' in said


def read_by_ros(path, text):
    """Return what ROS itself gives to /left/frictioncone of a file."""
    path.write_text(text, encoding='utf-8')
    context = rclpy.Context()
    words = ('--params-file', str(path), '-r', '__ns:=/left', '--disable-rosout-logs')
    rclpy.init(args=['--ros-args', *words], context=context)
    try:
        node = Node(
            'frictioncone',
            context=context,
            automatically_declare_parameters_from_overrides=True,
            start_parameter_services=False,
            enable_rosout=False,
        )
        found = {name: plain_value(value.value) for name, value in node._parameters.items()}
        node.destroy_node()
        return found
    finally:
        context.shutdown()


def test_ros_reads_files_as_the_tables_say(tmp_path, monkeypatch, ros_domain):
    # What test/node_interface holds the package's own reader to.
    monkeypatch.setenv('ROS_DOMAIN_ID', str(ros_domain))
    for text, expected in (ros_words.file_of_words(), *ros_words.FILES.items()):
        found = read_by_ros(tmp_path / 'some.yaml', text)
        wrong = [name for name in expected if not ros_words.same(found[name], expected[name])]
        assert wrong == [] and set(found) - set(expected) <= OF_ROS
    for text in ros_words.REFUSED:
        with pytest.raises(Exception, match='parse'):
            read_by_ros(tmp_path / 'some.yaml', text)


def test_an_unknown_ros_argument_is_one_sentence(ros_domain):
    code, said = run(ros_domain, NODE, '--foo')
    assert code == 1 and 'Traceback' not in said and '--foo' in said


def test_a_source_warns_of_what_it_does_not_know(ros_domain):
    process = subprocess.Popen(
        [sys.executable, '-m', SOURCE, '--ros-args', *CONTACTS, '-p', 'rat:=3.0'],
        env=environment(ros_domain),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = next(line for line in process.stderr if 'not known' in line)
    finally:
        process.terminate()
        process.communicate()
    assert 'parameter rat is not known and ignored; expected rate' in line


@pytest.mark.parametrize(
    ('name', 'value', 'said'),
    [
        ('silence_timeout', '0.0', 'silence_timeout is 0.0'),
        ('silence_timeout', '.nan', 'silence_timeout is nan'),
        ('friction_set', 'square', "friction_set is 'square', expected pyramid or cone"),
        ('fallback_normal', '[0.0, 0.0, 0.0]', 'fallback_normal is [0.0, 0.0, 0.0]'),
    ],
)
def test_an_adapter_of_gazebo_refuses_what_cannot_be(ros_domain, name, value, said):
    program = (
        'import sys\nfrom std_msgs.msg import Header\n'
        'from frictioncone_ros.ros.adapters.gazebo_node import GazeboAdapter\n'
        'from frictioncone_ros.ros.runtime.run_node import run_node\n'
        "sys.exit(run_node('adapter', lambda: GazeboAdapter('adapter', Header, list)))\n"
    )
    words = ['-c', program, '--ros-args', '-p', f'{name}:={value}']
    done = forked_run(words, 60, environment(ros_domain))
    assert done.returncode == 1 and said in done.stderr and 'Traceback' not in done.stderr


@pytest.mark.parametrize('pose', ['1 2', '1 2 x', '1 2 nan'])
def test_a_first_pose_that_is_none_is_refused(pose):
    with pytest.raises(InvalidInputError, match='first_pose'):
        _pose_of(pose)
    assert _pose_of('1 2 -0.5') == (1.0, 2.0, -0.5)
