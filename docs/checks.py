# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What can be wrong with a page: a link that leads nowhere, a snippet that does not run."""

from __future__ import annotations

from collections.abc import Iterator
import os
from pathlib import Path
import re
import subprocess
import sys
import tempfile

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r'(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)')
FENCE = re.compile(r'^```(\w*)[^\n]*\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SHELLS = ('sh', 'bash', 'console')
HEADING = re.compile(r'^#+ +(.+?) *$', re.MULTILINE)


def pages() -> list[Path]:
    """Return every page: docs/*.md and the Markdown files at the top."""
    return sorted([*ROOT.glob('docs/**/*.md'), *ROOT.glob('*.md')])


def anchors(page: Path) -> set[str]:
    """Return the anchors a page offers, by the rule of GitHub."""
    headings = HEADING.findall(FENCE.sub('', page.read_text(encoding='utf-8')))
    return {re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-') for heading in headings}


def broken_links(page: Path) -> Iterator[str]:
    """Yield each link to a file or heading of this repository that is not there."""
    text = FENCE.sub('', page.read_text(encoding='utf-8'))
    for target in LINK.findall(text):
        if re.match(r'[a-z]+:', target):
            continue
        name, _, anchor = target.partition('#')
        path = (page.parent / name).resolve() if name else page
        if not path.exists():
            yield f'{page.relative_to(ROOT)}: {target} is not there'
        elif anchor and path.suffix == '.md' and anchor not in anchors(path):
            yield f'{page.relative_to(ROOT)}: {target} has no such heading'


def cli_commands(page: Path) -> list[str]:
    """Return the `frictioncone` commands in a page's shell blocks, without their comments."""
    blocks = FENCE.findall(page.read_text(encoding='utf-8'))
    lines = [
        line for language, block in blocks if language in SHELLS for line in block.split('\n')
    ]
    commands = [line.removeprefix('$ ').partition('  #')[0].strip() for line in lines]
    return [command for command in commands if command.startswith('frictioncone ')]


def broken_snippets(page: Path) -> Iterator[str]:
    """Run a page's Python blocks, one after another in one process; yield what went wrong."""
    code = '\n\n'.join(
        block
        for language, block in FENCE.findall(page.read_text(encoding='utf-8'))
        if language == 'python'
    )
    if not code:
        return
    path = os.pathsep.join([str(ROOT), os.environ.get('PYTHONPATH', '')])
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, '-c', code],
            cwd=folder,
            capture_output=True,
            text=True,
            env={**os.environ, 'PYTHONPATH': path, 'MPLBACKEND': 'Agg'},
            check=False,
        )
    if done.returncode:
        yield f'{page.relative_to(ROOT)}: a Python block fails:\n{done.stderr}'
