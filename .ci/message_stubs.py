# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Write typed stubs of our messages and services, so that mypy sees their fields without a build.

rosidl generates classes without types; names and fields follow from the files in msg/ and srv/.
Messages of other packages stay what mypy takes them for: Any.
"""

from pathlib import Path
import re
import shutil

CLONE = Path(__file__).resolve().parent.parent
STUBS = CLONE / 'build' / 'stubs'
PACKAGE = 'frictioncone_ros'

# array.array letter of each number that a sequence is kept in; a fixed one is a NumPy array.
LETTERS = {
    'int8': 'b',
    'uint8': 'B',
    'int16': 'h',
    'uint16': 'H',
    'int32': 'i',
    'uint32': 'I',
    'int64': 'q',
    'uint64': 'Q',
    'float32': 'f',
    'float64': 'd',
}
LINE = re.compile(
    r'(?P<type>[\w/]+)(?P<array>\[(?P<size>\d*)\])?\s+(?P<name>\w+)\s*(?P<constant>=)?'
)
HEAD = """\
from array import array
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
"""


def python_name(kind: str) -> str:
    """Python's name of one value, e.g. 'float' of float64 and 'Point' of geometry_msgs/Point."""
    if kind in LETTERS:
        return 'float' if kind.startswith('float') else 'int'
    return {'bool': 'bool', 'string': 'str'}.get(kind) or kind.rpartition('/')[2]


def read_and_write_types(kind: str, size: str | None) -> tuple[str, str]:
    """Return what a field gives and takes; `size`: None of a single value, empty of any."""
    element = python_name(kind)
    if size is None:
        return element, element
    if kind not in LETTERS:
        return f'list[{element}]', f'Sequence[{element}]'
    if size:
        return f'NDArray[np.{kind}]', f'Sequence[{element}] | NDArray[np.{kind}]'
    return f'array[{element}]', f'Sequence[{element}] | array[{element}]'


def import_of(kind: str) -> list[str]:
    """Return the line that imports a message's class from its package; none for a basic type."""
    if kind in LETTERS or kind in ('bool', 'string'):
        return []
    package = kind.rpartition('/')[0] or {'Header': 'std_msgs'}.get(kind, PACKAGE)
    return [f'from {package}.msg import {python_name(kind)}']


def field_lines(name: str, read: str, write: str) -> list[str]:
    """Return the property of one field."""
    return [
        '    @property',
        f'    def {name}(self) -> {read}: ...',
        f'    @{name}.setter',
        f'    def {name}(self, value: {write}) -> None: ...',
    ]


def class_of(name: str, text: str) -> tuple[list[str], list[str]]:
    """Return the imports and the lines of the class that rosidl makes of one block of fields."""
    imports, constants, fields, arguments = [], [], [], []
    for match in filter(None, map(LINE.match, text.splitlines())):
        kind, field = match['type'], match['name']
        if match['constant']:
            constants.append(f'    {field}: ClassVar[{python_name(kind)}]')
            continue
        read, write = read_and_write_types(kind, match['size'])
        imports += import_of(kind)
        fields += field_lines(field, read, write)
        arguments.append(f'{field}: {write} = ...')
    keywords = ', '.join(['self', '*', *arguments] if arguments else ['self'])
    init = f'    def __init__({keywords}) -> None: ...'
    return imports, [f'class {name}:', *constants, init, *fields]


def service_of(name: str, text: str) -> tuple[list[str], list[str]]:
    """Return the imports and the lines of a service with its Request and Response."""
    imports, lines = [], [f'class {name}:']
    for part, block in zip(('Request', 'Response'), text.split('\n---\n'), strict=True):
        further, body = class_of(part, block)
        imports += further
        lines += [f'    {line}' for line in body]
    return imports, lines


def stub_of(folder: str) -> str:
    """Return the stub of every file in msg/ or srv/, as one module."""
    make = {'msg': class_of, 'srv': service_of}[folder]
    imports, classes = set(), []
    for path in sorted((CLONE / folder).glob(f'*.{folder}')):
        further, lines = make(path.stem, path.read_text())
        imports.update(further)
        classes += ['', *lines]
    own = f'from {PACKAGE}.msg import ' if folder == 'msg' else 'nothing'
    kept = sorted(line for line in imports if not line.startswith(own))
    return '\n'.join([HEAD, *kept, *classes, ''])


def main() -> None:
    """Write both stubs anew."""
    shutil.rmtree(STUBS, ignore_errors=True)
    for folder in ('msg', 'srv'):
        module = STUBS / PACKAGE / folder / '__init__.pyi'
        module.parent.mkdir(parents=True)
        module.write_text(stub_of(folder))


if __name__ == '__main__':
    main()
