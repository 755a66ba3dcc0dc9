# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The lock has one fitting version of all that setup.py and ROS 2's wheels ask for."""

import ast
from pathlib import Path
import re
import runpy
import sys

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
import pytest

ROOT = Path(__file__).resolve().parents[1]
LINE = re.compile(r'([A-Za-z0-9._-]+)==(\S+)$')


def locked():
    text = (ROOT / '.ci' / 'lock.txt').read_text(encoding='utf-8')
    lines = [line for line in text.splitlines() if not line.startswith('#')]
    found = [LINE.match(line) for line in lines]
    assert all(found), lines
    versions = {canonicalize_name(one[1]): Version(one[2]) for one in found}
    assert len(versions) == len(lines)  # each once
    return versions


def stated():
    """Return what setup.py asks for, by extra; '' is what the package itself needs."""
    tree = ast.parse((ROOT / 'setup.py').read_text(encoding='utf-8'))
    call = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, 'id', '') == 'setup'
    )
    words = {word.arg: word.value for word in call.keywords}
    extras = ast.literal_eval(words['extras_require'])
    # Solvers to compare with: .ci/bench_peers.sh takes those that can be had, one by one.
    del extras['bench']
    return {'': ast.literal_eval(words['install_requires']), **extras}


def ros():
    text = (ROOT / '.ci' / 'requirements-ros.txt').read_text(encoding='utf-8')
    return [line for line in text.splitlines() if line and not line.startswith('#')]


@pytest.mark.parametrize('extra', [*stated(), 'ros'])
def test_all_that_is_asked_for_is_locked(extra):
    versions = locked()
    for line in {**stated(), 'ros': ros()}[extra]:
        wanted = Requirement(line)
        name = canonicalize_name(wanted.name)
        assert name in versions, f'{line}: run `python .ci/lock.py`'
        assert wanted.specifier.contains(versions[name], prereleases=True), line


def test_every_extra_is_resolved_together():
    names = runpy.run_path(str(ROOT / '.ci' / 'lock.py'))
    assert set(names['EXTRAS'].split(',')) == set(stated()) - {''}
    header = (ROOT / '.ci' / 'lock.txt').read_text(encoding='utf-8').split('\n', 1)[0]
    assert names['EXTRAS'] in header


def test_the_lock_is_written_of_what_pip_would_install():
    write = runpy.run_path(str(ROOT / '.ci' / 'lock.py'))['locked']
    found = [
        {'metadata': {'name': name, 'version': version}}
        for name, version in (('Zeta', '2'), ('frictioncone_ros', '0.1.0'), ('alpha', '1.5'))
    ]
    lines = write(found).splitlines()
    assert lines[2:] == ['alpha==1.5', 'zeta==2']
    assert sys.version.split()[0] in lines[1]
