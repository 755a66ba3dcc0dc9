# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One table of conditions: the message, the sentences and the remedies come from it."""

from pathlib import Path
import re

import pytest

from frictioncone_ros.control import FilterCode, FilterSettings
from frictioncone_ros.control.status import sentence

MESSAGE = Path(__file__).parents[2] / 'msg' / 'FilterStatus.msg'


def test_the_message_has_the_codes_and_meanings_of_the_table():
    text = MESSAGE.read_text(encoding='utf-8')
    found = re.findall(r'^uint8 ([A-Z_]+)=(\d+) +# (.*)$', text, re.MULTILINE)
    assert found == [(code.name, str(int(code)), code.meaning) for code in FilterCode]


@pytest.mark.parametrize('code', FilterCode, ids=lambda code: code.name)
def test_every_condition_has_a_sentence_whatever_is_known(code):
    said = sentence((code,), vars(FilterSettings()))
    assert said and '{' not in said
    assert code.remedy or code < FilterCode.RATE_EXCEEDED


def test_a_reason_takes_the_place_of_the_sentence_and_worst_comes_first():
    codes = FilterCode.INVALID_COMMAND, FilterCode.LIMITED
    said = sentence(codes, {}, {FilterCode.INVALID_COMMAND: 'twist is nan'})
    assert said == 'twist is nan; scaled or slowed by a limit'
