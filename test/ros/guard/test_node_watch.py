# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How the guard judges its node, with a clock made by hand."""

from math import inf

import pytest

from frictioncone_ros.ros.guard.node_watch import Condition, LISTENING, NodeWatch
from frictioncone_ros.ros.guard.protocol import (
    Address,
    changes_in,
    HEARTBEAT_PERIOD,
    NodeFacts,
    packet,
    SILENCE_LIMIT,
)

SPOKEN = {'active': True, 'address': (('wrench',), 'base', 'tool', '')}


def watch(**changes):
    return NodeWatch(NodeFacts(stop_publish_timeout=1.0).updated(changes), 10.0)


def test_facts_survive_the_way_through_a_packet():
    sent = packet({**SPOKEN, 'stamp': 7, 'of another version': 1})
    facts = NodeFacts().updated(changes_in(sent))
    assert facts.address == Address(('wrench',), 'base', 'tool', '')
    assert facts.commands
    assert facts.stamp == 7
    assert not facts.updated({'address': None}).commands
    assert not facts.updated({'active': False}).commands


def test_nothing_is_silent_that_commands_nothing():
    for facts in ({}, {'active': True}, {**SPOKEN, 'active': False}):
        one = watch(**facts)
        assert one.deadline == inf
        one.look(1000.0)
        assert one.condition is Condition.WELL


def test_silence_is_noticed_after_its_limit_and_ends_with_a_sign_of_life():
    one = watch(**SPOKEN)
    for time in (10.05, 10.1, 10.15):
        one.hear({'stamp': 5}, time)
    one.look(10.15 + 0.9 * SILENCE_LIMIT)
    assert one.condition is Condition.WELL
    time = 10.15 + SILENCE_LIMIT
    one.look(time)
    assert (one.condition, one.since) == (Condition.SILENT, time)
    assert one.end_of_neutral == time + 1.0
    one.hear({'stamp': 6}, time + 0.5)
    assert one.condition is Condition.WELL
    assert one.end_of_neutral == -inf


@pytest.mark.parametrize('facts', [{}, {'active': True}, {**SPOKEN, 'stop_publish_timeout': 0.0}])
def test_a_stop_that_is_on_its_way_when_the_node_dies_has_time_to_arrive(facts):
    one = watch(**facts)
    one.lose(20.0)
    assert one.end_of_listening == 20.0 + LISTENING
    longer = watch(**SPOKEN)
    longer.lose(20.0)
    assert longer.end_of_listening == longer.end_of_neutral == 21.0


def test_a_guard_that_was_kept_waiting_itself_gives_the_node_one_more_chance():
    late = 10.0 + SILENCE_LIMIT + 1.5 * HEARTBEAT_PERIOD
    one = watch(**SPOKEN)
    one.look(late)
    assert one.condition is Condition.WELL
    one.look(late + HEARTBEAT_PERIOD)
    assert one.condition is Condition.SILENT
    heard = watch(**SPOKEN)
    heard.look(late)
    heard.hear({'stamp': 1}, late + 0.001)
    assert heard.deadline == late + 0.001 + SILENCE_LIMIT


@pytest.mark.parametrize('first', [None, Condition.SILENT])
def test_death_is_noticed_from_every_condition_but_the_proper_end(first):
    one = watch(**SPOKEN)
    if first is Condition.SILENT:
        one.look(10.0 + SILENCE_LIMIT)
    one.lose(20.0)
    assert (one.condition, one.end_of_neutral) == (Condition.DEAD, 21.0)
    ended = watch(**SPOKEN)
    ended.hear({'active': False}, 10.01)
    ended.hear({'ending': True}, 10.02)
    ended.lose(10.03)
    assert ended.condition is Condition.ENDED


def test_a_node_that_had_published_nothing_leaves_nothing_to_be_neutral():
    one = watch(active=True)
    one.lose(20.0)
    assert one.condition is Condition.DEAD
    assert one.end_of_neutral == -inf


def test_the_clock_of_stamps_goes_on_from_the_last_sign_of_life():
    one = watch(**SPOKEN)
    one.hear({'stamp': 5_000_000_000}, 12.0)
    assert one.stamp(12.25) == 5_250_000_000
