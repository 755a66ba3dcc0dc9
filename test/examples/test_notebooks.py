# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/notebooks: each cell prints what is kept beside it."""

from contextlib import redirect_stdout
import io
import json
import os
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / 'examples' / 'notebooks').glob('*.ipynb'))


def printed(source, names):
    """Run a cell as Jupyter would and return what it prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(source, 'cell', 'exec'), names)
    return out.getvalue()


def test_there_is_one_for_each_of_the_papers():
    assert {path.stem for path in NOTEBOOKS} >= {
        'erdmann_friction_cones',
        'balkcom_trinkle_mode_cones',
        'featherstone_projections',
        'hou_mason_split',
        'painleve_rod',
    }


@pytest.mark.parametrize('path', NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_print_what_is_kept(path):
    book = json.loads(path.read_text(encoding='utf-8'))
    assert (book['nbformat'], book['nbformat_minor']) == (4, 5)
    assert book['cells'][0]['cell_type'] == 'markdown'
    names = {}
    for cell in book['cells']:
        if cell['cell_type'] != 'code':
            continue
        said = printed(''.join(cell['source']), names)
        kept = ''.join(line for one in cell['outputs'] for line in one['text'])
        if os.environ.get('WRITE_NOTEBOOKS'):
            lines = said.splitlines(keepends=True)
            output = {'output_type': 'stream', 'name': 'stdout', 'text': lines}
            cell['outputs'] = [output] if lines else []
        else:
            assert said == kept, 'WRITE_NOTEBOOKS=1 writes the outputs anew'
    if os.environ.get('WRITE_NOTEBOOKS'):
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + '\n', encoding='utf-8')
