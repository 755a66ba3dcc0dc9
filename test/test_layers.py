# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""ROS stays in ros/: the pure rooms import where no ROS exists, and the linter sees a breach."""

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path
import shutil
import subprocess
import sys
import textwrap

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / 'frictioncone_ros'
PURE = sorted(set(PACKAGE.rglob('*.py')) - set(PACKAGE.glob('ros/**/*.py')))
GENERATED = ('frictioncone_ros.msg', 'frictioncone_ros.srv')
USERS = ('test', 'benchmarks', 'examples', 'docs', 'launch')
"""Folders whose files use the package; some run only where an extra is installed."""

# Runs in a process of its own: refuses ROS and whatever else is optional, then imports every room.
IMPORT_ALL = textwrap.dedent("""
    import importlib, pkgutil, sys

    class Refuse:
        def find_spec(self, name, path=None, target=None):
            root = name.partition('.')[0]
            optional = root in {
                'matplotlib', 'mujoco', 'viser', 'pydrake', 'dartpy', 'launch', 'rosbags', 'apsw',
                'coal', 'pinocchio'}
            ros = root in {'rclpy', 'rpyutils', 'tf2_ros', 'launch_ros', 'ament_index_python'}
            generated = name in {'frictioncone_ros.msg', 'frictioncone_ros.srv'}
            if optional or ros or generated or root.endswith(('_msgs', '_interfaces', '_srvs')):
                raise ImportError(f'{name} is refused by this test')
            return None

    sys.meta_path.insert(0, Refuse())
    import frictioncone_ros
    names = [module.name for module in pkgutil.walk_packages(
        [sys.argv[1]], 'frictioncone_ros.', onerror=lambda name: None)
        if not module.name.startswith(('frictioncone_ros.ros', *sys.argv[2:]))]
    for name in names:
        importlib.import_module(name)
    print(len(names))
""")


def for_types(node):
    """Tell whether a statement is `if TYPE_CHECKING:`, whose imports never run."""
    return isinstance(node, ast.If) and getattr(node.test, 'id', '') == 'TYPE_CHECKING'


def imported_names(path):
    tree = ast.parse(path.read_text(encoding='utf-8'))
    for node in ast.walk(ast.Module([node for node in tree.body if not for_types(node)], [])):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f'{node.module}.{alias.name}' for alias in node.names)


def test_every_pure_module_imports_without_ros():
    done = subprocess.run(
        [sys.executable, '-c', IMPORT_ALL, str(PACKAGE), *GENERATED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2


@pytest.mark.parametrize('path', PURE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_pure_module_does_not_name_the_generated_messages(path):
    # The layers contract cannot see these: the generated half is not in the source tree.
    assert not [name for name in imported_names(path) if name.startswith(GENERATED)]


BREACHES = {
    'import rclpy': ('No ROS outside ros/', 'frictioncone_ros.spatial -> rclpy'),
    'from geometry_msgs.msg import Wrench': (
        'No ROS outside ros/',
        'frictioncone_ros.spatial -> geometry_msgs',
    ),
    'import frictioncone_ros.cli': (
        'A room imports only rooms below it',
        'frictioncone_ros.spatial -> frictioncone_ros.cli',
    ),
}
"""Lines, the contract that each breaks, and the import that is to be named."""


@pytest.mark.skipif(find_spec('importlinter') is None, reason='import-linter is not installed')
def test_the_linter_fails_on_a_breach(tmp_path):
    shutil.copytree(
        PACKAGE, tmp_path / 'frictioncone_ros', ignore=shutil.ignore_patterns('__pycache__')
    )
    shutil.copy(ROOT / 'pyproject.toml', tmp_path)
    assert lint_imports(tmp_path).returncode == 0
    with (tmp_path / 'frictioncone_ros' / 'spatial' / '__init__.py').open('a') as file:
        file.write('\n'.join(('', *BREACHES, '')))
    broken = lint_imports(tmp_path)
    assert broken.returncode != 0
    for contract, named in BREACHES.values():
        assert f'{contract} BROKEN' in broken.stdout
        assert named in broken.stdout


def lint_imports(folder):
    command = 'from importlinter.cli import lint_imports_command as run; run()'
    return subprocess.run(
        [sys.executable, '-c', command, '--no-cache'],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={'PYTHONPATH': str(folder), 'PATH': '/usr/bin:/bin'},
    )


def test_the_table_of_rooms_names_every_room_and_no_other():
    text = (ROOT / 'CONTRIBUTING.md').read_text(encoding='utf-8')
    first_cells = [line.split('|')[1] for line in text.splitlines() if line.startswith('| `')]
    named = {
        name for cell in first_cells for name in cell.replace('`', '').replace(',', ' ').split()
    }
    rooms = {folder.parent.name for folder in PACKAGE.glob('*/__init__.py')}
    assert named == rooms | {'tolerances', 'exceptions'}


def bound_names(path):
    """Return every name that the statements of a module bind, wherever in them."""
    tree = ast.parse(path.read_text(encoding='utf-8'))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name) for alias in node.names)


@cache
def names_of(module):
    """Return what may be imported from a module of the package by its dotted name."""
    place = ROOT.joinpath(*module.split('.'))
    if place.is_dir():
        inside = {path.stem for path in place.iterdir()}
        return inside | set(bound_names(place / '__init__.py'))
    return set(bound_names(place.with_suffix('.py')))


def test_what_tests_import_of_the_package_is_there():
    # A test that is skipped where an extra is missing would not say so.
    missing, count = [], 0
    for path in (path for folder in USERS for path in sorted((ROOT / folder).rglob('*.py'))):
        for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
            module = getattr(node, 'module', None) or ''
            if not module.startswith('frictioncone_ros') or module.startswith(GENERATED):
                continue
            names = [alias.name for alias in node.names]
            count += len(names)
            gone = [name for name in names if name not in names_of(module)]
            missing += [f'{path.relative_to(ROOT)}: {module}.{name}' for name in gone]
    assert not [one for one in missing if not one.endswith(GENERATED)]
    assert count > 1000


MOST_MODULES = 18
"""Modules in a folder: more of them are no room that a reader finds the way in."""


def test_no_folder_holds_more_modules_than_a_reader_can_overlook():
    folders = {path.parent for path in PACKAGE.rglob('*.py')}
    counts = {
        str(folder.relative_to(PACKAGE)): sum(
            path.name != '__init__.py' for path in folder.glob('*.py')
        )
        for folder in folders
    }
    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}
