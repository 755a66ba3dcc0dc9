# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every message of a recording is filtered, compared, or said to be left out, with how many."""

from collections import Counter
import copy
import json

import pytest

pytest.importorskip('rosbags')

from write_bag import (
    answered,
    blank,
    COMMAND,
    CONTACTS,
    FILTERED,
    set_time,
    write_bag,
)

from frictioncone_ros.cli.main import main
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.replay.comparison import compared

SETTINGS = node_settings({})
PERIOD = 2_000_000
FEW = 60


@pytest.fixture(scope='module')
def few(messages):
    """The first commands of the recording and the contacts among them, to be changed."""
    return messages[: FEW + FEW // 5]


@pytest.fixture(scope='module')
def answers(few, store, tmp_path_factory):
    """The same with the answers of a node that used the newest snapshot, and says so."""
    rows = rows_of(few, store, tmp_path_factory.mktemp('few'))[0]
    bag = answered(store, few, rows)
    for _, kind, time, message in bag:
        if kind == FILTERED:
            set_time(message.contacts_stamp, newest(few, time))
    return bag


def newest(messages, time):
    return max(one[2] for one in messages if one[1] == CONTACTS and one[2] <= time)


def rows_of(bag, store, folder):
    path = write_bag(folder / 'bag', 'mcap', bag, store)
    with open_bag(path) as recording:
        return rerun(recording, SETTINGS), recording


def changed(bag, change):
    """Return the bag with copies of messages that a change (kind, time, message) was made to."""
    found = copy.deepcopy(bag)
    for _, kind, time, message in found:
        change(kind, time, message)
    return found


@pytest.mark.parametrize('late', [0, PERIOD])
def test_commands_without_stamp_and_sequence_are_all_compared(late, answers, store, tmp_path):
    """Also where an answer was recorded after the command that follows: it says when it began."""

    def nameless(kind, _, message):
        if kind == COMMAND:
            set_time(message.header.stamp, 0)
            message.sequence = 0
        elif kind == FILTERED:
            set_time(message.command_stamp, 0)
            message.command_sequence = 0

    bag = [
        (topic, kind, time + late * (kind == FILTERED), message)
        for topic, kind, time, message in changed(answers, nameless)
    ]
    rows, recording = rows_of(sorted(bag, key=lambda one: one[2]), store, tmp_path)
    found = compared(rows, recording.left_out)
    assert (found.commands, found.identical, found.left_out) == (FEW, FEW, 0)


def test_a_command_that_was_replaced_by_one_of_the_same_name_is_left_out(answers, store, tmp_path):
    twins = [
        (topic, kind, time - 100, one) for topic, kind, time, one in answers if kind == COMMAND
    ]
    rows, recording = rows_of(sorted([*twins, *answers], key=lambda one: one[2]), store, tmp_path)
    found = compared(rows, recording.left_out)
    assert (found.commands, found.identical, found.left_out) == (FEW, FEW, FEW)


def test_answers_without_their_command_are_counted_and_no_success(
    answers, store, tmp_path, capsys
):
    bag = [one for one in answers if one[1] != COMMAND or one[3].sequence > 20]
    rows, recording = rows_of(bag, store, tmp_path)
    assert (len(rows), recording.without_command) == (FEW - 20, 20)
    assert main(['replay', str(tmp_path / 'bag'), '--json']) == 1
    assert json.loads(capsys.readouterr().out)['without_command'] == 20
    assert main(['replay', str(tmp_path / 'bag')]) == 1
    assert '20 answers are to commands that are not in the bag' in capsys.readouterr().out


def test_what_the_filter_does_not_take_is_said(few, store, tmp_path):
    def back(kind, time, message):
        if time >= few[0][2] + 30 * PERIOD:
            set_time(message.header.stamp, time - 1000 * 10**9)

    rows, recording = rows_of(changed(few, back), store, tmp_path)
    assert len(rows) == 30
    counts = Counter(fault.split(' ', 1)[0] for fault in recording.faults)
    assert counts == {'30': 1, '6': 1}
    assert all('an older stamp' in fault for fault in recording.faults)
    assert all('at 0.06' in fault for fault in recording.faults)


def test_a_snapshot_ahead_of_the_clock_is_refused_as_the_node_does(few, store, tmp_path):
    ahead = few[0][2] + 30 * PERIOD

    def changes(kind, time, message):
        if kind == CONTACTS and time == ahead:
            set_time(message.header.stamp, time + 50 * 10**9)

    rows, recording = rows_of(changed(few, changes), store, tmp_path)
    # Refused until the next one comes, and not kept as the newest that shuts out all others.
    codes = [row.code.name for row in rows]
    assert codes == ['RAMPING'] * 30 + ['INVALID_CONTACTS'] * 5 + ['RAMPING'] * 25
    [fault] = recording.faults
    assert fault.startswith('1 inputs refused')
    assert '50.000 s ahead of the clock' in fault


def test_a_snapshot_that_the_node_never_used_does_not_stop_those_after_it(
    answers, store, tmp_path
):
    ahead = answers[0][2] + 30 * PERIOD

    def changes(kind, time, message):
        if kind == CONTACTS and time == ahead:
            set_time(message.header.stamp, time + 50 * 10**9)
        elif kind == FILTERED and ahead <= time < ahead + 5 * PERIOD:
            set_time(message.contacts_stamp, ahead - 5 * PERIOD)

    rows, recording = rows_of(changed(answers, changes), store, tmp_path)
    assert compared(rows).identical == FEW
    [fault] = recording.faults
    assert fault.startswith('1 snapshots have a later stamp')


def test_messages_that_cannot_be_read_are_counted(few, store, tmp_path):
    bad = [
        (*one[:3], b'\x00\x01') if one[1] == COMMAND and place % 9 == 0 else one
        for place, one in enumerate(few)
    ]
    count = sum(isinstance(one[3], bytes) for one in bad)
    rows, recording = rows_of(bad, store, tmp_path)
    assert len(rows) == FEW - count
    [fault] = recording.faults
    assert fault.startswith(f'/frictioncone/command has {count} messages that cannot be read')


def test_topics_that_are_not_read_are_named(few, store, tmp_path, capsys):
    kind = 'std_msgs/msg/Bool'
    stops = [('/frictioncone/emergency_stop', kind, few[-1][2], blank(store, kind))] * 3
    _, recording = rows_of([*few, *stops], store, tmp_path)
    assert recording.other_topics == {'/frictioncone/emergency_stop': 3}
    assert recording.message_count == len(few)
    main(['replay', str(tmp_path / 'bag')])
    assert 'not read: 3 messages on /frictioncone/emergency_stop\n' in capsys.readouterr().out
