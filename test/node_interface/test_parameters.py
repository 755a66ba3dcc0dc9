# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameters are right or refused, all of them or none; files are read as ROS 2 reads them."""

from dataclasses import fields
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest
import ros_words

from frictioncone_ros.control import FilterSettings, InfeasiblePolicy
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import (
    file_faults,
    is_of_ros,
    node_settings,
    parameter_faults,
    PARAMETERS,
    read_parameter_file,
    stopping_faults,
)
from frictioncone_ros.node_interface.parameter_file import parsed_parameter_file
from frictioncone_ros.node_interface.static_transforms import parsed_transforms

CONFIG = Path(__file__).resolve().parents[2] / 'config'


def test_each_parameter_is_declared_once_and_described():
    names = [parameter.name for parameter in PARAMETERS]
    assert names == sorted(set(names))
    assert {field.name for field in fields(FilterSettings)} <= set(names)
    for parameter in PARAMETERS:
        assert parameter.description.endswith('.')
        assert parameter.checked(parameter.default) == parameter.default
        numeric = type(parameter.default) in (int, float) or parameter.size is not None
        assert (parameter.bounds is not None) == numeric, parameter.name


def test_defaults_are_those_of_the_filter_and_fill_what_is_not_given():
    settings = node_settings({'status_rate': 10, 'margin': 2, 'infeasible_policy': 'scale'})
    assert settings.number('status_rate') == 10.0
    assert settings.filter == FilterSettings(
        margin=2.0, infeasible_policy=InfeasiblePolicy.SCALE, time_budget=0.006
    )
    assert node_settings({}).filter == FilterSettings(time_budget=0.006)
    assert settings.held_object is None


@pytest.mark.parametrize(
    'values, named',
    [
        ({'status_rate': 0.0}, 'status_rate'),
        ({'status_rate': nan}, 'status_rate'),
        ({'status_rate': 100.1}, r'status_rate .* expected 0.1 to 100 Hz'),
        ({'status_rate': True}, 'status_rate'),
        ({'status_rate': '2'}, 'status_rate'),
        ({'autostart': 1}, 'autostart'),
        ({'no_such': 1.0}, 'no_such'),
        ({'margin': -1.0}, 'margin'),
        ({'max_force': nan}, 'max_force'),
        ({'infeasible_policy': 'hope'}, 'project, scale, neutral'),
        ({'min_normal_force': 5.0, 'max_normal_force': 1.0}, 'min normal force'),
        ({'object_mass': 1.0}, 'object_inertia'),
        ({'object_mass': 1.0, 'object_inertia': [1.0, 1.0]}, 'object_inertia .* 6 entries'),
        ({'static_transforms': 'a b 0 0 0 0 0 0 1'}, 'list of words'),
        ({'static_transforms': ['a b 0 0 0']}, 'parent child x y z'),
        ({'static_transforms': ['a b 0 0 0 0 0 0 2']}, 'unit quaternion'),
        # Two of these in a row overflowed when a command came, not when they were read.
        ({'static_transforms': ['a b 1e308 0 0 0 0 0 1']}, 'metres up to 1e'),
        ({'static_transforms': ['a b 0 0 0 0 0 0 1', 'b a 0 0 0 0 0 0 1']}, 'above itself'),
        ({'static_transforms': ['a b 0 0 0 0 0 0 1', 'c b 0 0 0 0 0 0 1']}, 'each child once'),
    ],
)
def test_a_wrong_value_is_refused_by_name(values, named):
    with pytest.raises(InvalidInputError, match=named):
        node_settings(values)


@pytest.mark.parametrize(
    'parameter', [one for one in PARAMETERS if one.bounds], ids=lambda one: one.name
)
def test_what_is_said_to_be_allowed_is(parameter):
    def accepted(value):
        entries = value if parameter.size is None else [value] * parameter.size
        try:
            # A mass needs an inertia, whatever its value.
            node_settings({'object_inertia': [1e6] * 3 + [0.0] * 3, parameter.name: entries})
        except InvalidInputError:
            return False
        return True

    least, largest = parameter.bounds
    if parameter.name != 'object_inertia':  # no body has the same in all six
        assert accepted(least) and accepted(min(largest, 1e300))
    assert not any(map(accepted, (least - 1, nan, -inf, 10**400, -(10**400), True, '1')))
    assert accepted(inf) == ('.inf' in parameter.description)
    assert largest == inf or not accepted(largest + 1)


def test_no_limit_is_infinity():
    assert node_settings({'max_force': inf}).filter.max_force == inf


def test_the_held_object_is_about_the_controlled_frame():
    held = node_settings(
        {
            'object_mass': 2.0,
            'object_center_of_mass': [0.0, 0.0, 0.1],
            'object_inertia': [0.01, 0.02, 0.03, 0.0, 0.0, 0.0],
        }
    ).held_object
    # Steiner: 2 kg at 0.1 m adds 0.02 kg m^2 about x and y.
    assert np.allclose(np.diag(held.inertia.matrix), (2, 2, 2, 0.03, 0.04, 0.03))


def test_a_quarter_turn_is_read_as_tf2_reads_it():
    half = np.sqrt(0.5)
    (frame,) = parsed_transforms([f'base tool 1 2 3 0 0 {half:.9f} {half:.9f}', ''])
    # The tool's x axis is the base's y axis.
    assert np.allclose(frame.pose.transform_direction((0, 1, 0)), (1, 0, 0))
    assert np.allclose(frame.pose.transform_point((1, 3, 3)), (1, 0, 0))


def test_a_file_is_read_by_sections(tmp_path):
    path = tmp_path / 'some.yaml'
    path.write_text(
        '/**:\n  ros__parameters: {margin: 1.0, use_sim_time: true}\n'
        'frictioncone:\n  ros__parameters: {margin: 2}\n'
        '/other:\n  ros__parameters: {margin: 3.0}\n'
    )
    assert read_parameter_file(path) == {'margin': 2}
    assert read_parameter_file(path, '/other') == {'margin': 3.0}


@pytest.mark.parametrize(
    ('section', 'here', 'left', 'deeper', 'renamed'),
    [
        ('/**', True, True, True, True),
        ('/**/frictioncone', True, True, True, False),
        ('/frictioncone', True, False, False, False),
        ('frictioncone', True, False, False, False),
        ('/*/frictioncone', False, True, False, False),
        ('/left/*', False, True, False, False),
    ],
)
def test_sections_are_for_the_nodes_that_ros_gives_them_to(
    tmp_path, section, here, left, deeper, renamed
):
    path = tmp_path / 'some.yaml'
    path.write_text(f'{section}:\n  ros__parameters: {{margin: 1.0}}\n')
    names = ('/frictioncone', '/left/frictioncone', '/a/b/frictioncone', '/filter')
    found = [bool(read_parameter_file(path, name)) for name in names]
    assert found == [here, left, deeper, renamed]
    assert [parsed_parameter_file(path, name).is_meant for name in names] == found


@pytest.mark.parametrize(
    'names',
    [('left', 'frictioncone'), ('/a', 'b', 'frictioncone'), ('a', 'b/frictioncone'), ('/**', 'x')],
)
def test_a_section_inside_namespaces_is_the_one_of_the_joined_name(tmp_path, names):
    nested, joined = tmp_path / 'nested.yaml', tmp_path / 'joined.yaml'
    given = '{ros__parameters: {margin: 1.0, max_forc: 2.0, max_force: -1.0}}'
    nested.write_text('{' + ': {'.join((*names, given[1:-1])) + '}' * (len(names) + 1))
    joined.write_text(f'{"/".join(names)}: {given}')
    for name in ('/frictioncone', '/left/frictioncone', '/a/b/frictioncone', '/b/x'):
        assert parsed_parameter_file(nested, name) == parsed_parameter_file(joined, name)
        found = [text.replace('nested', 'joined') for text in file_faults(nested, name)]
        assert tuple(found) == file_faults(joined, name)


def test_words_are_read_as_ros_reads_them(tmp_path):
    # test/ros/test_given_parameters.py asks ROS itself.
    path = tmp_path / 'some.yaml'
    text, expected = ros_words.file_of_words()
    path.write_text(text)
    found = read_parameter_file(path)
    assert found.keys() == expected.keys()
    assert [name for name in expected if not ros_words.same(found[name], expected[name])] == []


@pytest.mark.parametrize('text', ros_words.FILES)
def test_sections_are_joined_as_ros_joins_them(tmp_path, text):
    path = tmp_path / 'some.yaml'
    path.write_text(text)
    assert read_parameter_file(path, '/left/frictioncone') == ros_words.FILES[text]


@pytest.mark.parametrize('text', ros_words.REFUSED)
def test_what_ros_refuses_is_a_fault_with_its_line(tmp_path, text):
    path = tmp_path / 'some.yaml'
    path.write_text(text)
    faults = file_faults(path, '/left/frictioncone')
    assert faults and faults[0].startswith(f'{path}: line ')
    assert stopping_faults(path, '/left/frictioncone')


def test_a_parameter_given_twice_is_a_fault_and_two_sections_are_none(tmp_path):
    path = tmp_path / 'some.yaml'
    path.write_text(
        '/**:\n  ros__parameters:\n    max_force: 10.0\n    margin: 1.0\n    max_force: 20.0\n'
        'frictioncone:\n  ros__parameters: {margin: 2.0}\n'
    )
    [fault] = file_faults(path)
    assert 'max_force is ' in fault and 'lines 3 and 5' in fault and 'line 5' in fault


def test_what_a_node_must_not_begin_with(tmp_path):
    path = tmp_path / 'some.yaml'
    path.write_text(
        '/**:\n  ros__parameters: {of_another_node: 1.0, max_force: -1.0}\n'
        'frictioncone:\n  ros__parameters: {max_forc: 2.0}\n'
    )
    assert len(file_faults(path)) == 3
    stopping = stopping_faults(path, '/frictioncone')
    assert ['max_force is -1' in stopping[0], 'max_forc' in stopping[1]] == [True, True]
    assert len(stopping) == 2
    path.write_text('/**:\n  ros__parameters: {of_another_node: 1.0}\n')
    assert stopping_faults(path, '/frictioncone') == ()
    path.write_text('nothing')
    assert stopping_faults(path, '/frictioncone') == file_faults(path)


@pytest.mark.parametrize(
    'text, named',
    [
        ('margin: 1', 'ros__parameters'),
        ('[1, 2', 'YAML'),
        ('just words', 'sections'),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path, text, named):
    path = tmp_path / 'bad.yaml'
    path.write_text(text)
    with pytest.raises(InvalidInputError, match=named):
        read_parameter_file(path)


@pytest.mark.parametrize(
    'path',
    [CONFIG / 'frictioncone.yaml', *CONFIG.glob('examples/*.yaml')],
    ids=lambda path: path.name,
)
def test_shipped_files_are_valid(path):
    node_settings(read_parameter_file(path))


def test_the_default_file_states_every_default():
    given = read_parameter_file(CONFIG / 'frictioncone.yaml')
    assert set(given) == {parameter.name for parameter in PARAMETERS}
    assert node_settings(given) == node_settings({})


def test_all_faults_are_found_and_none_is_invented():
    values = {
        'object_mass': 1.0,
        'object_inertia': [1.0],
        'margin': -1.0,
        'no_such': 1,
        'static_transforms': ['a b'],
        'rank_tolerance': 0.5,
        'max_removed_fraction': 2.0,
    }
    # A mass without its inertia is a fault too, but not one of somebody who gave both.
    assert set(parameter_faults(values)) == {
        'object_inertia',
        'margin',
        'no_such',
        'static_transforms',
        'max_removed_fraction',
    }
    assert set(parameter_faults({'object_mass': 1.0})) == {'object_inertia'}
    assert parameter_faults({}) == {}


@pytest.mark.parametrize(
    'name, theirs',
    [
        ('use_sim_time', True),
        ('qos_overrides./tf.subscription.depth', True),
        ('start_type_description_service', True),
        ('margin', False),
        ('use_sim_times', False),
    ],
)
def test_parameters_of_every_node_are_known(name, theirs):
    assert is_of_ros(name) == theirs


@pytest.mark.parametrize(
    'name',
    [
        'command_timeout',
        'contacts_timeout',
        'transform_timeout',
        'future_tolerance',
        'stop_ramp_duration',
        'recovery_ramp_duration',
        'stop_publish_timeout',
        'time_budget',
    ],
)
def test_no_time_is_infinite(name):
    with pytest.raises(InvalidInputError, match=name.replace('_', '.')):
        node_settings({name: inf})
