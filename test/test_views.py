# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Layouts for RViz, Foxglove and PlotJuggler are well formed; their topics and fields exist."""

import json
from pathlib import Path
import re
from xml.etree import ElementTree

import pytest
import yaml

from frictioncone_ros.node_interface import INTERFACES
from frictioncone_ros.session.marker_shapes import words_of

ROOT = Path(__file__).resolve().parents[1]
VIEWS = ROOT / 'config' / 'views'
TYPES = {one.name.removeprefix('~/'): one.kind for one in INTERFACES}
PATH = re.compile(r'/frictioncone/(\w+)((?:[./]\w+)*)')


def fields(kind):
    """Return the field names of one of our messages; None for another package's."""
    package, _, name = kind.split('/')
    if package != 'frictioncone_ros':
        return None
    text = (ROOT / 'msg' / f'{name}.msg').read_text(encoding='utf-8')
    lines = [line.split('#')[0].split() for line in text.splitlines()]
    return {words[1]: words[0] for words in lines if len(words) >= 2 and '=' not in words[1]}


@pytest.mark.parametrize('name', ['frictioncone.rviz', 'foxglove.json', 'plotjuggler.xml'])
def test_topics_and_fields_exist(name):
    found = PATH.findall((VIEWS / name).read_text(encoding='utf-8'))
    assert found
    for topic, rest in found:
        assert topic in TYPES, topic
        known = fields(TYPES[topic])
        first = re.split('[./]', rest)[1] if rest else None
        assert first is None or known is None or first in known, rest


def test_layouts_are_well_formed():
    assert yaml.safe_load((VIEWS / 'frictioncone.rviz').read_text(encoding='utf-8'))['Panels']
    layout = json.loads((VIEWS / 'foxglove.json').read_text(encoding='utf-8'))
    panels = set(re.findall(r'"(\w+!\w+)"', json.dumps(layout['layout'])))
    assert panels == set(layout['configById'])
    assert ElementTree.parse(VIEWS / 'plotjuggler.xml').getroot().tag == 'root'


@pytest.mark.parametrize(
    'status, mode, margin, words',
    [
        ('OK', 'fff', 1.234, 'OK, fff, margin 1.23 N'),
        ('OK', '', float('inf'), 'OK, margin unlimited'),
        ('CONTACT_LOST', '', None, 'CONTACT_LOST'),
    ],
)
def test_markers_say_status_modes_and_margin(status, mode, margin, words):
    assert words_of(status, mode, margin) == words
