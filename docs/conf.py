# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings: Markdown pages, NumPy-style docstrings, formulas without a script."""

from pathlib import Path
import sys

HERE = Path(__file__).resolve().parent
# rosdoc2 copies the pages into a folder further down, or to where it is told to; it runs there
# where the package is.
PLACES = (*HERE.parents, Path.cwd(), *Path.cwd().parents, *map(Path, sys.path))
ROOT = next(one for one in PLACES if (one / 'frictioncone_ros' / '__init__.py').exists())
sys.path[:0] = [str(ROOT), str(ROOT / 'docs')]

import frictioncone_ros  # noqa: E402  # found where the line above says

project = 'frictioncone_ros'
author = 'The frictioncone_ros authors'
project_copyright = author
release = version = frictioncone_ros.__version__
extensions = [
    'myst_parser',
    'sphinx.ext.autodoc',
    'sphinx.ext.napoleon',
    'mathml_renderer',
    'outside_links',
]
myst_enable_extensions = ['dollarmath']
myst_heading_anchors = 4
html_theme = 'furo'
html_math_renderer = 'mathml'
html_title = f'{project} {release}'
exclude_patterns = ['_build']
if HERE != ROOT / 'docs':
    # rosdoc2 adds a front page and pages of its own, among them README.md, whose links are of
    # the top folder. `make docs` renders without any of these, and there nothing is suppressed.
    exclude_patterns.append('index.rst')
    suppress_warnings = ['image.not_readable', 'myst.xref_missing', 'toc.not_included']
source_suffix = {'.md': 'markdown', '.rst': 'restructuredtext'}
autodoc_typehints = 'none'
autodoc_member_order = 'bysource'
napoleon_google_docstring = False
napoleon_use_rtype = False
pygments_style = 'friendly'
pygments_dark_style = 'native'
