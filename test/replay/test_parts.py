# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A recording filtered in parts side by side: what is sent is what one node sends."""

import numpy as np
import pytest

pytest.importorskip('rosbags')

from write_bag import answered, blank, COMMAND, CONTACTS, contacts, hybrid, write_bag

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.replay.bag import DESIRED
from frictioncone_ros.replay.parts import filtered_in_parts

SETTINGS = node_settings({})
BEGIN, RATE = 1_700_000_000_000_000_000, 50
SECONDS = 9
STATED = 5e-3
"""How far apart two margins of the same forces may be stated, beside them [-]."""


def told(store, silent=(), moved=0.0):
    """Yield nine seconds of a box on a table that is pushed to and fro, beyond what holds it."""
    desired = blank(store, DESIRED)
    yield '/frictioncone/desired_mode', DESIRED, BEGIN, desired
    for step in range(SECONDS * RATE):
        time = BEGIN + 1000 + step * 1_000_000_000 // RATE
        if any(begin <= step / RATE < end for begin, end in silent):
            continue
        if step % 5 == 0:
            snapshot = contacts(store, time)
            for contact in snapshot.contacts:
                contact.point.position.x += moved * np.sin(0.2 * step)
            yield '/frictioncone/contacts', CONTACTS, time, snapshot
        command = hybrid(store, time, step + 1)
        command.wrench.force.x = 14.0 * np.sin(0.04 * step)
        if step == 325:
            command.wrench.force.x = np.nan
        yield '/frictioncone/command', COMMAND, time + 1000, command


def both(path, length, processes=2):
    """Return the rows of one process and what comes of parts."""
    with open_bag(path) as recording:
        whole = rerun(recording, SETTINGS)
        faults, left_out = list(recording.faults), recording.left_out
    steps = []
    with open_bag(path) as recording:
        parts = filtered_in_parts(recording, SETTINGS, steps.append, processes, length)
    return whole, (faults, left_out), parts, steps


@pytest.mark.parametrize(
    'with_answers, moved',
    [(False, 0.0), (True, 1e-4)],
    ids=['inputs alone', 'with answers to moving contacts'],
)
def test_parts_send_what_one_process_sends(store, tmp_path, with_answers, moved):
    messages = list(told(store, moved=moved))
    path = write_bag(tmp_path / 'bag', 'mcap', messages, store)
    if with_answers:
        with open_bag(path) as recording:
            rows = rerun(recording, SETTINGS)
        # Ten commands were not answered: the newest counts.
        said = answered(store, messages, [row for row in rows if row.key[1] % 40])
        path = write_bag(tmp_path / 'answered', 'mcap', said, store)
    whole, (faults, left_out), parts, steps = both(path, 3.0)
    assert len(parts.rows) == len(whole) > 430
    assert all(one.sends_the_same(row) for one, row in zip(parts.rows, whole, strict=True))
    margins = [(one.margin, row.margin) for one, row in zip(parts.rows, whole, strict=True)]
    assert all((one is None) == (other is None) for one, other in margins)
    assert all(
        abs(one - other) <= STATED * abs(other) + 1e-6
        for one, other in margins
        if other is not None
    )
    assert {row.code for row in whole} >= {FilterCode.OK, FilterCode.RAMPING}
    assert any(row.code > FilterCode.OK for row in whole[300:])
    assert faults == [f'{len(parts.refusals)} inputs refused, the first: {parts.refusals[0][1]}']
    assert len(parts.left_out) == left_out
    assert (left_out > 0) == with_answers
    assert steps[-1] == parts.messages
    assert steps == sorted(steps)
    assert len(steps) == 4


def test_where_nothing_shows_that_parts_agree_they_are_not_taken(store, tmp_path):
    messages = list(told(store, silent=[(4.2, 6.2)]))
    path = write_bag(tmp_path / 'bag', 'mcap', messages, store)
    whole, _, parts, _ = both(path, 4.5)
    assert parts is None
    assert len(whole) > 300


def test_without_any_stamp_there_are_no_parts(store, tmp_path):
    messages = [(topic, kind, time, said) for topic, kind, time, said in told(store)][:1]
    messages += [('/frictioncone/contacts', CONTACTS, BEGIN, contacts(store, 0))]
    command = hybrid(store, 0, 1)
    messages += [('/frictioncone/command', COMMAND, BEGIN + 1, command)]
    whole, _, parts, _ = both(write_bag(tmp_path / 'bag', 'mcap', messages, store), 1.0)
    assert parts is None
    assert len(whole) <= 1


def test_a_mode_that_was_desired_long_before_is_desired_in_every_part(store, tmp_path):
    messages = list(told(store))
    messages[0][3].mode.text = 'ssss'
    path = write_bag(tmp_path / 'bag', 'mcap', messages, store)
    whole, _, parts, _ = both(path, 3.0)
    assert parts is not None
    assert all(one.sends_the_same(row) for one, row in zip(parts.rows, whole, strict=True))
    assert not any(row.sent['wrench'].any() for row in whole)
