# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parts of the pages that are written from the code, so that they cannot disagree with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
import re

from frictioncone_ros.ros.parameters import PARAMETERS

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r'(<!-- generated: ([\w-]+) -->\n).*?(<!-- end of generated -->)', re.DOTALL)


def parameter_table() -> str:
    """Return the node's parameters as a table."""
    rows = ['| parameter | default | unit | allowed | changes while running | meaning |',
            '|---|---|---|---|---|---|']
    for parameter in PARAMETERS:
        allowed = '' if parameter.bounds is None else '{:g} to {:g}'.format(*parameter.bounds)
        changes = 'no' if parameter.read_only else 'yes'
        rows.append(f'| `{parameter.name}` | `{str(parameter.default).lower()}` | '
                    f'{parameter.unit} | {allowed} | {changes} | {parameter.description} |')
    return '\n'.join(rows)


def interface_list() -> str:
    """Return the messages and services with the first sentence of each definition."""
    rows = ['| interface | what it is |', '|---|---|']
    for path in sorted([*ROOT.glob('msg/*.msg'), *ROOT.glob('srv/*.srv')]):
        comment = []
        for line in path.read_text(encoding='utf-8').splitlines():
            if not line.startswith('#'):
                break
            comment.append(line.lstrip('# '))
        sentence = re.split(r'(?<=[.:])\s', ' '.join(comment))[0].rstrip(':.')
        folder = path.parent.name
        rows.append(f'| [`{path.name}`](../{folder}/{path.name}) | {sentence}. |')
    return '\n'.join(rows)


GENERATORS: dict[str, Callable[[], str]] = {
    'parameters': parameter_table,
    'interfaces': interface_list,
}


def regenerated(text: str) -> str:
    """Return a page with every generated block written anew; an unknown name is an error."""
    return BLOCK.sub(lambda block: f'{block[1]}{GENERATORS[block[2]]()}\n{block[3]}', text)
