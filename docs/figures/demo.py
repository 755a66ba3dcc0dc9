# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The demo's block in README.md and docs/: scene, script and filter of `make demo`, one process.

Without DDS between them the same figures come out on any machine.
"""

from __future__ import annotations

import argparse
from pathlib import Path
import shutil
import tempfile

from frictioncone_ros.sim.demo import run_unfiltered, SCENES
from frictioncone_ros.sim.demo.filtered import run_filtered
from frictioncone_ros.sim.demo.pictures import draw

PICTURES = ('forces', 'contacts', 'path')


def main() -> int:
    """Run the block with and without the filter and keep the pictures that pages show."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    output = parser.parse_args().output_directory
    output.mkdir(parents=True, exist_ok=True)
    filtered, unfiltered = (run(SCENES['block']()) for run in (run_filtered, run_unfiltered))
    print(f'{filtered.summary()}\n{unfiltered.summary()}')
    with tempfile.TemporaryDirectory() as folder:
        draw(filtered, unfiltered, Path(folder), SCENES['block']().contact_names)
        for name in PICTURES:
            shutil.copy(Path(folder) / f'block_{name}.png', output / f'demo_block_{name}.png')
            print(output / f'demo_block_{name}.png')
    return 0


if __name__ == '__main__':
    raise SystemExit(main())
