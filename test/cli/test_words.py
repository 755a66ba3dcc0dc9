# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What verbs say in words is true: scenes in which a careless sentence is not."""

import json

import pytest

from frictioncone_ros.cli.main import main

BLOCK = """
dimension: planar
friction: 0.5
contacts:
  - {name: left, position: [-0.1, 0], normal: [0, 1]}
  - {name: right, position: [0.1, 0], normal: [0, 1]}
wrench: [3, 0, 0]
load: [0, LOAD, 0]
"""
"""Pushed along a table that nothing presses it on: nothing holds that before a load does."""

POINT = """
dimension: spatial
contacts: [{name: tip, position: [0, 0, 0], normal: [0, 0, 1], friction: 0.5}]
inertia: {mass: 1, rotational_inertia: [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]}
"""


def said(call, capsys):
    code = main([str(word) for word in call])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ('load', 'code', 'words'),
    [
        (-10, 0, 'load factor 0: carried with the load, and not without it'),
        (-2, 1, 'load factor 0: not carried even without the load'),
    ],
)
def test_a_load_that_is_needed_is_not_said_to_be_too_much(load, code, words, tmp_path, capsys):
    file = tmp_path / 'block.yaml'
    file.write_text(BLOCK.replace('LOAD', str(load)), encoding='utf-8')
    found, shown = said(['check', file], capsys)
    assert found == code
    assert words in shown
    assert 'no longer' not in shown


@pytest.mark.parametrize('mode', [(), ('--mode', 'f')])
@pytest.mark.parametrize(('push', 'inside'), [(0.499, True), (0.501, False)])
def test_round_friction_holds_what_its_inner_polygon_does_not(
    mode, push, inside, tmp_path, capsys
):
    """Between two edges of the octagon, where that reaches 0.46."""
    file = tmp_path / 'point.yaml'
    file.write_text(POINT, encoding='utf-8')
    wrench = ['--wrench', push * 0.92388, push * 0.38268, -1, 0, 0, 0]
    code, shown = said(['cone', file, *mode, *wrench], capsys)
    word = 'yes' if inside else 'no'
    assert f'holds the wrench: {word} (asked of the round friction itself)' in shown
    assert code == (0 if inside else 1)
    assert (
        json.loads(said(['cone', file, *mode, *wrench, '--json'], capsys)[1])['contains_wrench']
        is inside
    )
