# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Values of a file are read in their kind, and refused with file and line."""

import numpy as np
import pytest

from frictioncone_ros.estimation.placed_yaml import read_yaml
from frictioncone_ros.exceptions import InvalidInputError

TEXT = """
number: 2.5
flag: true
word: table
point: [1, 2, 3]
rows: [[0, 0, 1], [0, 1, 0]]
slant: [0, 3, 4]
inner: {one: 1}
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / 'some.yaml'
        path.write_text(text, encoding='utf-8')
        return read_yaml(path)

    return write


def test_values_are_read_in_their_kind(written):
    fields = written(TEXT).entries()
    assert fields['number'].number() == fields['number'].positive() == 2.5
    assert fields['flag'].flag() is True
    assert fields['word'].word() == fields['word'].word(('table', 'wall')) == 'table'
    assert fields['point'].vector().tolist() == [1, 2, 3]
    assert fields['rows'].matrix().shape == (2, 3)
    assert np.allclose(fields['slant'].unit_vector(), (0, 0.6, 0.8))
    assert fields['inner'].fields(('one', 'two'), ('one',))['one'].number() == 1


@pytest.mark.parametrize(
    'name, read, line',
    [
        ('word', lambda value: value.number(), 4),
        ('flag', lambda value: value.number(), 3),
        ('number', lambda value: value.flag(), 2),
        ('number', lambda value: value.vector(), 2),
        ('number', lambda value: value.entries(), 2),
        ('number', lambda value: value.items(), 2),
        ('point', lambda value: value.vector(2), 5),
        ('point', lambda value: value.word(), 5),
        ('point', lambda value: value.matrix(), 5),
        ('word', lambda value: value.word(('wall',)), 4),
        ('inner', lambda value: value.fields(('two',)), 8),
        ('inner', lambda value: value.fields(('one', 'two'), ('two',)), 8),
    ],
)
def test_what_does_not_fit_is_refused_with_its_line(written, name, read, line):
    value = written(TEXT).entries()[name]
    with pytest.raises(InvalidInputError, match=rf'some\.yaml: line {line}: '):
        read(value)


@pytest.mark.parametrize('text', ['-1', '.nan', '.inf', 'true', '~', '"much"', '1e999'])
def test_numbers_below_zero_or_none_at_all_are_refused(written, text):
    with pytest.raises(InvalidInputError, match='line 1'):
        written(f'mu: {text}').entries()['mu'].non_negative()


@pytest.mark.parametrize('text', ['0', '-2'])
def test_zero_is_not_positive(written, text):
    with pytest.raises(InvalidInputError, match='a number > 0'):
        written(f'size: {text}').entries()['size'].positive()


def test_names_given_twice_are_refused(written):
    with pytest.raises(InvalidInputError, match='line 2: one is'):
        written('one: 1\none: 2').entries()


@pytest.mark.parametrize('text', ['', 'a: [1', '\x00', 'a: !!python/object:os.system x'])
def test_what_is_no_yaml_is_refused(written, text):
    with pytest.raises(InvalidInputError, match=r'some\.yaml'):
        written(text).entries()['a'].number()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InvalidInputError, match=r'nothing\.yaml'):
        read_yaml(tmp_path / 'nothing.yaml')


@pytest.mark.parametrize(
    ('text', 'number'), [('1e-3', 1e-3), ('4E2', 400.0), ('010', 10.0), ('+.5', 0.5)]
)
def test_a_number_is_what_is_written(written, text, number):
    found = written(f'one: {text}\nlist: [{text}, 0]\nrows: [[{text}, 0]]').fields(
        ('one', 'list', 'rows')
    )
    assert found['one'].number() == number
    assert found['list'].vector(2).tolist() == [number, 0.0]
    assert found['rows'].matrix(2).tolist() == [[number, 0.0]]


@pytest.mark.parametrize('text', ['true', 'null', '1:30', '0x10', '.nan', '-.inf', '2020-01-01'])
def test_what_yaml_takes_for_a_number_is_none(written, text):
    found = written(f'one: {text}\nlist: [0,\n {text}]').fields(('one', 'list'))
    with pytest.raises(InvalidInputError, match='line 1'):
        found['one'].number()
    with pytest.raises(InvalidInputError, match=r'expected (a|finite) number'):
        found['list'].vector(2)
