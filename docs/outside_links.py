# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Links that lead out of docs/: on GitHub they work; in the rendered pages they are plain words.

Files are copied beside the pages and can be downloaded; folders and Markdown files of the top
cannot, so their path is named instead.
"""

from __future__ import annotations

import os
from pathlib import Path
import re
from typing import Any

LINK = re.compile(r'(?<![`!])\[([^\]]*)\]\((?!\w+:)([^)\s#]+)(#[^)]*)?\)')


def setup(application: Any) -> dict[str, object]:
    """Change pages as they are read."""
    application.connect('source-read', inside_only)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}


def inside_only(application: Any, name: str, source: list[str]) -> None:
    """Replace links that lead out of the pages by words and paths."""
    pages = Path(__file__).resolve().parent
    # rosdoc2 renders a copy, wherever it is, from which nothing outside is reached.
    copied = Path(application.srcdir) != pages
    folder = (pages / name).parent
    source[0] = LINK.sub(lambda link: plain(link, folder, pages, not copied), source[0])


def plain(link: re.Match[str], folder: Path, pages: Path, files: bool) -> str:
    """Return a link as it stands, or words and path; files: whether files outside are copied."""
    target = Path(os.path.normpath(folder / link[2]))
    leads_out = target.exists() and pages not in target.parents
    if not leads_out or (files and target.is_file() and target.suffix != '.md'):
        return link[0]
    return f'{link[1]} (`{target.relative_to(pages.parent).as_posix()}`)'
