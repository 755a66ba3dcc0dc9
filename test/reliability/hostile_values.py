# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Objects that no argument expects, and numbers at the ends of their range."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np


class Odd:
    """An object whose every conversion fails, each in its own way."""

    def __float__(self):
        raise OverflowError('no float')

    def __len__(self):
        raise TypeError('no length')

    def __array__(self, *arguments, **options):
        raise RuntimeError('no array')

    def __str__(self):
        return 'odd'

    __repr__ = __str__


def hostile_values():
    """Return objects by name; new ones each time, for some can be used up or changed."""
    ragged = [[1.0], [1.0, 2.0]]
    deep = [1.0]
    for _ in range(100):
        deep = [deep]
    return {
        'nothing': None,
        'true': True,
        'zero': 0,
        'minus one': -1,
        'a number': 3.5,
        'a large integer': 10**400,
        'not a number': nan,
        'infinity': inf,
        'a denormal': 5e-324,
        'a huge number': 1.7e308,
        'a complex number': 1j,
        'a decimal': Decimal('0.1'),
        'a fraction': Fraction(1, 3),
        'an empty text': '',
        'a text': 'ff',
        'a long text': 'f' * 10_000,
        'a number in words': '1.0',
        'bytes': b'ff',
        'an empty list': [],
        'a list of texts': ['a', 'b', 'c'],
        'a list of nothing': [None] * 6,
        'a ragged list': ragged,
        'a deep list': deep,
        'a set': {1.0, 2.0, 3.0},
        'a dictionary': {'x': 1.0},
        'a generator': (one for one in (1.0, 2.0, 3.0)),
        'a range': range(6),
        'a function': len,
        'a class': int,
        'an odd object': Odd(),
        'three numbers': (0.0, 0.0, 1.0),
        'six zeros': np.zeros(6),
        'six numbers not finite': (nan, inf, -inf, 0.0, 0.0, 0.0),
        'six huge numbers': [1.7e308] * 6,
        'six denormal numbers': [5e-324] * 6,
        'six complex numbers': np.ones(6) * 1j,
        'objects': np.array([object()] * 6, dtype=object),
        'texts': np.array(['a'] * 6),
        'dates': np.array(['2026-01-01'] * 6, dtype='datetime64[D]'),
        'a matrix': np.eye(6),
        'a singular matrix': np.zeros((6, 6)),
        'a matrix not finite': np.full((6, 6), nan),
        'many axes': np.zeros((1,) * 20),
        'no rows': np.zeros((0, 3)),
        'no columns': np.zeros((3, 0)),
    }
