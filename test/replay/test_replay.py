# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Recorded runs: read whole or cut off, filtered again, compared, told in HTML and CSV."""

import copy
import csv
from html.parser import HTMLParser
import json
import os
from pathlib import Path
import signal
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip('rosbags')

from write_bag import (
    answered,
    blank,
    COMMAND,
    CONTACTS,
    contacts,
    FILTERED,
    hybrid,
    MODES,
    prediction,
    set_time,
    write_bag,
)

from frictioncone_ros import cli
from frictioncone_ros.cli.main import main
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.replay.bag import DESIRED
from frictioncone_ros.replay.comparison import compared, header
from frictioncone_ros.replay.report import report_html

SETTINGS = node_settings({})
BEGIN, PERIOD = 1_700_000_000_000_000_000, 2_000_000


def rows_of(path, settings=SETTINGS):
    with open_bag(path) as recording:
        return rerun(recording, settings), recording


@pytest.fixture(scope='session')
def rows(messages, store, tmp_path_factory):
    """The rows of the recording; they are read only."""
    folder = tmp_path_factory.mktemp('filtered')
    return rows_of(write_bag(folder / 'bag', 'mcap', messages, store))[0]


def test_a_bag_is_filtered_again(bag):
    rows, recording = rows_of(bag)
    assert recording.node == '/frictioncone'
    assert not recording.faults
    assert len(rows) == 500
    assert [row.key[1] for row in rows] == list(range(1, 501))
    # mu 0.5 of 20 N carries pushes of 10 N: 334 of them.
    following = [row for row in rows if row.code is FilterCode.OK]
    assert following
    assert all(np.array_equal(row.sent['wrench'], row.asked['wrench']) for row in following)
    last = rows[-1]
    assert last.code >= FilterCode.PROJECTED
    assert last.sent['wrench'][0] < 15.0
    assert set(last.margins) == {f'foot_{index}' for index in range(4)}
    assert compared(rows).unanswered == 500


def test_the_same_answers_are_the_same_bit_for_bit(rows, messages, store, tmp_path):
    path = write_bag(tmp_path / 'answered', 'mcap', answered(store, messages, rows[:400]), store)
    again, recording = rows_of(path)
    found = compared(again, recording.left_out)
    assert (found.commands, found.identical, found.left_out) == (400, 400, 100)


def test_another_answer_is_found(rows, messages, store, tmp_path):
    recorded = answered(store, messages, rows)
    answers = [message for topic, _, _, message in recorded if topic.endswith('filtered_command')]
    answers[42].wrench.force.y += 0.5
    path = write_bag(tmp_path / 'other', 'mcap', recorded, store)
    found = compared(rows_of(path)[0])
    assert (found.identical, found.different) == (499, 1)
    assert found.largest[0] == pytest.approx(0.5)
    assert found.largest[1] == pytest.approx(rows[42].time)
    assert main(['replay', str(path)]) == 1


@pytest.mark.parametrize('share', [0.02, 0.5, 0.9, 0.999])
def test_of_a_cut_bag_what_can_be_read_is_used_and_said(bag, share, tmp_path):
    source = next(path for path in bag.iterdir() if path.suffix in {'.mcap', '.db3'})
    content = source.read_bytes()
    cut = tmp_path / source.name
    cut.write_bytes(content[: int(share * len(content))])
    try:
        rows, recording = rows_of(cut)
    except InvalidInputError as error:
        # So little that not even the topics are known.
        assert share < 0.5 or source.suffix == '.db3'
        assert str(cut) in str(error) or source.name in str(error)
        return
    # The last thousandth of a database may be free space.
    assert recording.faults or len(rows) == 500
    assert len(rows) <= 500
    if source.suffix == '.mcap' and share >= 0.5:
        assert len(rows) >= 0.4 * share * 500


def test_a_recorder_that_was_killed_leaves_no_metadata(bag, tmp_path):
    source = next(path for path in bag.iterdir() if path.suffix in {'.mcap', '.db3'})
    folder = tmp_path / 'killed'
    folder.mkdir()
    (folder / source.name).write_bytes(source.read_bytes())
    rows, recording = rows_of(folder)
    assert len(rows) == 500
    assert 'metadata.yaml' in recording.faults[0]


def test_parameters_are_used(mcap_bag, tmp_path, capsys):
    file = tmp_path / 'mine.yaml'
    file.write_text('/**:\n  ros__parameters: {max_force: 1.0}\n', encoding='utf-8')
    assert main(['replay', str(mcap_bag), '--params', str(file), '--json']) == 0
    told = json.loads(capsys.readouterr().out)
    assert told['commands'] == told['unanswered'] == 500
    assert 'OK' not in told['statuses']


def test_json_fits_its_schema(mcap_bag, capsys):
    jsonschema = pytest.importorskip('jsonschema')
    assert main(['replay', str(mcap_bag), '--json']) == 0
    path = Path(cli.__file__).with_name('output.schema.json')
    jsonschema.validate(
        json.loads(capsys.readouterr().out), json.loads(path.read_text(encoding='utf-8'))
    )


def test_without_rosbags_it_is_said_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, 'rosbags.highlevel', None)
    assert main(['replay', str(tmp_path)]) == 2
    assert 'pip install rosbags' in capsys.readouterr().err


class Outside(HTMLParser):
    """Collects what a page asks for."""

    def __init__(self):
        super().__init__()
        self.tags, self.asked = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.asked += [(tag, name) for name, _ in attributes if name in {'src', 'href', 'action'}]


def test_report_and_table(mcap_bag, tmp_path, capsys):
    report, table = tmp_path / 'run.html', tmp_path / 'run.csv'
    assert main(['replay', str(mcap_bag), '--report', str(report), '--csv', str(table)]) == 0
    assert '500 without a published answer' in capsys.readouterr().out
    page = Outside()
    html = report.read_text(encoding='utf-8')
    page.feed(html)
    assert not page.asked
    assert 'url(' not in html
    # Force, margin, four feet, load factor, friction in use.
    assert page.tags.count('svg') == 8
    assert 'Worst moments' in html
    assert 'no predictions in the bag' in html
    with table.open(encoding='utf-8', newline='') as file:
        lines = list(csv.reader(file))
    assert lines[0] == header()
    assert len(lines) == 501
    assert all(len(line) == len(header()) for line in lines)


def spoilt_page(store, path, count, missing=()):
    """Return the page of a short recording with hostile names, as XML; some rows without touch."""
    recorded = []
    for step in range(count):
        time = BEGIN + step * 20_000_000
        snapshot = contacts(store, time)
        for state, name in zip(snapshot.contacts, HOSTILE, strict=True):
            state.point.name = name
        if step in missing:
            snapshot.contacts = []
        command = hybrid(store, time, step + 1)
        command.wrench.force.x = 5.0
        recorded.append(('/frictioncone/contacts', CONTACTS, time, snapshot))
        recorded.append(('/frictioncone/command', COMMAND, time + 1000, command))
    rows, recording = rows_of(write_bag(path, 'mcap', recorded, store))
    assert not recording.faults and len(rows) == count
    html = report_html(recording, rows)
    assert '<meta charset="utf-8">' in html
    return ElementTree.fromstring(html.replace('"utf-8">', '"utf-8"/>')).find('body')


HOSTILE = ('<script src="/x">', 'a\x00\x1b[31m\x85\uffff', '&lt;"\'', '\x0c')


def test_whatever_names_say_the_page_is_well_formed(store, tmp_path):
    page = spoilt_page(store, tmp_path / 'bag', 20)
    headings = {element.text for element in page.iter('h3')}
    shown = ('<script src="/x">', 'a\ufffd\ufffd[31m\ufffd\ufffd', '&lt;"\'', '\ufffd')
    assert headings == {f'Slip margin of {name} [N]' for name in shown}
    assert page.find('.//script') is None


@pytest.mark.parametrize('count, missing', [(1, ()), (30, (9, 11)), (30, (9, 10, 20))])
def test_each_value_is_drawn_and_nothing_between_gaps(store, tmp_path, count, missing):
    # Every row is 20 ms; the contacts are gone in those that are missing.
    pictures = list(spoilt_page(store, tmp_path / 'bag', count, missing).iter('svg'))
    asked, margin = (picture.find('path[2]').get('d') for picture in pictures[:2])
    assert asked.count('M') == asked.count('h0') == 1
    # A stretch begins with a line of no length, which is a dot by itself.
    stretches = 1 + sum(step + 1 not in missing for step in missing)
    assert margin.count('M') == margin.count('h0') == stretches
    # After a loss of contact nothing shears at first.
    factor = pictures[-2].find('path[2]').get('d')
    assert factor.count('M') >= min(len(missing) + 1, 2) or count == 1
    # A contact is in use from one command to the next.
    bars = sorted(int(bar.get('x')) for bar in pictures[-1].iter('rect'))
    widths = sum(int(bar.get('width')) for bar in pictures[-1].iter('rect')) / len(HOSTILE)
    assert bars[0] == 100
    assert widths == pytest.approx(800 * (1 - len(missing) / count), abs=30)


@pytest.mark.parametrize(
    'options, words',
    [
        (['--node', '/other'], 'the node that was recorded: /frictioncone'),
        (['--report', '/nowhere/a.html'], 'can be written'),
        (['--params', 'absent.yaml'], 'readable file'),
    ],
)
def test_bad_options_are_refused_in_a_line(mcap_bag, options, words, capsys):
    assert main(['replay', str(mcap_bag), *options]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if 'replay: ' not in line]
    assert len(said) == 1  # beside how far it is, on a slow machine
    assert words in said[0]


@pytest.mark.parametrize('content', [b'', b'x' * 100, b'\x89MCAP0\r\n', b'SQLite format 3\0'])
@pytest.mark.parametrize('ending', ['.mcap', '.db3', '.txt'])
def test_what_is_no_bag_is_refused_in_a_line(content, ending, tmp_path, capsys):
    path = tmp_path / f'none{ending}'
    path.write_bytes(content)
    assert main(['replay', str(path)]) == 2
    assert capsys.readouterr().err.count('\n') == 1


def test_no_bag_is_refused(tmp_path, capsys):
    assert main(['replay', str(tmp_path / 'absent')]) == 2
    assert main(['replay', str(tmp_path)]) == 2
    assert capsys.readouterr().err.count('\n') == 2


def test_contacts_that_cannot_be_used_are_counted(messages, store, tmp_path):
    broken = [*messages]
    bad = broken[0][3].__class__(**vars(broken[0][3]))
    bad.header = type(bad.header)(stamp=bad.header.stamp, frame_id='')
    broken[6] = (*broken[0][:2], broken[6][2], bad)
    path = write_bag(tmp_path / 'broken', 'mcap', broken, store)
    rows, recording = rows_of(path)
    assert rows
    assert '1 inputs refused' in recording.faults[0]


def test_modes_and_load_factors_of_the_node_are_in_the_report(rows, messages, store, tmp_path):
    recorded = answered(store, messages, rows)
    for topic, _, _, answer in recorded:
        if topic.endswith('filtered_command'):
            answer.has_load_factor, answer.load_factor = True, 3.25
    for step, modes in enumerate((['ffff'], ['ffff', 'dddd'], [])):
        time = BEGIN + step * 100_000_000
        recorded.append(('/frictioncone/contact_modes', MODES, time, prediction(store, modes)))
    recorded.sort(key=lambda one: one[2])
    path = write_bag(tmp_path / 'modes', 'mcap', recorded, store)
    again, _ = rows_of(path)
    assert {row.published.load_factor for row in again} == {3.25}
    known = [row for row in again if row.load_factor is not None]
    # All but the first, in which nothing is sent yet.
    assert known == again[1:]
    # Of what is sent, on the ramp too: mu 0.5 times what presses, over what pushes.
    for row in known[:2]:
        push, _, press = row.sent['wrench'][:3]
        assert row.load_factor == pytest.approx(-0.5 * press / push, rel=1e-3)
        assert max(row.used_friction.values()) == pytest.approx(1.0 / row.load_factor, rel=1e-3)
    with open_bag(path) as recording:
        html = report_html(recording, again, recording.predictions())
    assert '3 predictions; 1 with several modes, 1 with none, 0 that ended early' in html
    assert '<td>ffff</td><td>2</td>' in html
    assert '<td>dddd</td><td>1</td>' in html


def test_a_difference_of_rounding_is_said_to_be_one(rows, messages, store, tmp_path, capsys):
    recorded = answered(store, messages, rows)
    answers = [message for topic, _, _, message in recorded if topic.endswith('filtered_command')]
    answers[42].wrench.force.y += 1e-13
    path = write_bag(tmp_path / 'rounding', 'mcap', recorded, store)
    assert main(['replay', str(path)]) == 1
    assert '1 differ in their last digits only, by at most 1e-09' in capsys.readouterr().out


def test_ctrl_c_leaves_what_was_filtered(mcap_bag, tmp_path, capsys, monkeypatch):
    taken = []

    def interrupt(self, done):
        taken.append(done)
        if done == 300:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, 'step', interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        table = tmp_path / 'part.csv'
        assert main(['replay', str(mcap_bag), '--csv', str(table)]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    said = capsys.readouterr().out
    count = int(said.split('interrupted: ')[1].split()[0])
    assert 0 < count < 300
    assert len(table.read_text(encoding='utf-8').splitlines()) == count + 1


def test_the_transcript_of_a_replay(mcap_bag, capsys):
    assert main(['replay', str(mcap_bag)]) == 0
    shown = capsys.readouterr().out.replace(mcap_bag.name, 'run')
    file = Path(__file__).parents[1] / 'cli' / 'transcripts' / 'replay.txt'
    transcript = f'$ frictioncone replay run\n{shown}'
    if os.environ.get('WRITE_TRANSCRIPTS'):
        file.write_text(transcript, encoding='utf-8')
    assert transcript == file.read_text(encoding='utf-8')


def test_the_snapshot_is_the_one_that_the_node_says_it_used(rows, messages, store, tmp_path):
    """A snapshot that was recorded just before a command had not come when that was answered."""
    said = answered(store, messages, rows)
    step = 5 * PERIOD
    slippery, late = [], BEGIN + 99 * step
    oiled = contacts(store, late)
    for contact in oiled.contacts:
        contact.point.friction_coefficient = 0.1
    for topic, kind, time, message in said:
        is_late = kind == CONTACTS and time == late
        slippery.append((topic, kind, time, oiled if is_late else message))
    [used] = [
        one for _, kind, _, one in slippery if kind == FILTERED and one.command_sequence == 496
    ]
    set_time(used.contacts_stamp, late - step)
    try:
        rows, _ = rows_of(write_bag(tmp_path / 'b', 'mcap', slippery, store))
    finally:
        set_time(used.contacts_stamp, 0)
    before, answer, after = (row.sent['wrench'][0] for row in rows[494:497])
    assert answer == pytest.approx(before, abs=0.1)
    assert after < 0.7 * before


def test_ramps_go_by_when_the_node_received_a_command(rows, messages, store, tmp_path):
    """A recorder notes a command half a millisecond before the node has it."""
    late = 500_000
    bag = []
    for topic, kind, time, message in answered(store, messages, rows):
        if kind == FILTERED:
            set_time(message.header.stamp, time - 300_000 + 1000 + late + 200_000)
            message.compute_time = 2e-4
        bag.append((topic, kind, time, message))
    again, _ = rows_of(write_bag(tmp_path / 'b', 'mcap', bag, store))
    moved = [two.time - one.time for one, two in zip(rows, again, strict=True)]
    assert moved == pytest.approx([late * 1e-9] * len(rows), abs=2e-6)


def test_a_desired_mode_counts_from_where_it_was_told(messages, store, tmp_path):
    mode = blank(store, DESIRED)
    mode.mode.text = 'ssss'
    told = ('/frictioncone/desired_mode', DESIRED, BEGIN + 250 * PERIOD - 1000, mode)
    bag = sorted([*messages, told], key=lambda one: one[2])
    rows, recording = rows_of(write_bag(tmp_path / 'a', 'mcap', bag, store))
    assert not recording.faults
    before, after = rows[249], rows[250]
    assert before.sent['wrench'].any()
    # What separates carries nothing.
    assert np.linalg.norm(after.sent['wrench']) < 0.1 * np.linalg.norm(before.sent['wrench'])


def test_an_answer_that_had_no_time_is_given_again_as_it_was(rows, messages, store, tmp_path):
    """Where the node judged nothing for want of time, the rerun judges nothing either."""
    late = next(row for row in rows if row.code is FilterCode.INFEASIBLE)
    bag = answered(store, messages, rows)
    [answer] = [
        one for _, kind, _, one in bag if kind == FILTERED and one.command_sequence == late.key[1]
    ]
    answer.will_be_carried = 0
    again, _ = rows_of(write_bag(tmp_path / 'b', 'mcap', bag, store))
    judged, not_judged = (
        next(row for row in some if row.key == late.key) for some in (rows, again)
    )
    assert judged.margin is not None
    # The best contact forces still say what can be carried, which is more.
    assert not_judged.margin is None or not_judged.margin > judged.margin
    answer.status.codes = np.array([int(FilterCode.OVERRUN)], dtype=np.uint8)
    again, _ = rows_of(write_bag(tmp_path / 'c', 'mcap', bag, store))
    assert next(row for row in again if row.key == late.key).code is FilterCode.OVERRUN


@pytest.mark.parametrize('looks', [True, False])
def test_what_the_node_sent_without_a_command_is_done_again(looks, messages, store, tmp_path):
    """Without commands for half a second its watchdog publishes a stop: then it recovers."""
    silent = range(BEGIN + 100 * PERIOD, BEGIN + 350 * PERIOD)
    some = [one for one in messages if one[1] == CONTACTS or one[2] not in silent]
    rows, _ = rows_of(write_bag(tmp_path / 'a', 'mcap', some, store))
    bag = answered(store, some, rows)
    last = max(one[2] for one in bag if one[1] == FILTERED and one[2] < silent.start + PERIOD)
    [(topic, kind, _, answer)] = [one for one in bag if one[1] == FILTERED and one[2] == last]
    for time in range(last + 10 * PERIOD, silent.stop, 10 * PERIOD) if looks else ():
        look = copy.deepcopy(answer)
        set_time(look.header.stamp, time)
        bag.append((topic, kind, time, look))
    bag.sort(key=lambda one: one[2])
    again, _ = rows_of(write_bag(tmp_path / 'b', 'mcap', bag, store))
    texts = [row.text for row in again if row.time > 0.7][:3]
    assert ['on the ramp' in text for text in texts] == [looks] * 3


def test_a_message_that_cannot_be_read_is_said_and_the_rest_is_used(
    rows, messages, store, tmp_path
):
    bag = answered(store, messages, rows)
    place = next(number for number, one in enumerate(bag) if one[1] == FILTERED)
    topic, kind, time, message = bag[place]
    data = bytes(store.serialize_cdr(message, kind)) + bytes(16)
    bag[place] = (topic, kind, time, data)
    again, recording = rows_of(write_bag(tmp_path / 'b', 'mcap', bag, store))
    [fault] = recording.faults
    assert 'filtered_command has 1 messages that cannot be read' in fault
    assert len(again) == len(rows) - 1
