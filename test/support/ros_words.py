# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What ROS's own parser makes of parameter files: words, and files of several sections."""

from math import inf, nan

WORDS = {
    '5': 5, '+5': 5, '-0x10': -16, '010': 8, '0777': 511, '08': 8.0, '-08': -8.0, '0o10': '0o10',
    '1_000': '1_000', '1:30': '1:30', '0b11': '0b11', '9223372036854775807': 2**63 - 1,
    '9223372036854775808': 2.0**63, '-9223372036854775808': -(2**63), '99999999999999999999': 1e20,
    '1e2': 100.0, '1E+3': 1000.0, '.5': 0.5, '+.5': 0.5, '5.': 5.0, '1.e5': 1e5, '0x1.8p3': 12.0,
    '1e400': '1e400', '1e-400': '1e-400', '0e-400': 0.0, '0x': '0x', '.': '.', '.e1': '.e1',
    'inf': inf, '-inf': -inf, 'INFINITY': inf, '.inf': inf, '-.INF': -inf, '.iNf': '.iNf',
    'nan': nan, 'NaN': nan, '.nan': nan, '-.nan': '-.nan', 'y': True, 'N': False, 'on': True,
    'Off': False, 'TRUE': True, 'tRUE': 'tRUE', 'yEs': 'yEs', '~': '~', 'null': 'null',
    '2001-01-01': '2001-01-01', '=': '=', '<<': '<<', '"1.0"': '1.0', "'true'": 'true', '""': '',
    '!!str 5': '5', '!!float 1': 1, '!!int "5"': '5',
    '[inf, 1.0]': [inf, 1.0], '[yes, n]': [True, False],
    '["1", b]': ['1', 'b'], '[1, 2]': [1, 2],
}  # fmt: skip
"""A value of a file, and what it is to ROS."""

_ONE = 'ros__parameters: {margin: 1.0}'
_OTHER = 'ros__parameters: {x: 1}'
FILES = {
    f'/**:\n  {_ONE}\n/**:\n  {_OTHER}\n': {'margin': 1.0, 'x': 1},
    f'left:\n  frictioncone:\n    {_ONE}\n  other:\n    {_OTHER}\n': {'margin': 1.0},
    f'/**:\n  frictioncone:\n    {_ONE}\n': {'margin': 1.0},
    f'left:\n  frictioncone:\n    {_ONE}\n  {_OTHER}\n': {'margin': 1.0},
    f'/left/frictioncone:\n  {_ONE}\nfrictioncone:\n  {_OTHER}\n': {'margin': 1.0},
    f'/left/frictioncone:\n  {_ONE}\n/**:\n  ros__parameters: {{margin: 2.0}}\n': {'margin': 2.0},
    f'/left/**:\n  {_ONE}\n': {'margin': 1.0},
    '/**:\n  ros__parameters: {a: {b: 1, c: {d: 2}}, a.e: 3}\n': {'a.b': 1, 'a.c.d': 2, 'a.e': 3},
    '/**:\n  ros__parameters: {<<: {margin: 2.0}}\n': {'<<.margin': 2.0},
}  # fmt: skip
"""A file, and what it gives to /left/frictioncone."""

REFUSED = (
    '/**:\n  ros__parameters: {margin: [1, 2.0]}\n',
    '/**:\n  ros__parameters: {margin: [1.0, a]}\n',
    '/**:\n  ros__parameters: {margin: ["1", 1]}\n',
    '/**:\n  ros__parameters:\n    margin:\n',
    '/**:\n  ros__parameters:\n',
    f'/**:\n  {_ONE}\n  {_ONE}\n',
    f'left:\n  {_ONE}\n  frictioncone:\n    {_ONE}\n',
    f'/**:\n  x: 1\n  {_ONE}\n',
    f'/.*:\n  {_ONE}\n',
    f'/l*t/frictioncone:\n  {_ONE}\n',
    f'frictioncone/:\n  {_ONE}\n',
)
"""Files that ROS refuses as a whole."""


def same(one, other):
    """Tell whether two values are of one type and the same, where nan is nan."""
    return (type(one), repr(one)) == (type(other), repr(other))


def file_of_words():
    """Return a file with every word, and what it gives: parameters p0, p1, ..."""
    lines = [f'    p{place}: {word}' for place, word in enumerate(WORDS)]
    text = '\n'.join(('/**:', '  ros__parameters:', *lines, ''))
    return text, {f'p{place}': value for place, value in enumerate(WORDS.values())}
