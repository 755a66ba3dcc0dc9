# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A recording in the live view: it opens where the margin was least."""

import pytest

pytest.importorskip('rosbags')

from write_bag import CONTACTS, write_bag

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.viewer.run_view import instant, run_view, words


def test_an_instant_is_what_the_contacts_carried(mcap_bag):
    with open_bag(mcap_bag) as recording:
        rows = rerun(recording, node_settings({}))
    state, wrench = instant(rows[0])
    assert state.contact_count == 4
    assert wrench[:3] == pytest.approx(rows[0].sent['wrench'][:3], abs=1e-6)
    assert words(rows[0]).startswith(f't = {rows[0].time:.3f} s, {rows[0].code.name}: ')
    rows[0].touched = None
    with pytest.raises(InvalidInputError, match='contacts'):
        instant(rows[0])


def test_what_is_not_shown_is_said(messages, store, tmp_path):
    pytest.importorskip('viser', reason='viser is not installed (extra view)')
    few = [one for one in messages[:60] if one[1] != CONTACTS or one[2] > messages[0][2]]
    said = []
    bad = [(*one[:3], b'') if place == 20 else one for place, one in enumerate(few)]
    view = run_view(write_bag(tmp_path / 'bag', 'mcap', bad, store), '', None, 0, said.append)
    view.close()
    assert len(said) == 2
    assert 'has 1 messages that cannot be read' in said[0]
    assert said[1] == '5 commands came while nothing was touched, and are not shown'


def test_it_opens_at_the_least_margin(mcap_bag):
    pytest.importorskip('viser', reason='viser is not installed (extra view)')
    view = run_view(mcap_bag, '', None, 0)
    try:
        assert view.answer.can
        assert view.line.startswith('t = ')
    finally:
        view.close()
