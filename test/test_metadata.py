# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The files that describe the package agree with each other."""

from pathlib import Path
import re
from xml.etree import ElementTree

import pytest

import frictioncone_ros

ROOT = Path(__file__).resolve().parents[1]
MANIFEST = ElementTree.parse(ROOT / 'package.xml').getroot()
INTERFACES = sorted([*ROOT.glob('msg/*.msg'), *ROOT.glob('srv/*.srv')])


def text(name):
    return (ROOT / name).read_text(encoding='utf-8')


def first(pattern, name):
    match = re.search(pattern, text(name), re.MULTILINE)
    assert match, f'{name} holds nothing like {pattern}'
    return match.group(1)


def test_versions_agree():
    versions = {
        'package.xml': MANIFEST.findtext('version'),
        'setup.py': first(r"^    version='([^']+)'", 'setup.py'),
        'CITATION.cff': first(r'^version: (.+)$', 'CITATION.cff'),
        'CHANGELOG.md': first(r'^## ([0-9.]+)', 'CHANGELOG.md'),
        'frictioncone_ros': frictioncone_ros.__version__,
    }
    assert len(set(versions.values())) == 1, versions


def test_manifest_names_the_package_and_its_licence():
    assert MANIFEST.tag == 'package'
    assert MANIFEST.get('format') == '3'
    assert MANIFEST.findtext('name') == 'frictioncone_ros'
    assert MANIFEST.findtext('license') == 'Apache-2.0'
    assert MANIFEST.findtext('export/build_type') == 'ament_cmake'
    assert 'Apache License' in text('LICENSE')


def test_pip_and_ros_ask_for_the_same_libraries():
    ros_keys = {entry.text for entry in MANIFEST.findall('exec_depend')}
    assert re.search(r"install_requires=\[\s*'numpy", text('setup.py'))
    assert {'python3-numpy', 'python3-scipy', 'python3-yaml', 'rclpy'} <= ros_keys


def test_the_manifest_names_every_ros_package_that_is_imported():
    named = {entry.text for entry in MANIFEST.iter() if entry.tag in ('depend', 'exec_depend')}
    # The Python module tf2_ros is of the package tf2_ros_py; Gazebo's messages are asked for by
    # name where an adapter needs them.
    packages = {'tf2_ros': 'tf2_ros_py'}
    word = re.compile(
        r'^(?:from|import) (\w+(?:_msgs|_srvs|_interfaces|_ros)|rclpy)\b', re.MULTILINE
    )
    imported = {
        name
        for path in (ROOT / 'frictioncone_ros' / 'ros').rglob('*.py')
        for name in word.findall(path.read_text(encoding='utf-8'))
    } - {'frictioncone_ros'}
    assert {packages.get(name, name) for name in imported} <= named


def test_every_interface_is_generated():
    listed = set(re.findall(r'(?:msg|srv)/\w+\.(?:msg|srv)', text('CMakeLists.txt')))
    assert listed == {path.relative_to(ROOT).as_posix() for path in INTERFACES}


@pytest.mark.parametrize('path', INTERFACES, ids=lambda path: path.name)
def test_every_field_says_what_it_is(path):
    lines = path.read_text(encoding='utf-8').splitlines()
    assert lines[0].startswith('# '), 'the first line says what the message is'
    own_types = (
        'ContactPoint',
        'ContactState',
        'ContactMode',
        'FilterStatus',
        'FilteredCommand',
        'HybridCommand',
        'ContactStateArray',
        'ContactModePrediction',
        'WrenchCone',
    )
    for line in lines:
        field = line.split('#')[0].strip()
        if not field or field == '---' or field.split()[0] in own_types:
            continue
        assert '#' in line, f'{path.name}: {field!r} has no comment'
        if field.startswith(('float64', 'geometry_msgs/')) and '=' not in field:
            unit = line.split('#')[1]
            assert '[' in unit or 'rows a' in unit or '6 x 6' in unit or 'distance' in unit, line


def test_change_log_and_citation_can_be_read():
    yaml = pytest.importorskip('yaml')
    citation = yaml.safe_load(text('CITATION.cff'))
    assert citation['title'] == 'frictioncone_ros'
    assert citation['license'] == 'Apache-2.0'
    assert citation['authors']
