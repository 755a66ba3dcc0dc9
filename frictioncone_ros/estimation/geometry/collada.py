# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
COLLADA files whose counts and indices agree: Assimp, which Coal reads them with, believes them.

Of an index that is no whole number it takes memory without end, and of counts beyond what is
written it reads past it; both end the process. So they are looked at before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
import re
from xml.etree import ElementTree as Xml

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked

HEAD = 4096
"""So many bytes say whether a file is COLLADA, whatever its name ends with."""
DEEPEST = 200
"""Levels of elements; Assimp takes stack for each [-]."""
MOST_INSTANCES = 100_000
"""Nodes of a scene, each counted as often as it stands there [-]."""
MOST_OFFSETS = 64
"""Indices a corner has at most [-]."""
WHOLE = re.compile('0*[0-9]{1,9}')
"""A number that is whole, not below zero, and far below what 32 bits hold."""
NUMBER = 'a whole number below 1e9'
SPACES = re.compile('[ \t\r\n]+')
"""XML's own: what else Python takes for space is none to Assimp."""
CORNERS = {'lines': 2, 'triangles': 3}
"""Corners of one primitive, where its name says."""
PRIMITIVES = (*CORNERS, 'polylist', 'polygons', 'linestrips', 'tristrips', 'trifans')
MOVING = ('skin', 'morph', 'channel')
"""What bends or moves a mesh; where it is then nobody says."""


@checked
def is_collada(file: str) -> bool:
    """Tell whether a file is COLLADA, by its name or by how it begins: Assimp goes by both."""
    if Path(file).suffix.lower() == '.dae':
        return True
    try:
        with Path(file).open('rb') as stream:
            # In UTF-16 every other byte is zero.
            return b'<collada' in stream.read(HEAD).replace(b'\0', b'').lower()
    except OSError:
        return False


@checked
def require_sound_mesh(file: str, where: str) -> None:
    """Refuse a COLLADA file whose counts and indices do not agree; other files may be anything."""
    if Path(file).suffix.lower() == '.zae':
        raise InvalidInputError('mesh', file, 'COLLADA that is not packed (.dae)', where)
    if not is_collada(file):
        return
    try:
        text = Path(file).read_bytes()
        root = Xml.fromstring(text)
    except (OSError, ValueError, LookupError, Xml.ParseError) as error:
        raise InvalidInputError('mesh', file, f'a readable mesh ({error})', where) from None
    if b'<!DOCTYPE' in text.replace(b'\0', b''):
        # Entities: Assimp takes them as they are written, and not for what they stand.
        raise InvalidInputError('mesh', file, 'XML without a document type', where)
    _Collada(root, f'{where}: {file}').require_sound()


class _Collada:
    """One file's elements by their names."""

    def __init__(self, root: Xml.Element, where: str) -> None:
        self._where = where
        self._all: dict[str, list[Xml.Element]] = {}
        self._by_id: dict[str, list[Xml.Element]] = {}
        above = [(root, 1)]
        while above:
            element, depth = above.pop()
            if depth > DEEPEST:
                raise self._wrong('levels of elements', depth, f'{DEEPEST} at most')
            self._note(element)
            above += [(child, depth + 1) for child in element]

    def _note(self, element: Xml.Element) -> None:
        # Assimp leaves a prefix of a namespace where it is and knows no such element.
        element.tag = str(element.tag).rpartition('}')[2]
        self._all.setdefault(element.tag, []).append(element)
        if (name := element.get('id')) is not None:
            self._by_id.setdefault(name, []).append(element)

    def require_sound(self) -> None:
        """Raise InvalidInputError where it is not."""
        for tag in MOVING:
            if tag in self._all:
                raise self._wrong('element', f'<{tag}>', 'a mesh that is rigid and stands still')
        for tag in ('float_array', 'Name_array', 'IDREF_array', 'int_array', 'bool_array'):
            for array in self._all.get(tag, ()):
                self._require_equal(array, 'count', len(_words(array)), 'values')
        for accessor in self._all.get('accessor', ()):
            self._require_inside(accessor)
        for tag in PRIMITIVES:
            for primitive in self._all.get(tag, ()):
                self._require_sound_primitive(primitive)
        self._require_few_instances()
        self._require_no_ring()

    def _require_inside(self, accessor: Xml.Element) -> None:
        """Refuse an accessor that reaches beyond its array."""
        array = self._named(accessor)
        count, offset = self._whole(accessor, 'count'), self._whole(accessor, 'offset', '0')
        stride = self._whole(accessor, 'stride', '1')
        if len(accessor.findall('param')) > stride:
            raise self._wrong('stride of <accessor>', stride, 'as many as it has parameters')
        reach, written = offset + count * stride, len(_words(array))
        if reach > written:
            raise self._wrong('values of <accessor>', reach, f'{written} at most')

    def _require_sound_primitive(self, primitive: Xml.Element) -> None:
        """Refuse indices that are none, and counts that are not those of what is written."""
        tag, sizes = primitive.tag, self._sizes(primitive)
        rows = [self._indices(one) for one in primitive.iter('p')]
        width = max(sizes, default=0) + 1
        for row in rows:
            if len(row) % width:
                raise self._wrong(f'indices of <{tag}>', len(row), f'a multiple of {width}')
            for place, size in sizes.items():
                largest = max(row[place::width], default=-1)
                if largest >= size:
                    raise self._wrong(f'index in <{tag}>', largest, f'below {size}')
        self._require_counts(primitive, [len(row) // width for row in rows])

    def _require_counts(self, primitive: Xml.Element, corners: Sequence[int]) -> None:
        """Refuse a count of primitives that is another than that of the corners of each <p>."""
        tag = primitive.tag
        if tag in CORNERS:
            self._require_equal(primitive, 'count', sum(corners) / CORNERS[tag], 'primitives')
        elif tag != 'polylist':
            self._require_equal(primitive, 'count', len(corners), '<p>')
        else:
            counts = [count for one in primitive.iter('vcount') for count in self._indices(one)]
            self._require_equal(primitive, 'count', len(counts), 'numbers in <vcount>')
            if sum(counts) != sum(corners):
                raise self._wrong('sum of <vcount>', sum(counts), f'{sum(corners)}, as in <p>')

    def _sizes(self, primitive: Xml.Element) -> dict[int, int]:
        """Return how many values an index at each offset can mean."""
        sizes: dict[int, int] = {}
        for given in primitive.iter('input'):
            offset = self._whole(given, 'offset', '0')
            if offset >= MOST_OFFSETS:
                raise self._wrong('offset of <input>', offset, f'below {MOST_OFFSETS}')
            sources = [self._named(given)]
            if sources[0].tag == 'vertices':
                sources = [self._named(one) for one in sources[0].iter('input')]
            accessors = [one for source in sources for one in source.iter('accessor')]
            least = min((self._whole(one, 'count') for one in accessors), default=0)
            sizes[offset] = min(sizes.get(offset, least), least)
        return sizes

    def _indices(self, element: Xml.Element) -> list[int]:
        words = _words(element)
        for word in words:
            if not WHOLE.fullmatch(word):
                raise self._wrong(f'index in <{element.tag}>', word, NUMBER)
        return [int(word) for word in words]

    def _require_few_instances(self) -> None:
        """Refuse nodes that stand in themselves, or so often that memory ends."""
        counts: dict[int, int] = {}
        inside: set[int] = set()

        def count(node: Xml.Element) -> int:
            key = id(node)
            if key in inside or len(inside) > DEEPEST:
                raise self._wrong('<node>', node.get('id'), 'a node that is not in itself')
            if key not in counts:
                inside.add(key)
                parts = [one for one in node if one.tag == 'node']
                parts += [self._named(one, 'url') for one in node if one.tag == 'instance_node']
                counts[key] = 1 + sum(count(part) for part in parts)
                inside.remove(key)
            return counts[key]

        for node in self._all.get('node', ()):
            if count(node) > MOST_INSTANCES:
                raise self._wrong('instances of nodes', counts[id(node)], f'{MOST_INSTANCES:g}')

    def _require_no_ring(self) -> None:
        """Refuse parameters of effects that lead to each other: they are followed without end."""
        for effect in self._all.get('effect', ()):
            leads = {
                str(one.get('sid')): ''.join(_texts(one, ('init_from', 'source'))).strip()
                for one in effect.iter('newparam')
            }
            for name in leads:
                if _is_in_ring(name, leads):
                    raise self._wrong('<newparam>', name, 'one that does not lead to itself')

    def _named(self, element: Xml.Element, key: str = 'source') -> Xml.Element:
        """Return the element that a reference within the file means."""
        name = element.get(key, '')
        found = self._by_id.get(name.removeprefix('#'), []) if name.startswith('#') else []
        if len(found) != 1:
            raise self._wrong(f'{key} of <{element.tag}>', name, 'the id of one element')
        return found[0]

    def _whole(self, element: Xml.Element, key: str, default: str = '') -> int:
        word = element.get(key, default)
        if not WHOLE.fullmatch(word):
            raise self._wrong(f'{key} of <{element.tag}>', word, NUMBER)
        return int(word)

    def _require_equal(self, element: Xml.Element, key: str, written: float, what: str) -> None:
        count = self._whole(element, key)
        if count != written:
            expected = f'{written:g}, as many {what} as are written'
            raise self._wrong(f'{key} of <{element.tag}>', count, expected)

    def _wrong(self, what: str, given: object, expected: str) -> InvalidInputError:
        return InvalidInputError(what, given, expected, self._where)


def _is_in_ring(name: str, leads: Mapping[str, str]) -> bool:
    passed = set[str]()
    while name in leads:
        if name in passed:
            return True
        passed.add(name)
        name = leads[name]
    return False


def _texts(element: Xml.Element, tags: Sequence[str]) -> Iterable[str]:
    return (one.text or '' for tag in tags for one in element.iter(tag))


def _words(element: Xml.Element) -> list[str]:
    return [word for word in SPACES.split(element.text or '') if word]
