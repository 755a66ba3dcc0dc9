# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The figures as a table to read, as JSON, and as the report that is kept beside the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timezone
import json
from pathlib import Path
import platform
import subprocess
import sys

from measuring import Figure
from peers import peers_found

HERE = Path(__file__).resolve().parent
REPORT, FIGURES = HERE / 'REPORT.md', HERE / 'REPORT.json'
HEAD = ('what', 'ours', 'p99', 'beside', 'takes', 'p99', 'ratio', 'wrong', 'target', '')


def engineering(value: float, unit: str = 's') -> str:
    """Write a figure with a fitting prefix, three digits; other units than seconds as they are."""
    if unit != 's':
        return f'{value:.3g} {unit}'
    for prefix, scale in (('s', 1.0), ('ms', 1e3), ('us', 1e6)):
        if value * scale >= 1.0:
            return f'{value * scale:.3g} {prefix}'
    return f'{value * 1e9:.3g} ns'


def cells(figure: Figure) -> tuple[str, ...]:
    """Return the words of one row."""
    low, high = figure.interval
    verdict = '' if figure.target is None else 'met'
    if figure.missed:
        verdict = 'missed'
    return (
        figure.name,
        engineering(figure.ours, figure.unit),
        engineering(figure.ours_99, figure.unit),
        figure.peer_name,
        engineering(figure.peer, figure.unit),
        engineering(figure.peer_99, figure.unit),
        f'{figure.ratio:.3g} [{low:.3g}, {high:.3g}]',
        _wrong(figure),
        '' if figure.target is None else f'<= {figure.target:.3g}',
        verdict,
    )


def _wrong(figure: Figure) -> str:
    if not figure.wrong:
        return ''
    peer = figure.wrong.get('peer')
    beside = '' if peer is None else f' / {peer}'
    return f'{figure.wrong["ours"]}{beside} of {figure.wrong["of"]}'


def document(figures: Sequence[Figure], notes: Sequence[str]) -> dict[str, object]:
    """Return everything the report says, as JSON keeps it."""
    found, missing = peers_found()
    return {
        'date': datetime.now(timezone.utc).strftime('%Y-%m-%d %H:%M UTC'),
        'commit': _commit(),
        'machine': _machine(),
        'python': platform.python_version(),
        'versions': found,
        'not_installed': missing,
        'notes': list(notes),
        'rows': [asdict(figure) for figure in figures],
    }


def other_system(path: Path = FIGURES) -> str:
    """Return what a document was measured with that is other here; empty where all is the same."""
    said = json.loads(path.read_text(encoding='utf-8'))
    found, _ = peers_found()
    pairs = {
        'machine': (said['machine'], _machine()),
        'python': (said['python'], platform.python_version()),
        **{name: (said['versions'].get(name), found.get(name)) for name in ('numpy', 'scipy')},
    }
    return '; '.join(
        f'{name} {then}, here {now}' for name, (then, now) in pairs.items() if then != now
    )


def read_figures(path: Path = FIGURES) -> dict[tuple[str, str], Figure]:
    """Return the rows of a written document by family and name."""
    rows = json.loads(path.read_text(encoding='utf-8'))['rows']
    figures = [Figure(**{**row, 'interval': tuple(row['interval'])}) for row in rows]
    return {(figure.family, figure.name): figure for figure in figures}


def with_others(
    said: dict[str, object], figures: Sequence[Figure], families: Sequence[str]
) -> tuple[dict[str, object], Sequence[Figure]]:
    """
    Return a document of some families with the rows that the committed one has of all others.

    A note says which were measured anew. families: none where all were measured.
    """
    if not families or not FIGURES.exists():
        return said, figures
    before = json.loads(FIGURES.read_text(encoding='utf-8'))
    left = [figure for figure in read_figures().values() if figure.family not in families]
    joined = sorted((*left, *figures), key=lambda figure: figure.family)
    faults = [
        note
        for note in before['notes']
        if not any(note.startswith(f'family {name}:') for name in families)
    ]
    note = f'measured anew: {", ".join(families)}; the others {before["date"]}, {before["commit"]}'
    notes = [*faults, *said['notes'], note]  # type: ignore[misc]
    rows = [asdict(figure) for figure in joined]
    return {**said, 'notes': notes, 'rows': rows}, joined


def write_report(said: dict[str, object], figures: Sequence[Figure]) -> None:
    """Write both committed files."""
    FIGURES.write_text(json.dumps(said, indent=1) + '\n', encoding='utf-8')
    REPORT.write_text('\n'.join(markdown(said, figures)) + '\n', encoding='utf-8')


def markdown(said: dict[str, object], figures: Sequence[Figure]) -> list[str]:
    """Return the lines of the report."""
    lines = [
        '# Speed, as ratios within one run',
        '',
        'Written by `make bench ARGS=--report`; not to be edited. The columns: our median and',
        '99th percentile for one question, those of what stands beside it, the ratio of the',
        'medians with its 95 % interval, wrong answers (ours / theirs) against the exact ones,',
        'the target.',
        'Processor time of one process in which both sides take turns, one thread for linear',
        'algebra; round trips and starts say what they count.',
        '',
        f'- {said["date"]}, commit {said["commit"]}, Python {said["python"]}',
        f'- {said["machine"]}',
        '- versions: ' + ', '.join(f'{k} {v}' for k, v in dict(said['versions']).items()),  # type: ignore[call-overload]
    ]
    lines += [f'- not installed: {k}: {v}' for k, v in dict(said['not_installed']).items()]  # type: ignore[call-overload]
    lines += [f'- {note}' for note in said['notes']]  # type: ignore[attr-defined]
    for family in dict.fromkeys(figure.family for figure in figures):
        lines += ['', f'## {family}', '', '| ' + ' | '.join(HEAD) + ' |', '|---' * 10 + '|']
        own = [figure for figure in figures if figure.family == family]
        lines += ['| ' + ' | '.join(cells(figure)) + ' |' for figure in own]
    missed = [figure for figure in figures if figure.missed]
    lines += ['', '## Missed', '', *(_named(figure) for figure in missed)]
    return lines if missed else [*lines, 'None.']


def _named(figure: Figure) -> str:
    return f'- {figure.family}, {figure.name}: {figure.cause or "no cause is known yet"}'


def print_rows(figures: Sequence[Figure]) -> None:
    """Print a table of fixed columns."""
    lines = [HEAD, *map(cells, figures)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    for line in lines:
        joined = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print('  ' + '  '.join(joined).rstrip(), flush=True)


def _commit() -> str:
    words = ['git', '-C', str(HERE), 'describe', '--always', '--dirty', '--exclude', '*']
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() or 'unknown'


def _machine() -> str:
    model = 'unknown processor'
    try:
        text = Path('/proc/cpuinfo').read_text(encoding='ascii', errors='replace')
        names = [line.split(':')[1].strip() for line in text.splitlines() if 'model name' in line]
        model = f'{names[0]}, {len(names)} cores' if names else model
    except OSError:
        pass
    return (
        f'{platform.system()} {platform.release()} {platform.machine()}, {model}, {sys.platform}'
    )
