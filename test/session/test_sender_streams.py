# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which publisher a message is of: limits by hand, each just kept and just exceeded."""

import pytest

from frictioncone_ros.session.inputs.sender_streams import (
    CLEARED_AFTER,
    LARGEST_RATE,
    MOST_STREAMS,
    NEAR,
    Sender,
    SenderStreams,
    Stream,
)

TIMEOUT = 0.125
"""Powers of two, so that times add up exactly [s]."""


def of_two(number):
    return Sender(number, None, 2)


def test_a_rate_follows_by_a_third_of_each_change_and_is_bounded():
    stream = Stream(10, None, 0.0)
    stream.advance(20, 0.5)
    assert stream.rate == pytest.approx(0.3 * 20.0)
    stream.advance(25, 1.0)
    assert stream.rate == pytest.approx(6.0 + 0.3 * (10.0 - 6.0))
    # No count, and no time between: nothing is learned of the rate.
    stream.advance(30, 1.0)
    stream.advance(None, 2.0)
    stream.advance(40, 3.0)
    assert stream.rate == pytest.approx(7.2) and (stream.number, stream.received) == (40, 3.0)
    stream.advance(40 + 10 * int(LARGEST_RATE), 4.0)
    assert stream.rate == pytest.approx(7.2 + 0.3 * (LARGEST_RATE - 7.2))


def test_two_that_were_taken_for_each_other_exchange_all_that_was_heard():
    one, other = Stream(1, None, 0.5, 10.0), Stream(2, None, 0.75, 20.0)
    one.swap(other)
    assert (one.number, one.received, one.rate) == (2, 0.75, 20.0)
    assert (other.number, other.received, other.rate) == (1, 0.5, 10.0)


@pytest.mark.parametrize(
    ('silence', 'ahead'),
    [
        (0.0, 9),  # the next one, and eight that may be lost at any rate
        (0.125, 9 + 2 * 240 * 0.125),  # and as many as come at twice the rate
        (0.25, 9 + 100),  # but no more than a hundred
    ],
)
def test_beside_others_a_message_is_of_the_stream_its_count_continues(silence, ahead):
    for number, is_same in ((ahead, True), (ahead + 1, False), (0, False), (-1, False)):
        streams = SenderStreams()
        stream = streams.take(Sender(100), 0.0, 1.0)
        assert streams.take(Sender(200), 0.125, 1.0) is stream
        assert stream.rate == pytest.approx(0.3 * 800.0)
        heard = streams.take(of_two(200 + int(number)), 0.125 + silence, 1.0)
        assert (heard is stream) == is_same and streams.count == 2 - is_same


def test_an_only_publisher_may_have_sent_at_the_largest_rate_since_it_was_heard():
    most = 9 + int(LARGEST_RATE * 0.125)
    for ahead, is_same in ((most, True), (most + 1, False)):
        streams = SenderStreams()
        streams.take(of_two(1000), 0.0, 1.0)
        stream = streams.take(of_two(5000), 0.125, 1.0)
        assert streams.count == 2 and not streams.is_confused
        assert (streams.take(Sender(5000 + ahead), 0.25, 1.0) is stream) == is_same


def test_where_all_are_known_one_that_fits_four_times_as_well_is_taken():
    for ahead, is_same in ((300, True), (2000, False)):
        streams = SenderStreams()
        streams.take(of_two(1000), 0.0, 1.0)
        stream = streams.take(of_two(2000), 0.0, 1.0)
        # 300 and 1300 ahead over nine that may be missing; 2000 and 3000.
        assert (streams.take(of_two(2000 + ahead), 0.0, 1.0) is stream) == is_same
    # A third publisher may be one that was not heard yet.
    assert streams.take(Sender(6000, None, 4), 0.0, 1.0) is not stream


@pytest.mark.parametrize('behind', [False, True])
def test_counts_so_near_that_a_loss_may_exchange_them_are_confused(behind):
    for apart, is_near in ((NEAR, True), (NEAR + 1, False)):
        streams = SenderStreams()
        numbers = (100, 100 + apart)
        for number in reversed(numbers) if behind else numbers:
            streams.take(of_two(number), 0.0, 1.0)
        assert streams.count == 2 and streams.is_confused == is_near


def test_who_tells_its_identity_is_never_confused_and_one_without_count_beside_others_is():
    streams = SenderStreams()
    for name in (b'one', b'two'):
        streams.take(Sender(5, name, 2), 0.0, 1.0)
    assert streams.count == 2 and not streams.is_confused
    streams = SenderStreams()
    streams.take(Sender(None, None, 1), 0.0, 1.0)
    assert not streams.is_confused
    streams.take(Sender(None, None, 2), 0.0, 1.0)
    assert streams.is_confused


def test_confusion_ends_after_five_timeouts_of_all_but_one():
    silence = CLEARED_AFTER * TIMEOUT
    for late, is_confused in ((0.0, True), (2.0**-10, False)):
        streams = SenderStreams()
        for number in (100, 110):
            streams.take(of_two(number), 0.0, TIMEOUT)
        assert streams.is_confused
        streams.take(Sender(100_000), silence + late, TIMEOUT)
        assert streams.is_confused == is_confused


@pytest.mark.parametrize(
    ('before', 'after', 'is_same'),
    [
        (Sender(100), Sender(101), True),
        (Sender(100), Sender(109), True),
        (Sender(100), Sender(110), False),
        (Sender(100), Sender(100), False),
        # An identity counts more than any number.
        (Sender(100, b'one'), Sender(7, b'one'), True),
        (Sender(100, b'one'), Sender(101, b'two'), False),
        (Sender(100), Sender(101, b'two'), False),
        (Sender(None), Sender(None), False),
        (Sender(100), Sender(None), False),
        (Sender(None), Sender(100), False),
    ],
)
def test_after_a_silence_a_stream_goes_on_by_its_identity_or_the_next_counts(
    before, after, is_same
):
    streams = SenderStreams()
    stream = streams.take(before, 0.0, TIMEOUT)
    assert (streams.take(after, 2.0 * TIMEOUT, TIMEOUT) is stream) == is_same
    assert streams.count == 2 - is_same


def passing(streams, steps):
    """A slow publisher, not one count a second, and one of eighty that passes it by ten a step."""
    slow = streams.take(of_two(1000), 0.0, 8.0)
    streams.take(of_two(1001), 2.0, 8.0)
    fast = streams.take(of_two(945), 2.0, 8.0)
    for step in range(1, 1 + steps):
        streams.take(of_two(945 + 10 * step), 2.0 + 0.125 * step, 8.0)
    return slow, fast


def test_one_much_faster_that_meets_another_is_confused_with_it_from_then_on():
    for steps in range(8):
        streams = SenderStreams()
        passing(streams, steps)
        assert streams.is_confused == (945 + 10 * steps >= 1001 - NEAR), steps


@pytest.mark.parametrize(('apart', 'is_confused'), [(NEAR, True), (NEAR + 1, False)])
def test_one_much_faster_that_has_passed_is_known_again_as_soon_as_it_is_apart(apart, is_confused):
    streams = SenderStreams()
    slow, fast = passing(streams, 7)
    # One message of the fast one counted for the slow one meanwhile.
    assert (slow.number, fast.number) == (1005, 1015)
    streams.take(of_two(1005 + apart), 3.0, 8.0)
    assert streams.is_confused
    streams.take(of_two(1005 + apart + 10), 3.125, 8.0)
    assert streams.is_confused == is_confused and streams.count == 2
    assert (slow.number, fast.number) == (1005, 1005 + apart + 10)
    assert slow.rate < 3.0 and fast.rate > 70.0


def test_rates_learned_after_two_met_do_not_tell_which_is_which():
    streams = SenderStreams()
    # The slow one was heard once: when they meet nobody knows how fast it is.
    streams.take(of_two(1000), 0.0, 8.0)
    for step in range(12):
        streams.take(of_two(945 + 10 * step), 2.0 + 0.125 * step, 8.0)
        assert streams.is_confused == (945 + 10 * step >= 1000 - NEAR) and streams.count == 2


def test_two_nearly_as_fast_as_each_other_that_met_stay_confused():
    streams, numbers = SenderStreams(), [100, 160]
    assert not streams.is_confused
    for step in range(1, 60):
        # Sixty apart, then 24, then thirty: the rates do not tell which is which.
        numbers[0] += 2 if step <= 36 else 1
        numbers[1] += 1 if step <= 36 else 2 if step <= 42 else 1
        for number in numbers:
            streams.take(of_two(number), 0.125 * step, 8.0)
        assert streams.is_confused == (step >= 35) and streams.count == 2
    assert numbers[1] - numbers[0] == 30


@pytest.mark.parametrize(
    ('number', 'is_confused'),
    [
        (261, False),  # the next of one, 61 of 69 ahead of the other
        (264, True),  # four of nine and 64 of 69: within a factor of four
    ],
)
def test_a_message_that_two_may_have_sent_confuses_them_unless_one_is_far_likelier(
    number, is_confused
):
    streams = SenderStreams()
    for sender, heard in ((Sender(100), 0.0), (Sender(200), 0.125), (of_two(260), 0.125)):
        streams.take(sender, heard, 1.0)
    assert streams.count == 2 and not streams.is_confused
    assert streams.take(of_two(number), 0.25, 1.0).number == number
    assert streams.count == 2 and streams.is_confused == is_confused


def test_a_stream_lives_to_the_end_of_its_timeout():
    """Sixty more than what resumes a stream: they may be lost of a living one only."""
    for timeout, lives in ((0.125, True), (0.1249, False)):
        streams = SenderStreams()
        stream = streams.take(Sender(100), 0.0, 1.0)
        streams.take(Sender(200), 0.125, 1.0)
        assert (streams.take(of_two(269), 0.25, timeout) is stream) == lives


@pytest.mark.parametrize(
    ('first', 'second'),
    [
        (Sender(100, b'one'), Sender(101, None, 2)),
        (Sender(100), Sender(101, b'one', 2)),
        (Sender(100), Sender(None, None, 2)),
        (Sender(None), Sender(101, None, 2)),
    ],
)
def test_what_one_message_tells_and_another_does_not_makes_two_publishers(first, second):
    streams = SenderStreams()
    stream = streams.take(first, 0.0, 1.0)
    assert streams.take(second, 0.0, 1.0) is not stream and streams.count == 2


def test_of_streams_only_those_heard_last_are_remembered():
    streams, heard = SenderStreams(), {}
    for number in range(MOST_STREAMS + 3):
        heard[number] = streams.take(Sender(5, bytes([number])), float(number), TIMEOUT)
    assert streams.count == MOST_STREAMS
    for number in (3, MOST_STREAMS + 1):
        again = streams.take(Sender(6, bytes([number])), 100.0, TIMEOUT)
        assert again is heard[number] and streams.count == MOST_STREAMS
    assert streams.take(Sender(6, bytes([2])), 100.0, TIMEOUT) is not heard[2]


@pytest.mark.parametrize(
    ('number', 'is_next'), [(101, True), (100, False), (102, False), (None, False)]
)
def test_only_the_very_next_count_of_an_only_publisher_goes_on_unasked(number, is_next):
    streams = SenderStreams()
    stream = streams.take(Sender(100), 0.0, TIMEOUT)
    assert streams.continues(stream, number, 0.0625) == is_next
    assert (stream.number, stream.received) == ((101, 0.0625) if is_next else (100, 0.0))
    streams.take(of_two(5000), 0.0625, TIMEOUT)
    assert not streams.continues(stream, stream.number + 1, 0.0625)
    told = streams.take(Sender(1, b'one'), 0.0625, TIMEOUT)
    assert not SenderStreams().continues(told, 2, 0.0625)
