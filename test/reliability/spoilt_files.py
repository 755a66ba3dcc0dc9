# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Files spoilt in every way a disk, an editor or somebody else may spoil them."""

import numpy as np

LAUGHS = '\n'.join(
    ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    + [f'a{n}: &a{n} [{", ".join([f"*a{n - 1}"] * 10)}]' for n in range(1, 12)]
)
"""A kilobyte that stands for a million million entries."""

SPECIAL = {
    'empty': b'',
    'zeros': bytes(1000),
    'not text': b'\xff\xfe\x00\x01',
    'a tab': b'\t- x',
    'a byte order mark alone': b'\xef\xbb\xbf',
    'a number': b'3.5\n',
    'a list': b'- 1\n- 2\n',
    'two documents': b'a: 1\n---\nb: 2\n',
    'code': b'!!python/object/apply:os.system ["touch /tmp/spoilt"]\n',
    'an unknown tag': b'a: !unknown 1\n',
    'a loop': b'&a [*a]\n',
    'a loop of mappings': b'a: &a {b: *a}\n',
    'laughs': LAUGHS.encode(),
    'deep': b'[' * 5000 + b']' * 5000,
    'deep mappings': b'{a: ' * 2000 + b'1' + b'}' * 2000,
    'a list as a key': b'? [1, 2]\n: 3\n',
    'a date': b'2026-01-01: 2026-01-01\n',
    'merging': b'<<: 3\na: 1\n',
    'a long line': b'a: ' + b'9' * 100_000 + b'\n',
    'entities': b'<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><robot name="&d;"/>',
    'another file': b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><robot name="&b;"/>',
    'deep elements': b'<a>' * 5000 + b'</a>' * 5000,
}
"""Whole files by name."""

WORDS = (b'.nan', b'-.inf', b'1e400', b'-1', b'[]', b'{}', b'null', b'true', b"''", b'*x', b'0x')
"""What stands in a place of a number or a word."""


def spoilt(whole, seed, count):
    """Yield a name and the bytes of variants: special ones, cut, flipped, words replaced."""
    yield from SPECIAL.items()
    generator = np.random.default_rng(seed)
    for index in range(count):
        kind = index % 4
        place = int(generator.integers(len(whole)))
        if kind == 0:
            yield f'cut at {place}', whole[:place]
        elif kind == 1:
            flipped = bytearray(whole)
            flipped[place] ^= 1 << int(generator.integers(8))
            yield f'a bit at {place}', bytes(flipped)
        elif kind == 2:
            lines = whole.splitlines(keepends=True)
            del lines[int(generator.integers(len(lines)))]
            yield f'without a line ({index})', b''.join(lines)
        else:
            yield f'a word ({index})', _with_word(whole, generator)


def _with_word(whole, generator):
    words = whole.split(b' ')
    words[int(generator.integers(len(words)))] = WORDS[int(generator.integers(len(WORDS)))]
    return b' '.join(words)
