# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The first commander is followed until it is silent; a second one never is while it lives."""

from dataclasses import dataclass, replace
import random

from effort import rounds
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')

from frictioncone_ros.session.inputs.command_owner import (
    Claim,
    CommandOwner,
    CONFLICT_REPORT_TIME,
    HYBRID,
)
from frictioncone_ros.session.inputs.sender_streams import (
    CLEARED_AFTER,
    is_same_publisher,
    MOST_STREAMS,
    NEAR,
    Sender,
    Stream,
)

TIMEOUT = 0.2
GOOD = {Claim.FOLLOWED, Claim.TAKEN_OVER}


@dataclass
class Publisher:
    """Counts its messages as the middleware does, and loses some."""

    number: int = 0
    identity: bytes | None = None

    def next(self, publishers=1, lost=0):
        self.number += 1 + lost
        return Sender(self.number, self.identity, publishers)


def talk(owner, publisher, begin, count, period=0.001, publishers=1, topic=HYBRID):
    return [
        owner.claim(topic, publisher.next(publishers), begin + index * period, TIMEOUT)
        for index in range(count)
    ]


def test_one_commander_is_followed_whatever_is_lost():
    owner, first, now = CommandOwner(), Publisher(), 0.0
    for lost in (0, 0, 1, 5, 0, 100, 3):
        now += 0.001 * (1 + lost)
        assert owner.claim(HYBRID, first.next(lost=lost), now, TIMEOUT) is Claim.FOLLOWED
    assert not owner.is_conflict(now) and not owner.is_ambiguous(now)


def test_a_second_one_is_refused_counted_and_said_while_the_first_is_followed():
    owner, first, second = CommandOwner(), Publisher(5000), Publisher()
    assert set(talk(owner, first, 0.0, 100)) == {Claim.FOLLOWED}
    for index in range(400):
        now = 0.1 + index * 0.001
        assert owner.claim(HYBRID, first.next(2), now, TIMEOUT) is Claim.FOLLOWED
        assert owner.claim(HYBRID, second.next(2), now + 0.0004, TIMEOUT) is Claim.REFUSED
    assert owner.refused_count == 400
    assert owner.is_conflict(now + CONFLICT_REPORT_TIME) and not owner.is_conflict(
        now + 2 * CONFLICT_REPORT_TIME
    )
    assert not owner.is_ambiguous(now)


def test_a_planner_that_was_killed_and_started_again_waits_for_the_timeout_only():
    owner, first, again = CommandOwner(), Publisher(5000), Publisher()
    talk(owner, first, 0.0, 100)
    # The dead publisher is still counted.
    claims = talk(owner, again, 0.15, 300, publishers=2)
    assert set(claims[:145]) == {Claim.REFUSED}
    assert claims.count(Claim.TAKEN_OVER) == 1
    assert set(claims[152:]) == {Claim.FOLLOWED}


def test_it_may_die_and_come_again_more_than_once():
    owner, now = CommandOwner(), 0.0
    for life in range(1, MOST_STREAMS):
        claims = talk(owner, Publisher(), now, 50, publishers=life)
        assert set(claims) <= GOOD
        now += 0.05 + 1.5 * TIMEOUT


def test_commanders_that_cannot_be_told_apart_are_neither_followed_until_one_is_gone():
    owner, first, second = CommandOwner(), Publisher(), Publisher()
    talk(owner, first, 0.0, NEAR // 2)
    claims = []
    for index in range(300):
        now = 0.01 + index * 0.001
        claims += [owner.claim(HYBRID, one.next(2), now, TIMEOUT) for one in (first, second)]
    assert set(claims[1:]) == {Claim.AMBIGUOUS}
    assert owner.is_ambiguous(now)
    alone = talk(owner, second, 0.31, 1400, publishers=2)
    cleared = round(CLEARED_AFTER * TIMEOUT * 1000)
    assert set(alone[: cleared - 10]) == {Claim.AMBIGUOUS}
    assert set(alone[cleared + 2 * NEAR :]) == {Claim.FOLLOWED}


@pytest.mark.parametrize('lost', [0, 1, 2])
def test_a_much_faster_second_passes_the_count_of_the_first_and_is_still_known(lost):
    owner, first, second = CommandOwner(), Publisher(300), Publisher()
    talk(owner, first, 0.0, 20, period=0.02)
    claims = []
    for index in range(2000):
        now = 0.4 + index * 0.001
        assert (
            owner.claim(HYBRID, second.next(2, lost if index % 7 == 0 else 0), now, TIMEOUT)
            not in GOOD
        )
        if index % 20 == 10:
            claims.append(owner.claim(HYBRID, first.next(2), now + 0.0004, TIMEOUT))
            assert not owner.is_ambiguous(now)
    assert set(claims) == {Claim.FOLLOWED, Claim.AMBIGUOUS}
    assert claims.count(Claim.AMBIGUOUS) < 8 and claims[-1] is Claim.FOLLOWED


def test_where_several_may_speak_it_is_listened_first():
    owner = CommandOwner()
    claims = talk(owner, Publisher(70), 0.0, 300, publishers=2)
    assert set(claims[:200]) == {Claim.UNSURE} and set(claims[210:]) == {Claim.FOLLOWED}
    assert owner.refused_count == 0


def test_hybrid_beside_plain_is_a_conflict_and_plain_parts_are_not():
    owner, hybrid, parts = CommandOwner(), Publisher(), (Publisher(), Publisher(), Publisher())
    for name, part in zip(('wrench', 'twist', 'accel'), parts, strict=True):
        assert set(talk(owner, part, 0.0, 10, topic=name)) == {Claim.FOLLOWED}
    assert set(talk(owner, hybrid, 0.01, 10)) == {Claim.REFUSED}
    # Plain ones stop: the hybrid commander takes over, and they are now refused.
    assert talk(owner, hybrid, 0.01 + TIMEOUT, 10)[0] is Claim.TAKEN_OVER
    assert set(talk(owner, parts[0], 0.02 + TIMEOUT, 10, topic='wrench')) == {Claim.REFUSED}


def test_a_part_that_comes_rarely_does_not_begin_a_ramp_each_time():
    owner, slow = CommandOwner(), Publisher()
    assert set(talk(owner, slow, 0.0, 10, period=2 * TIMEOUT)) == {Claim.FOLLOWED}


def test_another_ones_first_command_after_a_silence_goes_through_a_ramp():
    owner = CommandOwner()
    talk(owner, Publisher(100), 0.0, 10)
    assert talk(owner, Publisher(), 2 * TIMEOUT, 1) == [Claim.TAKEN_OVER]


def test_without_numbers_one_is_followed_and_two_are_not():
    owner, alone = CommandOwner(), Sender()
    assert owner.claim(HYBRID, alone, 0.0, TIMEOUT) is Claim.FOLLOWED
    assert owner.claim(HYBRID, alone, 0.1, TIMEOUT) is Claim.FOLLOWED
    assert owner.claim(HYBRID, replace(alone, publishers=2), 0.2, TIMEOUT) is Claim.AMBIGUOUS
    assert owner.claim(HYBRID, alone, 0.3, TIMEOUT) is Claim.FOLLOWED


def test_after_forgetting_whoever_comes_is_the_first():
    owner = CommandOwner()
    talk(owner, Publisher(100), 0.0, 10)
    owner.forget()
    assert talk(owner, Publisher(), 0.01, 1) == [Claim.FOLLOWED]


@pytest.mark.parametrize('has_identity', [False, True])
@pytest.mark.parametrize('seed', range(rounds(16, 40)))
def test_no_command_of_a_second_is_followed_while_the_first_lives(seed, has_identity):
    """Random rates, counts, losses and pauses of two publishers; who is who is known here."""
    chance = random.Random(seed)
    owner = CommandOwner()
    publishers = [
        Publisher(chance.choice((0, 3, 60, 5000)), bytes([index]) if has_identity else None)
        for index in range(2)
    ]
    rates = [chance.choice((10.0, 100.0, 1000.0)) for _ in publishers]
    due = [0.0, chance.choice((0.0, 0.0005, 0.3, 2.0))]
    # Whoever comes later counts from the beginning, or has counted long since.
    publishers[1].number = chance.choice((0, 100_000)) if due[1] else publishers[1].number
    leader, heard, followed = None, [-1.0, -1.0], 0
    for _ in range(4000):
        who = due.index(min(due))
        now = due[who]
        pause = 3 * TIMEOUT if chance.random() < 0.001 else 0.0
        due[who] += chance.uniform(0.7, 1.3) / rates[who] + pause
        lost = chance.randrange(4) if chance.random() < 0.05 else 0
        # Both are counted from the beginning, as where neither is new.
        claim = owner.claim(HYBRID, publishers[who].next(2, lost), now, TIMEOUT)
        if claim in GOOD:
            silent = leader is not None and now - heard[leader] > TIMEOUT
            assert leader in (None, who) or silent, (now, who)
            leader = who
            followed += 1
        heard[who] = now
    if has_identity:
        assert followed > 30


@pytest.mark.parametrize('period', [0.001, 0.02, 0.05])
def test_of_two_that_were_confused_the_one_left_is_followed_again(period):
    owner, chance = CommandOwner(), random.Random(1)
    first, second = Publisher(), Publisher()
    for index in range(6):
        now = index * period
        one = (first, second)[index % 2]
        assert owner.claim(HYBRID, one.next(2), now, TIMEOUT) not in GOOD
    # Counts are near each other; how long each was silent is by chance.
    begun = now
    while now < begun + (CLEARED_AFTER + 2) * TIMEOUT:
        now += period * chance.uniform(0.7, 1.3)
        claim = owner.claim(HYBRID, first.next(1), now, TIMEOUT)
    assert claim in GOOD


@pytest.mark.parametrize('seed', range(20))
def test_the_short_way_says_nothing_that_the_whole_way_does_not(seed):
    """Where a command is taken as certainly the next, whoever looks at all of it follows it."""
    chance, now, short = random.Random(seed), 0.0, 0
    quick, whole = CommandOwner(), CommandOwner()
    publishers = [Publisher()] if seed < 5 else [Publisher(), Publisher(400)]
    for _ in range(300):
        now += chance.choice((0.001, 0.01, 2.0 * TIMEOUT))
        sender = chance.choice(publishers).next(len(publishers), chance.choice((0, 0, 0, 3)))
        is_next = quick.continues(HYBRID, sender.number, now, TIMEOUT)
        claim = whole.claim(HYBRID, sender, now, TIMEOUT)
        if is_next:
            short += 1
            assert claim is Claim.FOLLOWED
        else:
            assert quick.claim(HYBRID, sender, now, TIMEOUT) is claim
        assert quick.is_conflict(now) == whole.is_conflict(now)
        assert quick.is_ambiguous(now) == whole.is_ambiguous(now)
    assert short > 100 if len(publishers) == 1 else short < 20


def test_publishers_are_the_same_by_their_identity_or_by_a_count_that_goes_on():
    def stream(number, identity=None):
        return Stream(number, identity, 0.0)

    alone, with_name = Sender(5), Sender(5, b'one')
    assert is_same_publisher(stream(3, b'one'), stream(5, b'one'), with_name)
    assert not is_same_publisher(stream(3, b'two'), stream(5, b'one'), with_name)
    # One of them is not told: nothing is certain.
    assert not is_same_publisher(stream(3), stream(5, b'one'), with_name)
    assert not is_same_publisher(stream(3, b'one'), stream(5), alone)
    assert is_same_publisher(stream(3), stream(5), alone)
    assert is_same_publisher(stream(5), stream(5), alone)
    # It counts from the beginning, or there are two.
    assert not is_same_publisher(stream(7), stream(5), alone)
    assert not is_same_publisher(stream(3), stream(5), Sender(5, None, 2))
    assert is_same_publisher(stream(None), stream(None), Sender())


def test_poses_beside_twists_are_two_commanders_and_beside_a_wrench_one():
    owner, twists, poses, forces = CommandOwner(), Publisher(), Publisher(), Publisher()
    assert set(talk(owner, poses, 0.0, 10, topic='pose')) == {Claim.FOLLOWED}
    assert set(talk(owner, forces, 0.0, 10, topic='wrench')) == {Claim.FOLLOWED}
    assert set(talk(owner, twists, 0.01, 10, topic='twist')) == {Claim.REFUSED}
    assert owner.is_conflict(0.02)
    assert talk(owner, twists, 0.01 + TIMEOUT, 1, topic='twist') == [Claim.TAKEN_OVER]
    assert set(talk(owner, poses, 0.02 + TIMEOUT, 10, topic='pose')) == {Claim.REFUSED}
