# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
`make docs`: write generated parts and figures anew, check links and snippets, render the pages.

With --check nothing is written: a generated part that is out of date is an error.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path
import subprocess
import sys

from checks import broken_links, broken_snippets, pages
from generated import PARAMETER_FILE, parameter_file, regenerated

HERE = Path(__file__).resolve().parent
FIGURES = HERE / 'figures'
RENDERED = HERE / '_build' / 'html'


def main() -> int:
    """Build and check; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--check', action='store_true', help='write nothing')
    check = parser.parse_args().check
    problems = [
        problem
        for page in pages()
        for problem in renew(page, regenerated(page.read_text(encoding='utf-8')), check)
    ]
    problems += renew(PARAMETER_FILE, parameter_file(), check)
    if not check:
        problems += make_figures()
    for page in pages():
        problems += [*broken_links(page), *broken_snippets(page)]
    if not check:
        problems += render()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f'{len(pages())} pages, {len(problems)} problems')
    return 1 if problems else 0


def renew(page: Path, after: str, check: bool) -> list[str]:
    """Write a file anew where it is out of date, or say so."""
    if after == page.read_text(encoding='utf-8'):
        return []
    if check:
        return [f'{page}: a generated part is out of date: run `make docs`']
    page.write_text(after, encoding='utf-8')
    print(f'rewrote {page.name}')
    return []


def make_figures() -> list[str]:
    """Run each docs/figures/*.py with the folder to write to; return what went wrong."""
    problems = []
    for script in sorted(FIGURES.glob('*.py')):
        print(f'figures of {script.name}', flush=True)
        command = [sys.executable, script, '--output-directory', FIGURES]
        if subprocess.run(command, check=False).returncode:
            problems.append(f'{script.name} failed')
    return problems


def render() -> list[str]:
    """Render the pages with Sphinx, warnings being errors; return what went wrong."""
    if not all(find_spec(name) for name in ('sphinx', 'furo', 'myst_parser')):
        print('not rendered: pip install ".[docs]"')
        return []
    command = [sys.executable, '-m', 'sphinx', '-q', '-W', '--keep-going', HERE, RENDERED]
    if subprocess.run(command, check=False).returncode:
        return ['Sphinx has warnings']
    print(f'pages in {RENDERED / "index.html"}')
    return []


if __name__ == '__main__':
    sys.exit(main())
