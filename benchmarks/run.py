# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Measure every family of questions beside its peers: a table, JSON, and with --report the report.

Each family is a file in families/ with `cases()`, and runs in a process of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
import json
import os
from pathlib import Path
import signal
import subprocess
import sys
import tempfile

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
HERE = Path(__file__).resolve().parent
for name in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'MKL_NUM_THREADS'):
    os.environ.setdefault(name, '1')

from measuring import Figure, measured  # noqa: E402  (threads are set before NumPy loads)
from reporting import document, print_rows, with_others, write_report  # noqa: E402


def families() -> list[str]:
    """Return the names of all families."""
    return sorted(p.stem for p in (HERE / 'families').glob('*.py') if not p.stem.startswith('_'))


def figures_of(family: str) -> Iterator[Figure]:
    """Measure a family in this process, row by row."""
    for case in import_module(f'families.{family}').cases():
        yield case if isinstance(case, Figure) else measured(case, family)


def measured_apart(family: str) -> tuple[list[Figure], bool]:
    """Measure a family in a process of its own, and whether it ended well; Ctrl-C ends it."""
    with tempfile.NamedTemporaryFile('r', suffix='.json') as file:
        words = [sys.executable, str(HERE / 'run.py'), '--only', family, file.name]
        # Ctrl-C while it is being started would leave it behind, with the terminal in its hands.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        with subprocess.Popen(words, start_new_session=True) as process:
            try:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
                code = process.wait()
            except KeyboardInterrupt:
                os.killpg(process.pid, signal.SIGTERM)
                raise
        text = file.read()
    rows = json.loads(text) if text else []
    figures = [Figure(**{**row, 'interval': tuple(row['interval'])}) for row in rows]
    return figures, code == 0


def main() -> int:
    """Run them one after another; 1 where a target is missed without a named cause."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('families', nargs='*', help=f'of: {", ".join(families())}')
    parser.add_argument('--json', metavar='FILE', help='write the figures')
    parser.add_argument('--report', action='store_true', help='write REPORT.md and REPORT.json')
    parser.add_argument('--only', nargs=2, metavar=('FAMILY', 'FILE'), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        return _only(*options.only)
    chosen = options.families or families()
    unknown = sorted(set(chosen) - set(families()))
    if unknown:
        parser.error(f'no family called {", ".join(unknown)}; there are: {", ".join(families())}')
    figures: list[Figure] = []
    failed: list[str] = []
    family = chosen[0]
    try:
        for family in chosen:
            print(f'== {family}', flush=True)
            rows, ended_well = measured_apart(family)
            failed += [] if ended_well else [family]
            figures += rows
    except KeyboardInterrupt:
        print(f'== interrupted in {family}; {_said(figures, failed)}')
        return INTERRUPTED
    _write(options, figures, failed)
    print(f'== {_said(figures, failed)}')
    unnamed = any(figure.missed and not figure.cause for figure in figures)
    return 1 if failed or unnamed else 0


def _only(family: str, file: str) -> int:
    figures: list[Figure] = []
    try:
        figures.extend(figures_of(family))
    finally:
        print_rows(figures)
        text = json.dumps([asdict(figure) for figure in figures])
        Path(file).write_text(text, encoding='utf-8')
    return 0


def _said(figures: list[Figure], failed: list[str]) -> str:
    missed = [f'{figure.family}: {figure.name}' for figure in figures if figure.missed]
    words = f'{len(figures)} rows, targets missed: {"; ".join(missed) or "none"}'
    return words + (f'; ended in an error: {", ".join(failed)}' if failed else '')


def _write(options: argparse.Namespace, figures: list[Figure], failed: list[str]) -> None:
    notes = [f'family {family}: ended in an error' for family in failed]
    said = document(figures, notes)
    if options.json:
        Path(options.json).write_text(json.dumps(said, indent=1) + '\n', encoding='utf-8')
    if options.report:
        write_report(*with_others(said, figures, options.families))


if __name__ == '__main__':
    sys.exit(main())
