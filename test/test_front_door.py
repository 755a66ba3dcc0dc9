# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`import frictioncone_ros as fc`: the names of common questions, cheap to import."""

import ast
import dataclasses
from importlib import import_module
import inspect
import subprocess
import sys

import numpy as np
import pytest

import frictioncone_ros as fc
from frictioncone_ros.analysis.feasibility import contact_wrench_problem
from frictioncone_ros.analysis.mode_cones import exclusive_wrenches
from frictioncone_ros.constraints import contact_constraint
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.control import Setpoints
from frictioncone_ros.formations import (
    ContactFormation,
    ManipulationSystem,
    Polygon,
    vertex_contact,
)

FEET = [(x, y, -0.05) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
BOX = fc.ContactState.from_points(FEET, (0, 0, 1), friction=0.5, mass=2.0)
PUSH = (12, 0, -20, 0, 0, 0)
LOAD = (0.0, -10.0, 0.0)
TRAY = fc.ContactState.from_points([(-1, -1), (1, -1)], (0, 1), mass=1.0)


def python(code):
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_it_imports_neither_numpy_nor_a_room():
    loaded = python('import sys, frictioncone_ros; print(*sys.modules)').split()
    assert 'numpy' not in loaded
    assert not [name for name in loaded if name.startswith('frictioncone_ros.')]


def test_a_name_brings_only_its_room():
    code = 'import sys, frictioncone_ros as fc; fc.InvalidInputError; print(*sys.modules)'
    assert 'numpy' not in python(code).split()


def test_dir_shows_the_names_and_each_of_them_is_there():
    shown = [name for name in dir(fc) if not name.startswith('_')]
    assert shown == sorted(fc.__all__)
    for name in shown:
        assert getattr(fc, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'grasp'"):
        _ = fc.grasp


def test_the_lazy_table_the_list_and_the_types_agree():
    """Editors see the imports, Python the table, stars the list."""
    imports = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(fc)))
        if isinstance(node, ast.ImportFrom) and node.module.startswith('frictioncone_ros.')
    ]
    typed = {alias.name: node.module.partition('.')[2] for node in imports for alias in node.names}
    typed['projectors'] = typed.pop('contact_projectors')
    assert typed == fc._ROOM_OF
    assert sorted(typed) == sorted(fc.__all__)
    for name, room in typed.items():
        own = fc._OTHER_NAMES.get(name, name)
        assert getattr(fc, name) is getattr(import_module(f'frictioncone_ros.{room}'), own)


def test_a_checker_is_not_told_that_any_name_is_there():
    """A module with `__getattr__` has every attribute for mypy and pyright, `fc.grasp` too."""
    seen = [node.name for node in ast.parse(inspect.getsource(fc)).body if hasattr(node, 'name')]
    assert '__dir__' in seen and '__getattr__' not in seen


def test_functions_of_the_door_say_what_goes_in_out_and_wrong():
    for name in fc.__all__:
        found = getattr(fc, name)
        if inspect.isfunction(found):
            for section in ('Parameters', 'Returns', 'Raises'):
                assert f'{section}\n' in inspect.getdoc(found), (name, section)


def test_a_state_from_points():
    assert BOX.names == ('contact_0', 'contact_1', 'contact_2', 'contact_3')
    assert BOX.inertia.mass == 2.0
    assert BOX.inertia.radius_of_gyration == pytest.approx(0.15)
    assert {contact.friction for contact in BOX.contacts} == {fc.CircularCone(0.5)}
    assert TRAY.dimension == 3 and np.array_equal(TRAY.normals, [(0, 1), (0, 1)])
    mixed = fc.ContactState.from_points(
        [(0, 0), (1, 0)], [(0, 1), (0, -1)], [0.2, fc.Frictionless()], fc.Inertia(np.eye(3))
    )
    assert [c.friction for c in mixed.contacts] == [fc.CircularCone(0.2), fc.Frictionless()]
    assert mixed.inertia.mass == 1.0
    nothing = fc.ContactState.from_points(np.zeros((0, 3)), (0, 0, 1))
    assert nothing.contact_count == 0 and nothing.dimension == 6 and nothing.inertia is None
    assert fc.ContactState.from_points([(0, 0)], (0, 1), mass=1).inertia.radius_of_gyration == 1.0


def test_a_state_and_its_prepared_form_answer_alike():
    problem = contact_wrench_problem(BOX)
    assert fc.resist(BOX, PUSH).margin == fc.resist(problem, PUSH).margin
    pair = fc.projectors(BOX, 'ff**')
    same = fc.projectors(
        contact_constraint(BOX, ContactMode.parse('ff**')), None, BOX.inertia.matrix
    )
    assert np.allclose(pair.free_motion, same.free_motion)
    assert np.allclose(pair.free_motion.T, pair.motion_force)
    wrenches = exclusive_wrenches(TRAY, 'll')
    assert fc.wrench_for_mode(wrenches).margin == fc.wrench_for_mode(TRAY, 'll').margin
    answers = [fc.filter_command(BOX, PUSH), fc.filter_command(BOX, Setpoints(PUSH))]
    assert np.array_equal(answers[0].command.wrench, answers[1].command.wrench)


def test_the_common_questions_by_hand():
    assert not fc.force_closure(BOX).closed
    assert not fc.resist(BOX, PUSH).feasible and fc.resist(BOX, (9, 0, -20, 0, 0, 0)).feasible
    assert [str(mode) for mode in fc.find_motions(BOX, PUSH).modes] == ['d[0]d[0]d[0]d[0]']
    answer = fc.filter_command(BOX, PUSH, fc.FilterSettings(margin=0.5))
    assert answer.margin == pytest.approx(0.5, abs=0.02)
    modes = [str(mode) for mode in fc.kinematic_modes(TRAY)]
    assert modes == ['ff', 'fs', 'll', 'ls', 'rr', 'rs', 'sf', 'sl', 'sr', 'ss']
    assert {str(mode) for mode in fc.kinematic_modes(BOX)} >= {'ffff', 'dddd', 'ssss', 'ffss'}
    choice = fc.wrench_for_mode(TRAY, 'll', preferred=(-1.0, -1.0, 0.0), margin=0.1)
    assert choice.found and choice.margin >= 0.1 - 1e-9
    assert [str(mode) for mode in fc.find_motions(TRAY, choice.wrench).modes] == ['ll']
    assert fc.mode_cone(TRAY, 'll').contains_strictly(choice.wrench)
    assert fc.shift_wrench((0, 1, 0), (1, 0)) == pytest.approx((0, 1, -1))
    free = fc.filter_command(BOX, twist=(0.1, 0, 0, 0, 0, 0), mode='****')
    assert free.command.twist[0] == pytest.approx(0.1)


def answers():
    turning = fc.ContactState([*BOX.contacts], BOX.inertia, acceleration=np.zeros(6))
    yield from (
        BOX,
        TRAY,
        turning,
        fc.FilterSettings(margin=0.5),
        fc.RigidTransform.planar(0, (1, 2)),
    )
    yield from (fc.resist(BOX, PUSH), fc.resist(BOX, (9, 0, -20, 0, 0, 0)), fc.force_closure(BOX))
    yield from (fc.find_motions(BOX, PUSH), fc.find_motions(TRAY, LOAD), fc.kinematic_modes(TRAY))
    yield from (fc.mode_cone(TRAY, 'll'), fc.wrench_for_mode(TRAY, 'll'), fc.projectors(BOX))
    yield from (fc.filter_command(BOX, PUSH), fc.filter_command(BOX, PUSH, mode='****'))


def test_an_answer_in_a_shell_is_the_answer_and_not_what_it_was_worked_out_from():
    assert max(len(repr(one)) for one in answers()) < 2000
    assert repr(fc.resist(BOX, PUSH)).startswith('WrenchVerdict(feasible=False, ')
    assert repr(fc.force_closure(BOX)).startswith('ForceClosure(closed=False, ')
    assert repr(fc.FilterSettings(margin=0.5)) == 'FilterSettings(margin=0.5)'


def test_what_is_not_shown_of_a_value_is_as_by_default():
    """So the text makes the value again; a measured acceleration of zero is not one unknown."""
    names = {'array': np.array, 'ContactMode': ContactMode}
    names |= {name: getattr(fc, name) for name in fc.__all__}
    contact = fc.ContactPoint(
        (0, 1, 2), (0, 0, 1), fc.SoftFinger(0.5, 0.01), 'pad', (1, 0, 0), 'A', 3.0, (0, 0.25, 0)
    )
    sprung = fc.ContactPoint((0, 1), (0, 1), fc.Frictionless(), stiffness=2.0, internal_force=4.0)
    for value in (
        fc.ContactState([contact], acceleration=np.zeros(6), gravity=(0, 0, -9.81)),
        fc.ContactState([sprung], twist=(0.5, 0, 0), reference_point=(0, 3)),
        fc.ContactState(dimension=3),
        fc.FilterSettings(max_force=30.0, hold_normal=True),
    ):
        shown = repr(value).replace("kind=<ContactKind.ENVIRONMENT_VERTEX: 'A'>", "kind='A'")
        again = eval(shown, names)
        np.testing.assert_equal(dataclasses.astuple(again), dataclasses.astuple(value))
    mode = ContactMode.parse('fsd[30]')
    assert eval(repr(mode), names) == mode


@pytest.mark.parametrize(
    ('call', 'words'),
    [
        (
            lambda: fc.filter_command(BOX, PUSH, mode='ff'),
            'is 2, expected 4, one letter a contact',
        ),
        (lambda: fc.filter_command(BOX, PUSH, mode=''), 'is 0, expected 4, one letter a contact'),
        (
            lambda: fc.filter_command(BOX, PUSH, mode='ffll'),
            r"'contact_2': interaction is 'l'.*in sp",
        ),
        (lambda: fc.projectors(BOX, 'llll'), r"'contact_0': interaction is 'l'.*in space"),
        (lambda: fc.projectors(TRAY, 'fd'), r"'contact_1': interaction is 'd'.*in the plane"),
        (
            lambda: fc.wrench_for_mode(TRAY, 'll', margin=0.1),
            r'margin is 0.1, expected 0, or a pref',
        ),
        (lambda: fc.wrench_for_mode(TRAY, 'll', margin='a'), r'margin is .a., expected a number'),
        (lambda: fc.mode_cone(TRAY, 'll', strictly_opening=[2]), 'indices of contacts, 0 to 1'),
        (lambda: fc.RigidTransform.identity(2), r'is 2, expected 3 \(planar\) or 6'),
        (lambda: fc.RigidTransform.planar('90', (0, 0)), r'angle is .90., expected a number'),
        (lambda: fc.RigidTransform.planar(0.0, (0, 0, 0)), r'position is .3,., expected .2,.'),
        (lambda: fc.RigidTransform.identity(3).then(np.eye(3)), 'expected a RigidTransform: '),
        (lambda: fc.Inertia(np.eye(3)).transformed(None), 'transform is None, expected a Rigid'),
        (lambda: fc.CircularCone(0.5).contains(PUSH), r'contact force is .6,., expected .3,.'),
        (lambda: fc.Frictionless().contains(None), r'contact force is .., expected .3,.'),
    ],
)
def test_what_a_newcomer_gets_wrong_is_said_in_words(call, words):
    with pytest.raises(fc.InvalidInputError, match=words):
        call()


@pytest.mark.parametrize('force', [[], (), {}, 'soft', np.ones(2), -1.0, np.nan])
def test_an_internal_force_is_a_number_whatever_else_is_empty_or_false(force):
    with pytest.raises(fc.InvalidInputError, match=r'contact .pad.: internal force is'):
        fc.ContactPoint((0, 0), (0, 1), fc.CircularCone(0.5), 'pad', internal_force=force)


def test_the_twist_of_a_no_tells_wrong_normals_from_a_wrong_sign():
    """As docs/start/conventions.md has it: into the surface, or away from it."""
    table, press = (0, 0, 1), np.array((1.0, 2.0, -20.0, 0.0, 0.0, 0.0))
    turned = fc.ContactState.from_points(FEET, (0, 0, -1), friction=0.5)
    for state, wrench, sign in ((turned, press, -1.0), (BOX, -press, 1.0)):
        answer = fc.filter_command(state, wrench)
        twists = answer.target.force.separating_twist, fc.resist(state, wrench).separating_twist
        assert not answer.feasible and not answer.command.wrench.any()
        assert all(sign * (twist[:3] @ table) > 0.0 for twist in twists)


def test_placements_through_the_door():
    """A square on the floor and against a block: one of its poses is the one drawn here."""
    square = Polygon('square', [(0, 0), (1, 0), (1, 1), (0, 1)])
    floor = Polygon('floor', [(-3, -1), (3, -1), (3, 0), (-3, 0)])
    block = Polygon('block', [(0, 0), (0.5, 0), (0.5, 3), (0, 3)])
    system = ManipulationSystem(square, (floor, block))
    # The floor's upper edge under both lower corners, the block's right edge left of one.
    seated = ContactFormation(
        (vertex_contact(0, 0, 2), vertex_contact(1, 0, 2), vertex_contact(0, 1, 1))
    )
    poses = [each.pose for each in fc.placements(system, seated, [(0, 0, 0), (-0.5, 0, 0)])]
    assert any(np.allclose(pose.as_array(), 0.0, atol=1e-9) for pose in poses)
    with pytest.raises(fc.InvalidInputError, match='system is 1'):
        fc.placements(1, 2, 3)
    with pytest.raises(fc.InvalidInputError, match='formation is 2'):
        fc.placements(system, 2, [(0, 0, 0)])


MISTAKES = {
    'contacts for a state': lambda: fc.resist(list(BOX.contacts), PUSH),
    'a planar wrench in space': lambda: fc.resist(BOX, (1, 2, 3)),
    'arguments the other way round': lambda: fc.filter_command(PUSH, BOX),
    'a short wrench': lambda: fc.filter_command(BOX, (1, 2)),
    'a margin for settings': lambda: fc.filter_command(BOX, PUSH, 0.5),
    'no settings': lambda: fc.filter_command(BOX, PUSH, None),
    'twist beside set-points': lambda: fc.filter_command(BOX, Setpoints(PUSH), twist=PUSH),
    'a mode that is none': lambda: fc.filter_command(BOX, PUSH, mode='xx'),
    'a number for a mode': lambda: fc.filter_command(BOX, PUSH, mode=3),
    'points for a state': lambda: fc.force_closure(FEET),
    'a number for a state': lambda: fc.kinematic_modes(3),
    'no wrench': lambda: fc.find_motions(BOX, None),
    'no inertia': lambda: fc.find_motions(fc.ContactState.from_points(FEET, (0, 0, 1)), PUSH),
    'no mode': lambda: fc.wrench_for_mode(TRAY),
    'a mode twice': lambda: fc.wrench_for_mode(exclusive_wrenches(TRAY, 'll'), 'll'),
    'a mode too short': lambda: fc.wrench_for_mode(TRAY, 'l'),
    'a list for a mode': lambda: fc.mode_cone(TRAY, ['l', 'l']),
    'a circular cone in a spatial mode': lambda: fc.mode_cone(BOX, 'ffff'),
    'projectors of a wrench': lambda: fc.projectors(PUSH),
    'projectors of too few': lambda: fc.projectors(BOX, 'ff'),
    'a mode for a constraint': lambda: fc.projectors(
        contact_constraint(TRAY, ContactMode.parse('ff')), 'ff'
    ),
    'a metric of another size': lambda: fc.projectors(BOX, 'ffff', np.eye(3)),
    'a coefficient for a model': lambda: fc.ContactPoint((0, 0), (0, 1), 0.5),
    'normals of another space': lambda: fc.ContactState.from_points([(0, 0)], [(0, 1, 0)]),
    'one point': lambda: fc.ContactState.from_points((0, 0), (0, 1)),
    'no points': lambda: fc.ContactState.from_points([], (0, 0, 1)),
    'a long normal': lambda: fc.ContactState.from_points([(0, 0)], (0, 2)),
    'friction in words': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), 'rough'),
    'no friction': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), None),
    'friction for others': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), [0.5, 0.5]),
    'friction of objects': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), [object()]),
    'a negative mass': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), mass=-1),
    'no mass in space': lambda: fc.ContactState.from_points([(0, 0, 0)], (0, 0, 1), mass=0),
    'mass in words': lambda: fc.ContactState.from_points([(0, 0)], (0, 1), mass='heavy'),
    'a point nowhere': lambda: fc.ContactState.from_points([(0, float('nan'))], (0, 1)),
    'a wrench of another space': lambda: fc.shift_wrench(PUSH, (1, 2)),
    'a wrench in words': lambda: fc.shift_wrench('down', (1, 2)),
    'an offset in words': lambda: fc.shift_wrench(PUSH, 'far'),
}


@pytest.mark.parametrize('mistake', MISTAKES)
def test_typical_mistakes_are_answered_in_the_error_family(mistake):
    with pytest.raises(fc.InvalidInputError):
        MISTAKES[mistake]()


def test_a_mistake_in_a_list_of_points_names_its_contact():
    with pytest.raises(fc.InvalidInputError, match=r"contact 'contact_1': contact normal"):
        fc.ContactState.from_points([(0, 0), (1, 0)], [(0, 1), (0, 0.5)])
