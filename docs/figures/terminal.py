# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Two verbs as a terminal of 80 x 24 shows them: terminal_check.png, terminal_choose.png."""

from __future__ import annotations

import argparse
from pathlib import Path

from matplotlib.figure import Figure

COLUMNS, LINES = 80, 24
TRANSCRIPTS = Path(__file__).resolve().parents[2] / 'test' / 'cli' / 'transcripts'
SHOWN = {'terminal_check': 'check', 'terminal_choose': 'choose_motion_turning'}
"""Pictures, and the transcript of each: a test holds it to what the verb prints."""
DARK, LIGHT = '#1e1e1e', '#e6e6e6'
HEIGHT = 14.0
"""Of a line [pt]."""
WIDTH = 0.602 * 10.0
"""Of a letter of 10 pt in DejaVu Sans Mono [pt]."""


def main() -> int:
    """Draw into the folder that is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip())
    parser.add_argument('--output-directory', type=Path, default=Path())
    folder = parser.parse_args().output_directory
    for name, transcript in SHOWN.items():
        lines = (TRANSCRIPTS / f'{transcript}.txt').read_text(encoding='utf-8').splitlines()
        path = folder / f'{name}.png'
        draw([*lines, '$'], path)
        print(path)
    return 0


def draw(lines: list[str], path: Path) -> None:
    """Write the last 24 lines as a picture; none may be wider than 80."""
    if max(map(len, lines)) > COLUMNS:
        raise SystemExit(f'{path.name}: a line is wider than {COLUMNS} columns')
    size = ((COLUMNS + 2) * WIDTH / 72.0, (LINES + 1) * HEIGHT / 72.0)
    figure = Figure(figsize=size, facecolor=DARK)
    for place, line in enumerate(lines[-LINES:]):
        figure.text(
            WIDTH / (72.0 * size[0]),
            1.0 - (place + 1.0) * HEIGHT / (72.0 * size[1]),
            line,
            color=LIGHT,
            family='DejaVu Sans Mono',
            fontsize=10.0,
            parse_math=False,
        )
    figure.savefig(path, dpi=100, facecolor=DARK)


if __name__ == '__main__':
    raise SystemExit(main())
