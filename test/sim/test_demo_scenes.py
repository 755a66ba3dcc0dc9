# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The demo's scenes without ROS: what the filter is there for can be seen."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.sim.demo import DemoRecord, DemoRow, mode_letters, ModeObserver, SCENES
from frictioncone_ros.sim.demo.filtered import run_filtered, run_unfiltered
from frictioncone_ros.sim.demo.planar import PlanarDemoScene
from frictioncone_ros.sim.snapshot import ContactSnapshot


def snapshot(time: float, names: str, slip: float = 0.0) -> ContactSnapshot:
    contacts = [
        ContactPoint((0.1 * index, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name=name)
        for index, name in enumerate(names)
    ]
    state = ContactState(contacts, twist=(slip, 0.0, 0.0, 0.0, 0.0, 0.0), dimension=6)
    return ContactSnapshot(time, state, np.tile((5.0, 0.0, 0.0), (len(contacts), 1)))


SKIPPED = {'block': 0.7, 'rod': 1.6, 'seat': 0.8, 'peg': 0.8}
"""How much of the time in which the script only presses is left out [s]."""

LONGEST = {'block': 3.3, 'rod': 3.0, 'seat': 3.7, 'peg': 3.7}
"""How much of a scene is looked at [s]."""

NEARER = {'seat': ('fixels', [(0.0, 0.0), (0.0, 0.0), (0.035, 0.0)]),
          'peg': ('corner_walls', [(0.0, 0.03, 0.0, 0.0)])}  # fmt: skip
"""
By how much what a body slides to is nearer than in the demo [m].

It slides as there for most of the script's first moment against it, and arrives.
"""


def shortened(name):
    """Return a scene of the demo without that time and that part of the way."""

    class Shortened(SCENES[name]):
        def __init__(self):
            super().__init__()
            if name in NEARER:
                (field, offset), scene = NEARER[name], self.simulation.scene
                nearer = replace(scene, **{field: getattr(scene, field) + np.array(offset)})
                PlanarDemoScene.__init__(self, nearer)

        def script(self, time):
            return super().script(time + SKIPPED[name])

    return Shortened()


@cache
def filtered_until(name):
    """Return the record of a scene's run, which all tests of this process share."""
    return run_filtered(shortened(name), LONGEST[name])


@cache
def unfiltered_until(name):
    return run_unfiltered(shortened(name), LONGEST[name])


@pytest.fixture
def block():
    return filtered_until('block'), unfiltered_until('block')


def test_block_slips_only_without_the_filter(block):
    filtered, unfiltered = block
    assert filtered.path_while_holding() < 5e-4
    assert unfiltered.path_while_holding() > 0.01


def test_filter_changes_only_what_it_must(block):
    filtered, _ = block
    asked, sent = filtered.wrenches('commanded'), filtered.wrenches('sent')
    gentle = filtered.times() < 2.0 - SKIPPED['block']
    np.testing.assert_allclose(sent[gentle], asked[gentle], atol=1e-6)
    hardest = np.argmax(np.linalg.norm(asked[:, :2], axis=1))
    assert np.linalg.norm(sent[hardest, :2]) < np.linalg.norm(asked[hardest, :2]) - 2.0
    assert min(row.margin for row in filtered.rows) > 0.19


@pytest.mark.parametrize(
    ('name', 'ways'), [('seat', {2.2: 0.016, 3.7: 0.025}), ('peg', {2.2: 0.014, 3.7: 0.020})]
)
def test_planar_body_goes_its_way_with_the_filter(name, ways):
    assert max(ways) == LONGEST[name]
    rows = filtered_until(name).rows
    for until, way in ways.items():
        last = max((row for row in rows if row.time < until + 1e-9), key=lambda row: row.time)
        assert last.time == pytest.approx(until, abs=0.02)
        assert last.travelled == pytest.approx(way, abs=3e-4)


@pytest.mark.parametrize(('name', 'way'), [('seat', 0.025), ('peg', 0.020)])
def test_planar_body_does_not_without(name, way):
    assert abs(unfiltered_until(name).rows[-1].travelled - way) > 3e-3


def test_rod_keeps_both_contacts_while_it_moves():
    record = filtered_until('rod')
    moving = [row for row in record.rows if row.time > 2.2 - SKIPPED['rod']]
    assert max(row.travelled for row in moving) > 0.03
    assert not any('s' in row.observed for row in moving)


def test_observer_needs_time_to_see_a_contact_open():
    observer = ModeObserver(('a', 'b'))
    assert str(observer.observe(snapshot(0.0, 'ab'))) == 'ff'
    assert str(observer.observe(snapshot(0.01, 'a', slip=0.01))) == 'df'
    assert str(observer.observe(snapshot(0.2, 'a'))) == 'fs'


def test_foot_counts_as_touching_until_it_is_off_the_table():
    scene = SCENES['block']()
    assert scene.contacts().state.names == ('foot_0', 'foot_1', 'foot_2')
    lifting = np.array([0.0, 0.0, 5.0, 0.0, 0.0, 0.0])
    for _ in range(10):
        scene.drive(lifting, None)
    assert scene.contacts().state.contact_count == 3  # it has risen by a few micrometres
    for _ in range(200):
        scene.drive(lifting, None)
    assert scene.contacts().state.contact_count == 0
    assert scene.contacts().forces.shape == (0, 3)


def test_mode_letters_drop_the_directions():
    assert mode_letters('fd[45]sd[-12.5]') == 'fdsd'


def row(time: float, travelled: float, phase: str = 'press', predicted=()) -> DemoRow:
    zero = np.zeros(6)
    place = np.array([0.0, travelled, 0.0])
    return DemoRow(time, phase, zero, zero, 1.0, 'OK', 'ff', predicted, place)


def test_record_counts_slip_in_holding_phases_only():
    rows = [row(0.0, 0.0), row(0.1, 0.002), row(0.2, 0.001)]
    rows += [row(0.3, 0.5, 'drag'), row(0.4, 0.9, 'drag')]
    record = DemoRecord('block', 'with the filter', rows)
    assert record.path_while_holding() == pytest.approx(0.003)


def test_a_body_that_is_pushed_round_its_start_has_gone_a_way():
    """Its distance from the start is the same all the way."""
    record = DemoRecord('block', 'without the filter', [])
    for index, angle in enumerate(np.linspace(0.0, 2.0 * np.pi, 201)):
        place = 0.01 * np.array([np.cos(angle), np.sin(angle), 0.0])
        record.rows.append(replace(row(0.02 * index, 0.0), place=place))
    assert record.path_while_holding() == pytest.approx(0.02 * np.pi, rel=1e-3)


def test_a_margin_without_any_depth_is_the_least():
    rows = [
        row(0.0, 0.0),
        replace(row(0.1, 0.0), margin=-np.inf),
        replace(row(0.2, 0.0), margin=np.nan),
    ]
    assert 'least margin                    -inf N' in DemoRecord('block', '', rows).summary()


def test_record_compares_modes_where_there_is_a_prediction():
    rows = [row(0.0, 0.0), row(0.1, 0.0, predicted=('ff', 'ss')), row(0.2, 0.0, predicted=('ss',))]
    record = DemoRecord('block', 'with the filter', rows)
    assert record.mode_agreement() == (1, 2)
    assert '1 of 2 rows, 1 more had no prediction' in record.summary()


@pytest.mark.parametrize(
    'observed, desired, held',
    [('ff', 'ff', True), ('fs', 'f*', True), ('lf', 'll', True), ('sf', 'll', False),
     ('rf', 'lf', False), ('df', 'd[45]f', True), ('df', 'ff', False)],
)  # fmt: skip
def test_a_row_says_whether_contacts_did_as_desired(observed, desired, held):
    zero = np.zeros(3)
    one = DemoRow(0.0, 'push', zero, zero, 1.0, 'OK', observed, (), np.zeros(2), desired)
    assert one.as_desired is held
    record = DemoRecord('seat', 'with the filter', [one])
    assert record.share_as_desired() == (held, 1)
    assert f'as desired    {held:d} of 1 rows' in record.summary()


@pytest.mark.parametrize('name', ['seat', 'peg'])
def test_the_filter_keeps_contacts_as_desired_where_commands_do_not(name):
    shares = [
        done / asked
        for done, asked in (
            run(name).share_as_desired() for run in (filtered_until, unfiltered_until)
        )
    ]
    assert shares[0] > 0.95
    assert shares[1] < 0.8


def test_agreement_stands_beside_persistence():
    record = DemoRecord('by hand', 'with the filter')
    for index, observed in enumerate('ffffdddd'):
        record.rows.append(
            DemoRow(
                0.02 * index, '', np.zeros(6), np.zeros(6), 0.0, '', observed, ('d',), np.zeros(3)
            )
        )
    # Rows 3 to 7 have one 60 ms before; of those, rows 4 to 6 are another mode than then.
    assert record.persistence() == (2, 5)
    assert 'it was that of 60 ms before     2 of 5 rows' in record.summary()


def test_pictures_are_drawn(block, tmp_path):
    pytest.importorskip('matplotlib', reason='matplotlib is not installed')
    from frictioncone_ros.sim.demo.pictures import draw

    filtered, unfiltered = block
    rows = [
        replace(one, predicted=(one.observed,) if index % 2 else ('ddd',))
        for index, one in enumerate(filtered.rows)
    ]
    paths = draw(replace(filtered, rows=rows), unfiltered, tmp_path)
    assert [path.stem for path in paths] == [
        'block_forces',
        'block_contacts',
        'block_modes',
        'block_path',
    ]
    assert all(path.stat().st_size > 10_000 for path in paths)
