# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is wrongly typed is refused by its name; what is right but unusual is taken."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
import inspect
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
import pytest

from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError, NumericalError
from frictioncone_ros.spatial.annotations import converter
from frictioncone_ros.spatial.arguments import checked, checked_fields, explained
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    not_given,
    stated_fields,
)
from frictioncone_ros.spatial.converters import (
    as_cosine,
    as_edge_count,
    as_size,
    Pair,
    Size,
    SpaceDimension,
)


class Colour(Enum):
    RED = 'r'


@checked
def everything(
    number: float = 1.0,
    count: int = 1,
    text: str = '',
    flag: bool = False,
    colour: Colour = Colour.RED,
    array: Array | None = None,
    pairs: Sequence[tuple[float, int]] = (),
    call: Callable[[], None] | None = None,
    space: SpaceDimension = 3,
    given: ArrayLike = (),
):
    """Return what comes in."""
    return number, count, text, flag, colour, array, pairs, call, space, given


NAMES = list(inspect.signature(everything).parameters)
WRONG = [
    ('number', '0.5'),
    ('number', np.nan),
    ('number', np.complex128(1j)),
    ('number', np.timedelta64(5)),
    ('number', bytearray(b'1')),
    ('count', 1.0),
    ('count', True),
    ('text', b'a'),
    ('flag', 1),
    ('colour', 'blue'),
    ('array', [1j]),
    ('array', ['1']),
    ('array', [np.inf]),
    ('array', np.ma.masked_array([1.0, 2.0], [0, 1])),
    ('pairs', 'ab'),
    ('pairs', [(1.0,)]),
    ('pairs', [(1.0, 2.5)]),
    ('call', 3),
    ('space', 7),
    ('space', np.zeros(6)),
]


@pytest.mark.parametrize(('name', 'value'), WRONG)
def test_an_argument_of_a_wrong_type_is_refused_by_its_name(name, value):
    for call in (
        lambda: everything(**{name: value}),
        lambda: everything(
            *[
                value if each == name else everything()[place]
                for place, each in enumerate(NAMES[: NAMES.index(name) + 1])
            ]
        ),
    ):
        with pytest.raises(InvalidInputError, match=f'^(number of items of |)?{name}'):
            call()


@pytest.mark.parametrize(
    ('name', 'value', 'kept'),
    [
        ('number', Decimal('0.5'), 0.5),
        ('number', np.float32(0.5), 0.5),
        ('number', 1, 1.0),
        ('count', np.int8(3), 3),
        ('flag', np.bool_(True), True),
        ('colour', 'r', Colour.RED),
        ('pairs', [[Fraction(1, 2), 3]], ((0.5, 3),)),
        ('space', np.int64(6), 6),
    ],
)
def test_what_is_right_but_unusual_is_converted(name, value, kept):
    assert everything(**{name: value})[NAMES.index(name)] == kept


def test_what_is_right_is_handed_on_itself():
    array = np.arange(3.0)
    array.setflags(write=False)
    assert everything(array=array)[5] is array
    turned = np.asfortranarray(np.eye(3))
    assert everything(array=turned)[5] is turned
    assert everything(given='anything')[-1] == 'anything'
    assert everything.__doc__ and list(inspect.signature(everything).parameters) == NAMES


def test_explained_looks_where_it_fails_or_answers_no_number():
    @explained
    def turned(point: Pair, angle: float = 0.0) -> tuple[float, float]:
        if angle == 7.0:
            raise NumericalError('own words')
        return point[0] + angle, point[1]

    assert turned((1.0, 2.0)) == (1.0, 2.0)
    assert turned([Decimal(1), 2], 0.5) == (1.5, 2.0)
    for wrong in ((1.0,), 'ab', None, (np.nan, 0.0), (1j, 0.0), {1.0, 2.0}):
        with pytest.raises(InvalidInputError, match='point'):
            turned(wrong)
    with pytest.raises(NumericalError, match='own words'):
        turned((1.0, 2.0), 7.0)

    @explained
    def broken(point: Pair) -> float:
        raise KeyError('a fault of ours')

    with pytest.raises(KeyError):  # not hidden behind right arguments
        broken((1.0, 2.0))


def test_fields_are_checked_where_a_value_is_made():
    @checked_fields
    @dataclass(frozen=True)
    class Limit:
        size: float
        colour: Colour = Colour.RED

    @checked_fields
    class Line(NamedTuple):
        offset: float

    globals().update(Limit=Limit, Line=Line)
    assert Limit(1, 'r') == Limit(1.0) and Limit(np.inf).size == np.inf
    assert Line(1).offset == 1.0 and Line(2.0)._replace(offset=3.0).offset == 3.0
    for wrong in (lambda: Limit('1'), lambda: Limit(1.0, 2), lambda: Line('1')):
        with pytest.raises(InvalidInputError, match=r'size|colour|offset'):
            wrong()


@pytest.mark.parametrize(
    'value',
    [['1', '2'], [b'1'], np.array(['1'], object), [np.complex64(1j)], [np.datetime64('2026')]],
)
def test_words_dates_and_complex_numbers_in_lists_are_no_numbers(value):
    with pytest.raises(InvalidInputError, match='an array of'):
        as_float_array(value, 'lengths')


@pytest.mark.parametrize('value', [np.array(1j), np.array('1'), memoryview(b'1'), np.str_('1')])
def test_what_float_would_read_is_no_number(value):
    with pytest.raises(InvalidInputError, match='expected a number'):
        as_finite_number(value, 'length')


def test_numbers_of_every_kind_become_floats():
    for kind in (np.float32, np.float16, np.int8, np.uint64, bool, '>f8', object):
        made = as_float_array(np.ones((2, 3), kind, order='F'), 'lengths')
        assert made.dtype == np.float64 and made.sum() == 6.0
    own = np.ones(3)
    assert as_float_array(own, 'lengths') is not own
    assert as_float_array([Decimal('0.5'), Fraction(1, 2), 1], 'lengths').tolist() == [0.5, 0.5, 1]


def test_polygons_and_cones_beyond_their_limits_are_refused():
    with pytest.raises(LimitExceededError, match='edges'):
        as_edge_count(10**400, 'edges')

    @checked
    def cone(size: Size) -> int:
        return size

    globals().update(Size=Size)
    with pytest.raises(LimitExceededError, match='size'):
        cone(10**12)


@dataclass(frozen=True)
class _Told:
    length: object
    zero: object = 0.0
    none: object = field(default_factory=not_given)
    one: object = 1.0
    name: str = ''


def test_what_is_as_by_default_is_not_stated_and_zeros_stand_for_none():
    nothing, some = np.zeros(3), np.array((0.0, 1.0, 0.0))
    assert stated_fields(_Told(2.0)) == '_Told(length=2.0)'
    assert stated_fields(_Told(2.0, nothing, nothing)) == '_Told(length=2.0)'
    assert stated_fields(_Told(nothing)) == '_Told(length=array([0., 0., 0.]))'
    assert stated_fields(_Told(2.0, some)) == '_Told(length=2.0, zero=array([0., 1., 0.]))'
    assert stated_fields(_Told(2.0, none=some)) == '_Told(length=2.0, none=array([0., 1., 0.]))'
    assert stated_fields(_Told(2.0, one=nothing)) == '_Told(length=2.0, one=array([0., 0., 0.]))'
    assert stated_fields(_Told(2.0, one=1.0, name='a')) == "_Told(length=2.0, name='a')"


def refusal(convert, value):
    with pytest.raises(InvalidInputError) as refused:
        convert(value, 'it')
    return str(refused.value)


def test_counts_and_cosines_at_their_limits():
    assert [as_size(count, 'it') for count in (0, 1, 3)] == [0, 1, 3]
    assert 'an integer >= 0' in refusal(as_size, -1)
    assert [as_cosine(value, 'it') for value in (-1, -0.5, 0.0, 1)] == [-1.0, -0.5, 0.0, 1.0]
    for value in (-1.0001, 1.0001):
        assert 'a number from -1 to 1' in refusal(as_cosine, value)


def test_arrays_are_of_the_kind_that_is_annotated():
    flags, places = converter(NDArray[np.bool_]), converter(NDArray[np.int64])
    given = np.array((True, False))
    assert flags(given, 'it') is given
    assert 'an array of bool' in refusal(flags, np.zeros(2))
    assert places(np.arange(3), 'it').tolist() == [0, 1, 2]
    assert 'an array of int64' in refusal(places, np.zeros(2))
    endless = np.array((1.0, np.inf))
    assert converter(Array, fields=True)(endless, 'it').tolist() == [1.0, np.inf]
    refusal(converter(Array), endless)
    assert converter(float, fields=True)(np.inf, 'it') == np.inf
    refusal(converter(float), np.inf)


def test_alternatives_are_said_as_they_are_annotated():
    assert converter(float | None)(None, 'it') is None
    # Of one alternative its own words say what is wrong, of several all of theirs.
    assert refusal(converter(int | None), 'x').endswith('expected a whole number')
    assert refusal(converter(str | Colour), 2.5).endswith('expected a text or a Colour')
    words = refusal(converter(str | Colour | None), 2.5)
    assert words.endswith('expected a text or a Colour or None')
    assert converter(str | Colour)(Colour.RED, 'it') is Colour.RED
    assert converter(Colour | str)('green', 'it') == 'green'
