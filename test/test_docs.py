# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The pages lead somewhere, their generated parts are up to date, and their snippets run."""

from importlib import import_module
from pathlib import Path
import re
import shlex
import sys

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'docs'))

from checks import anchors, broken_links, broken_snippets, cli_commands, pages
from generated import PURPOSES, regenerated

from frictioncone_ros.cli.main import COMMANDS as CLI_COMMANDS
from frictioncone_ros.cli.main import main
from frictioncone_ros.node_interface import PARAMETERS

PAGES = pages()


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.name)
def test_page(page):
    text = page.read_text(encoding='utf-8')
    assert regenerated(text) == text, 'run `make docs`'
    assert not list(broken_links(page))
    broken = list(broken_snippets(page))
    if any('MissingDependencyError' in one for one in broken):
        pytest.skip('its Python blocks need an extra that is not installed')
    assert not broken


def test_every_parameter_has_a_purpose():
    known = {one.name for one in PARAMETERS}
    placed = [name for names in PURPOSES.values() for name in names.split()]
    assert sorted(placed) == sorted(known), 'docs/generated.py: PURPOSES'


def test_a_broken_link_and_a_broken_snippet_are_found(tmp_path, monkeypatch):
    monkeypatch.setattr('checks.ROOT', tmp_path)
    page = tmp_path / 'page.md'
    page.write_text(
        '# Some heading\n[a](#some-heading) [b](#none) [c](none.md)\n'
        '```python\nraise SystemExit(3)\n```\n',
        encoding='utf-8',
    )
    assert anchors(page) == {'some-heading'}
    assert len(list(broken_links(page))) == 2
    assert len(list(broken_snippets(page))) == 1


DESK_VERBS = {
    'check',
    'choose',
    'cone',
    'formation',
    'modes',
    'params',
    'project',
    'sweep',
    'version',
}
"""Verbs that need no robot and no recording."""
COMMANDS = sorted({command for page in PAGES for command in cli_commands(page)})


@pytest.mark.parametrize('command', COMMANDS)
def test_a_command_of_a_page_runs(command, tmp_path, monkeypatch, capsys):
    words = shlex.split(command)[1:]
    verb = words[0].lstrip('-')
    assert verb in {*CLI_COMMANDS, 'help', 'version'}, command
    missing = [word for word in words if word.endswith('.yaml') and not Path(word).exists()]
    if verb not in DESK_VERBS or missing:
        pytest.skip("it needs a robot, a recording or the reader's file")
    monkeypatch.chdir(tmp_path)
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    assert code in {0, 1, None}, capsys.readouterr().err


def test_commands_of_pages_are_found():
    assert len([one for one in COMMANDS if shlex.split(one)[1] in DESK_VERBS]) > 10


def is_known(path):
    """Tell whether a dotted path below the package leads to a name or a field."""
    parts = path.split('.')
    depth = max(count for count in range(1, len(parts) + 1) if imports(parts[:count]))
    found = import_module('.'.join(['frictioncone_ros', *parts[:depth]]))
    for part in parts[depth:]:
        if part in getattr(found, '__dataclass_fields__', ()):
            return True
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def imports(parts):
    try:
        return bool(import_module('.'.join(['frictioncone_ros', *parts])))
    except ModuleNotFoundError:
        return False


def test_the_glossary_names_what_there_is():
    page = next(page for page in PAGES if page.name == 'glossary.md')
    names = re.findall(r'`([a-z_]+\.[\w.]+)`', page.read_text(encoding='utf-8'))
    assert len(names) > 50
    assert not [name for name in names if not is_known(name)]
