# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One moment of a recording, in words and as JSON: why it slipped then."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('rosbags')

from frictioncone_ros.cli.main import main

SCHEMA = Path(__file__).parents[2] / 'frictioncone_ros' / 'cli' / 'output.schema.json'


def test_a_moment_says_what_was_sent_and_how_near_each_contact_was_to_slipping(mcap_bag, capsys):
    """The friction used is judged from what was sent: four feet share it equally."""
    assert main(['replay', str(mcap_bag), '--at', '0.9001']) == 0
    shown = capsys.readouterr().out
    assert 'nearest to 0.9001 s is the answer at 0.900 s\n' in shown
    assert 'status INFEASIBLE, from 0.6' in shown
    assert 'asked wrench on the environment (13.53, 0, -20, 0, 0, 0) N, Nm\n' in shown
    assert main(['replay', str(mcap_bag), '--at', '0.6', '--json']) == 0
    moment = json.loads(capsys.readouterr().out)['moment']
    sent = np.array(moment['sent']['wrench'])
    used = np.hypot(*sent[:2]) / (0.5 * -sent[2])
    assert list(moment['utilisations'].values()) == pytest.approx([used] * 4, abs=1e-3)
    depth = (0.5 * -sent[2] - np.hypot(*sent[:2])) / 4.0 / np.hypot(1.0, 0.5)
    assert list(moment['slip_margins'].values()) == pytest.approx([depth] * 4, abs=1e-3)


def test_the_document_of_a_moment_fits_its_schema(mcap_bag, capsys):
    jsonschema = pytest.importorskip('jsonschema')
    main(['replay', str(mcap_bag), '--at', '0.5', '--json'])
    schema = json.loads(SCHEMA.read_text(encoding='utf-8'))
    jsonschema.validate(json.loads(capsys.readouterr().out), schema)


@pytest.mark.parametrize('time', ['nan', 'inf', 'noon'])
def test_a_time_that_is_none_is_refused(time, capsys):
    with pytest.raises(SystemExit) as ended:
        main(['replay', 'run.mcap', '--at', time])
    assert ended.value.code == 2
    assert '--at' in capsys.readouterr().err
