# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every fault of a scenario file is refused with the file and the line where it stands."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import load_scenario, parse_scenario

VALID = """title: one
dimension: planar
friction: 0.5
contacts:
  - name: left
    position: [-1.0, 0.0]
    normal: [0, 1]
  - name: right
    position: [1.0, 0.0]
    normal: [0, 1]
    friction: {model: polygon, coefficient: 0.4, edge_count: 6}
inertia: {mass: 1.0, radius_of_gyration: 0.5}
wrench: [0, -9.81, 0]
mode: ff
motion: {twist: [0.1, free, 0], hand: [right], hand_turns: true}
polygons:
  workpiece: {vertices: [[0, 0], [1, 0], [0, 1]]}
  manipulators:
    - {vertices: [[0, 0], [1, 0], [0, 1]], pose: [3, 0, 0]}
  formation: [A e0-m0v0, A e1-m0v1, B v0-m0e2]
"""


def fault_of(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_scenario(text, 'mine.yaml')
    return str(refused.value)


def test_the_valid_one_is_valid():
    scene = parse_scenario(VALID, 'mine.yaml')
    assert scene.state.contacts[1].friction.edge_count == 6
    assert scene.state.contacts[0].friction.friction_coefficient == 0.5


@pytest.mark.parametrize(
    'right, wrong, line, words',
    [
        ('title: one', 'title: [one]', 1, 'a list, expected text'),
        ('[0.1, free, 0]', '[0.1, free]', 15, '3 numbers or "free"'),
        ('[0.1, free, 0]', '[0.1, some, 0]', 15, 'a number'),
        (
            'hand: [right]',
            'hand: [thumb]',
            15,
            "hand[0] is 'thumb', expected the name of a contact",
        ),
        ('hand_turns: true', 'hand_turns: maybe', 15, 'true or false'),
        ('twist: [0.1, free, 0], ', '', 15, "key 'twist' of motion"),
        ('title: one', 'titel: one', 1, "'titel', expected one of title"),
        ('title: one', 'title: one\ntitle: two', 2, 'each key once'),
        ('planar', 'plane', 2, 'planar or spatial'),
        ('dimension: planar\n', '', 1, 'None, expected planar or spatial'),
        ('planar', 'spatial', 6, 'number of entries of position is 2, expected 3'),
        ('friction: 0.5', 'friction: rough', 3, "friction is 'rough', expected a number"),
        ('friction: 0.5', 'friction: -0.5', 3, 'a number >= 0'),
        ('friction: 0.5', "friction: '0.5'", 3, 'a number without quotation marks'),
        ('friction: 0.5', 'friction: .nan', 3, 'a number'),
        ('friction: 0.5\n', '', 4, 'friction of contacts[0] is None'),
        ('[-1.0, 0.0]', '[-1.0, inf]', 6, "position[1] is 'inf', expected a finite number"),
        ('[-1.0, 0.0]', '[-1.0, 0.0', 7, 'expected YAML'),
        ('[-1.0, 0.0]', '[-1.0, [0.0]]', 6, 'position[1] is a list, expected a number'),
        ('normal: [0, 1]', 'normal: [0, 2]', 7, "contact 'left': contact normal"),
        ('normal: [0, 1]', 'normal: [0, 1]\n    kind: C', 8, "kind of contact is 'C'"),
        ('normal: [0, 1]', 'normal: [0, 1]\n    curvature: x', 8, 'curvature'),
        ('normal: [0, 1]', 'normal: [0, 1]\n    preload: -3', 8, 'preload'),
        ('normal: [0, 1]', 'normals: [0, 1]', 7, "'normals'"),
        ('    normal: [0, 1]\n', '', 5, "key 'normal' of contacts[0]"),
        ('name: right', 'name: left', 5, 'each name once'),
        ('model: polygon', 'model: cone', 11, "model is 'cone', expected one of frictionless"),
        ('model: polygon', 'model: pyramid', 11, 'pyramid takes'),
        ('edge_count: 6', 'edge_count: 2', 11, 'edge count'),
        ('edge_count: 6', 'edge_count: 6.5', 11, 'whole number'),
        ('edge_count: 6', 'edge_count: 1e18', 11, 'at most 1024'),
        ('mass: 1.0', 'mass: 0', 12, 'mass is'),
        ('radius_of_gyration: 0.5', 'rotational_inertia: 1', 12, 'other dimension'),
        ('{mass: 1.0, radius_of_gyration: 0.5}', '{matrix: [[1, 0, 0]]}', 12, 'inertia'),
        ('{mass: 1.0,', '{matrix: [[1, 0, 0]],', 12, 'no other key'),
        ('wrench: [0, -9.81, 0]', 'wrench: [0, -9.81]', 13, 'wrench is 2, expected 3'),
        ('wrench: [0, -9.81, 0]', 'wrench: 9', 13, 'a list'),
        ('mode: ff', 'mode: fff', 14, 'one letter for each of 2'),
        ('mode: ff', 'mode: fx', 14, 'mode string at character 1'),
        ('[[0, 0], [1, 0], [0, 1]]}', '[[0, 0], [1, 0]]}', 17, "polygon 'workpiece'"),
        ('- {vertices: [[0, 0], [1, 0], [0, 1]],', '- {', 19, "key 'vertices'"),
        ('pose: [3, 0, 0]', 'pose: [3, 0]', 19, 'pose'),
        ('A e0-m0v0', 'A v0-m0v0', 20, "as 'A e2-m0v1'"),
        ('A e0-m0v0', 'A e7-m0v0', 20, 'a number below 3'),
        ('A e0-m0v0, ', '', 20, 'three sliding contacts'),
        ('A e0-m0v0', 'A e0-m0v0 rolling at ..', 20, 'a number of metres'),
    ],
)
def test_a_fault_is_refused_with_its_line(right, wrong, line, words):
    assert right in VALID
    fault = fault_of(VALID.replace(right, wrong, 1))
    assert fault.startswith(f'mine.yaml: line {line}: ')
    assert words in fault
    assert '\n' not in fault


@pytest.mark.parametrize(
    'text, words',
    [
        ('', 'expected a scenario'),
        ('3', 'scenario is'),
        ('[1, 2]', 'scenario is a list, expected a mapping'),
        ('title: nothing', 'expected contacts or polygons'),
        ('dimension: planar', 'expected contacts or polygons'),
        ('&a {contacts: *a}', 'key'),
        ('dimension: planar\ncontacts: &a [*a]', 'contacts[0] is a list, expected a mapping'),
        ('{? [1]: 2}', 'key of scenario is a list'),
        ('a: 1\n---\nb: 2', 'YAML'),
        ('\tx: 1', 'YAML'),
        ('\x00', 'YAML'),
        ('[' * 5000, 'YAML'),
        # Not refused, these end the process: libyaml's composer has no bound of its own.
        ('[' * 200_000, 'at most 50 deep'),
        ('{a: ' * 100_000, 'at most 50 deep'),
        ('- ' * 100_000, 'at most 50 deep'),
        ('dimension: planar\ncontacts: [' + '1,' * 1001 + ']', 'line 2: number of entries'),
        (
            f'polygons: {{manipulators: [], workpiece: {{vertices: [{"[0, 0]," * 257}]}}}}',
            'at most 256',
        ),
        (
            'polygons: {workpiece: {vertices: [[0, 0], [1, 0], [0, 1]]}, '
            f'manipulators: [{"1," * 33}]}}',
            'at most 32',
        ),
    ],
)
def test_what_is_no_scenario_is_refused(text, words):
    assert words in fault_of(text)


def test_contacts_must_stand_beside_what_speaks_of_them():
    polygons = VALID[VALID.index('polygons:') :]
    assert parse_scenario(polygons, 'mine.yaml').state is None
    assert fault_of(polygons + 'mode: ff\n').startswith('mine.yaml: line 6: mode')


def test_names_are_taken_as_they_are_written():
    scene = parse_scenario(VALID.replace('name: left', 'name: no'), 'mine.yaml')
    assert scene.state.names == ('no', 'right')


@pytest.mark.parametrize(
    'friction',
    [
        '{model: frictionless}',
        '{model: circular_cone, coefficient: 0.3}',
        '{model: elliptic_cone, coefficient: 0.3, second_coefficient: 0.4}',
        '{model: elliptic_cone, coefficient: 0.3, second_coefficient: 0.4, edge_count: 6}',
        '{model: pyramid, coefficient: 0.3}',
        '{model: pyramid, coefficient: 0.3, second_coefficient: 0.1}',
        '{model: polygon, coefficient: 0.3}',
        '{model: soft_finger, coefficient: 0.3, torsional_friction: 0.01}',
        '{model: soft_finger, coefficient: 0.3, torsional_friction: 0.01, edge_count: 8}',
    ],
)
def test_every_friction_model_is_kept(friction):
    from frictioncone_ros.scenario.write import scenario_text

    scene = parse_scenario(VALID.replace('friction: 0.5', f'friction: {friction}'))
    again = parse_scenario(scenario_text(scene))
    assert again.state.contacts[0].friction == scene.state.contacts[0].friction


@pytest.mark.parametrize(
    'contact',
    [
        ContactPoint((0.0, 0.0, 0.0), (0, 0, 1.0), SoftFinger(0.5, 0.02, independent=True)),
        ContactPoint((0.0, 0.0, 0.0), (0, 0, 1.0), CircularCone(0.5), stiffness=1e4),
        ContactPoint((0.0, 0.0, 0.0), (0, 0, 1.0), CircularCone(0.5), internal_force=2.0),
    ],
)
def test_what_a_file_cannot_state_is_refused_and_not_lost(contact):
    from frictioncone_ros.scenario.write import scenario_text

    scene = replace(load_scenario('box_on_table'), state=ContactState([contact]))
    with pytest.raises(InvalidInputError, match='scenario files'):
        scenario_text(scene)


@pytest.mark.parametrize(
    'measured', [{'acceleration': np.zeros(6)}, {'gravity': np.array([0.0, 0.0, -9.81])}]
)
def test_what_a_file_cannot_state_of_the_body_is_refused_and_not_lost(measured):
    from frictioncone_ros.scenario.write import scenario_text

    (name,) = measured
    scene = load_scenario('box_on_table')
    with pytest.raises(InvalidInputError, match=f'{name} is .*scenario files state no {name}'):
        scenario_text(replace(scene, state=replace(scene.state, **measured)))


@pytest.mark.parametrize(
    'sign', ['\x7f', '\x85', '\x9f', '\u2028', '\ufeff', '\ufffe', '\U0001f9f2']
)
def test_every_sign_of_a_name_is_kept(sign):
    from frictioncone_ros.scenario.write import scenario_text

    point = ContactPoint(
        (0.0, 0.0, 0.0), (0, 0, 1.0), CircularCone(0.5), name=f'{sign}foot {sign} "'
    )
    scene = replace(load_scenario('box_on_table'), state=ContactState([point]), mode=None)
    assert parse_scenario(scenario_text(scene)).state.names == (point.name,)
