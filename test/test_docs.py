# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The pages lead somewhere, their generated parts are up to date, and their snippets run."""

from pathlib import Path
import sys

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'docs'))

from checks import anchors, broken_links, broken_snippets, pages
from generated import regenerated

PAGES = pages()


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.name)
def test_page(page):
    text = page.read_text(encoding='utf-8')
    assert regenerated(text) == text, 'run `make docs`'
    assert not list(broken_links(page))
    assert not list(broken_snippets(page))


def test_a_broken_link_and_a_broken_snippet_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr('checks.ROOT', tmp_path)
    page = tmp_path / 'page.md'
    page.write_text('# Some heading\n[a](#some-heading) [b](#none) [c](none.md)\n'
                    '```python\nraise SystemExit(3)\n```\n', encoding='utf-8')
    assert anchors(page) == {'some-heading'}
    assert len(list(broken_links(page))) == 2
    assert len(list(broken_snippets(page))) == 1
