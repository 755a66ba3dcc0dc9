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

LINK = re.compile(r'(?<![`!])\[([^\]]*)\]\(([^)\s#]+)(#[^)]*)?\)')


def setup(application: Any) -> dict[str, object]:
    """Change pages as they are read."""
    application.connect('source-read', inside_only)
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}


def inside_only(application: Any, name: str, source: list[str]) -> None:
    """Replace links to folders and Markdown files outside of the sources by their paths."""
    root = Path(application.srcdir)
    page = Path(application.env.doc2path(name))
    source[0] = LINK.sub(lambda link: plain(link, page.parent, root), source[0])


def plain(link: re.Match[str], folder: Path, root: Path) -> str:
    """Return a link as it stands, or words and path where it leads outside."""
    target = Path(os.path.normpath(folder / link[2]))
    leads_out = target.exists() and root not in target.parents
    if not leads_out or (target.is_file() and target.suffix != '.md'):
        return link[0]
    path = target.relative_to(root.parent).as_posix()
    return f'{link[1]} (`{path}`)'
