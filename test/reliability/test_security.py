# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What SECURITY.md promises: nothing that comes in is run, and policies give the least."""

import ast
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree

from frictioncone_ros.node_interface.interfaces import INTERFACES

ROOT = Path(__file__).resolve().parents[2]
POLICIES = ROOT / 'security' / 'policies.xml'
MODULES = sorted((ROOT / 'frictioncone_ros').rglob('*.py'))
UNSAFE_MODULES = {
    *('pickle', 'cPickle', 'dill', 'marshal', 'shelve'),
    *('multiprocessing.connection', 'multiprocessing.managers'),
}
"""A pool of one's own processes, as `frictioncone sweep` has, hears nobody else."""
UNSAFE_CALLS = {'eval', 'exec', 'compile', 'os.system', 'os.popen', 'yaml.load', 'yaml.load_all'}
UNSAFE_LOADERS = {f'yaml.{name}Loader' for name in ('', 'Full', 'Unsafe', 'C', 'CFull')}
MOVES = ('command', 'wrench_command', 'twist_command', 'accel_command')


def faults(tree):
    """Yield what a module does that could run what comes in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (n.name for n in node.names if n.name in UNSAFE_MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in UNSAFE_MODULES:
            yield node.module
        elif isinstance(node, ast.Call):
            if ast.unparse(node.func) in UNSAFE_CALLS:
                yield ast.unparse(node.func)
            shell = [word for word in node.keywords if word.arg == 'shell']
            if shell and ast.unparse(shell[0].value) != 'False':
                yield 'shell'
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in UNSAFE_LOADERS:
            yield ast.unparse(node)


def test_no_module_can_run_what_comes_in():
    found = {
        str(path.relative_to(ROOT)): list(faults(ast.parse(path.read_text(encoding='utf-8'))))
        for path in MODULES
    }
    assert len(found) > 200
    assert {path: what for path, what in found.items() if what} == {}


def test_the_search_sees_what_it_is_for():
    for code in (
        'import pickle',
        'from multiprocessing.connection import Connection',
        'eval(x)',
        'yaml.load(x, Loader=yaml.UnsafeLoader)',
        'subprocess.run(x, shell=True)',
    ):
        assert list(faults(ast.parse(code))), code
    assert not list(faults(ast.parse('re.compile(x); yaml.safe_load(x); subprocess.run([x])')))


def allowed(verb):
    """Return by name of a topic or service which nodes may do it."""
    found = {}
    for profile in ElementTree.parse(POLICIES).iter('profile'):
        for group in profile:
            if group.get(verb) == 'ALLOW':
                for name in group:
                    found.setdefault(name.text, set()).add(profile.get('node'))
    return found


def test_policies_are_those_of_the_table():
    spec = spec_from_file_location('write_policies', ROOT / 'security' / 'write_policies.py')
    writer = module_from_spec(spec)
    spec.loader.exec_module(writer)
    assert POLICIES.read_text(encoding='utf-8') == writer.document(), (
        'python security/write_policies.py > security/policies.xml'
    )


def test_policies_have_the_form_sros_2_reads():
    """As its schema says: policy, enclaves, profiles, then topics and services with one verb."""
    root = ElementTree.parse(POLICIES).getroot()
    assert (root.tag, root.get('version')) == ('policy', '0.2.0')
    for enclave in root.find('enclaves'):
        assert enclave.tag == 'enclave' and enclave.get('path').startswith('/')
        for profile in enclave.find('profiles'):
            assert set(profile.attrib) == {'ns', 'node'}
            for group in profile:
                verbs = {'topics': {'publish', 'subscribe'}, 'services': {'reply', 'request'}}
                assert set(group.attrib) <= verbs[group.tag] and set(group.attrib.values()) == {
                    'ALLOW'
                }
                assert {one.tag for one in group} == {group.tag.removesuffix('s')}
                assert all(one.text.startswith('/') for one in group)


def test_the_node_may_do_what_it_offers():
    verbs = {'in': 'subscribe', 'out': 'publish', 'service': 'reply'}
    for one in INTERFACES:
        name = one.name.replace('~', '/frictioncone')
        assert 'frictioncone' in allowed(verbs[one.direction]).get(name, ()), name


def test_only_the_planner_commands_and_only_the_node_answers():
    publish = allowed('publish')
    assert all(publish[f'/frictioncone/{name}'] == {'planner'} for name in MOVES)
    assert publish['/frictioncone/contacts'] == {'estimator'}
    for part in ('command', 'wrench', 'twist', 'accel'):
        name = f'/frictioncone/filtered_{part}'
        assert publish[name] == {'frictioncone', 'frictioncone_guard'}
    request = allowed('request')
    for service in ('set_parameters', 'change_state', 'enable', 'reset', 'set_desired_mode'):
        assert request[f'/frictioncone/{service}'] == {'operator'}
