# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The filter's condition as ordered codes: a higher one is worse, the worst one wins.

This is the only place where a condition is put into words: the text on ~/status, that of an
assessment, the comments of FilterStatus.msg and the trouble-shooting page all come from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

NOT_CARRIED = 'the contacts cannot carry the commanded force'
GIVEN_UP = (
    'too much of the commanded force is not carried with the margin, or by compliant contacts'
)
"""Why a command is not followed that the contacts could carry by themselves."""

UNKNOWN_SQUEEZE = (
    'whether the contacts press on each other hard enough to hold it is not known: state their '
    'internal_force, or measure all forces'
)
"""Said beside the conditions where opposed contacts could hold it by a squeeze not stated."""


class FilterCode(IntEnum):
    """
    One condition; the numbers are those of the message FilterStatus.

    meaning: what holds, as the message's comment says it. sentence: what people are told, with
    places for settings and facts by name. remedy: what to look at or do; empty where nothing is
    wrong.
    """

    meaning: str
    sentence: str
    remedy: str

    def __new__(
        cls, value: int, meaning: str = '', sentence: str = '', remedy: str = ''
    ) -> FilterCode:
        """Make a member from its number and its words."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning, member.sentence, member.remedy = meaning, sentence, remedy
        return member

    OK = (0, 'the command passes unchanged', 'the command passes unchanged', '')
    PROJECTED = (
        10,
        'a part the contacts cannot or will not carry, or that is not free to move, was removed',
        'a part that is not free, or cannot or will not be carried, was removed',
        '',
    )
    SLIP_UNDEFINED = (
        15,
        'a contact desired to slide has no direction of slip; it is treated as kept',
        'a contact desired to slide does not move: it has no direction of slip and is treated as '
        'kept',
        'state the sliding direction in the desired mode, or command a twist that moves the '
        'contact',
    )
    LIMITED = (20, 'scaled or slowed by a limit', 'scaled or slowed by a limit', '')
    PART_RELEASED = (
        25,
        'a part that was commanded is commanded no longer; it ramps to zero or is zero',
        'no longer commanded, on the way to zero or there: {released}',
        'where this was not meant: its publisher has stopped; look at the rate of its topic',
    )
    RAMPING = (30, 'on the way back to the command', 'on the ramp back to the command', '')
    RATE_EXCEEDED = (
        35,
        'a rate could not be kept beside an absolute limit or the present contacts',
        'faster than allowed, for a limit or the contacts left no slower way: {rates}',
        'contacts that jump, or a limit lowered while running; smooth the estimate',
    )
    LOW_MARGIN = (
        40,
        'can be carried, but closer to slipping than the margin asked for, or will not be carried '
        'with it (will_be_carried)',
        'closer to slipping than the margin of {margin:g} N, {margin_reason}',
        'press harder, or push less',
    )
    MODE_UNKNOWN = (
        45,
        'which contact modes the command can produce is not known, or not any more',
        'which contact modes are possible is not known: {mode_reason}',
        'raise prediction_rate or prediction_time_limit; fewer contacts are judged sooner',
    )
    AMBIGUOUS_MODE = (
        50,
        'several contact modes are consistent with the command',
        'the command can produce several contact modes',
        '~/contact_modes lists them',
    )
    NO_MODE = (
        55,
        'no contact mode is consistent with the command: rigid bodies cannot do this',
        'no contact mode is consistent with the command',
        'jamming, or contacts that contradict each other: look at normals and friction',
    )
    MODE_INCONSISTENT = (
        60,
        'the desired contact mode is not among the consistent ones',
        'the desired contact mode will not come about, or is for other contacts',
        '~/contact_modes lists what will; ~/compute_wrench_cone says what to command',
    )
    INFEASIBLE = (
        70,
        'the contacts cannot carry the commanded force; infeasible_policy was applied',
        '{infeasible_reason} (infeasible_policy {infeasible_policy.value})',
        '`separating_twist` in the answer is the proof: look at normals, friction, the sign of '
        'the wrench; without one press harder, or ask for less margin',
    )
    CONTACT_LOST = (
        80,
        'no contact: force that needs contact is zero, free motion is limited',
        'nothing is touched: no force, motion up to {free_motion_limit:g} m/s',
        'if it does touch: look at the estimator',
    )
    WAITING = (
        90,
        'active, but a required input has not come yet',
        'waiting for {missing}',
        'is somebody publishing? same namespace, same domain?',
    )
    INACTIVE = (
        100,
        'the node is not active: the neutral command',
        'not following: inactive or disabled',
        '`frictioncone status`, then `ros2 lifecycle set /frictioncone activate` or `~/enable`',
    )
    INVALID_COMMAND = (
        110,
        'the last command was refused; text says why',
        'the last command was refused',
        'the text names the field',
    )
    INVALID_CONTACTS = (
        120,
        'the last contact snapshot was refused; text says why',
        'the last contact snapshot was refused',
        'the text names the contact and the field',
    )
    TRANSFORM_UNAVAILABLE = (
        130,
        'a frame could not be transformed; text says which',
        'a frame could not be transformed',
        'the text names both frames',
    )
    COMMAND_STALE = (
        140,
        'the command is too old by its stamp or by its receipt',
        'no fresh command for {command_timeout:g} s',
        'look at its rate, then at the clocks: is the stamp older than that when it arrives?',
    )
    CONTACTS_STALE = (
        150,
        'the contact snapshot is too old by its stamp or by its receipt',
        'no fresh contacts for {contacts_timeout:g} s',
        'the estimator is silent; it must repeat itself while nothing changes',
    )
    COMMAND_CONFLICT = (
        160,
        'somebody else commands too; only the first one is followed',
        'more than one commands ({publishers} publishers): {followed}',
        'end one; the first keeps its right until it is silent for command_timeout',
    )
    OVERRUN = (
        165,
        'no answer was found in time; what was sent before is kept where it is proved',
        'no answer was found within {time_budget:g} s: what was sent before is kept where it is '
        'proved, else ramped to neutral',
        'fewer contacts, fewer polygon edges; raise time_budget where the controller can wait',
    )
    NUMERICAL_ERROR = (
        170,
        "a solver's answer failed its own check",
        "the numbers are too large, or a solver's answer failed its check",
        'please report it with the text',
    )
    INTERNAL_ERROR = (
        180,
        'a fault of this software',
        'a fault of this software',
        'please report it with the text',
    )
    NODE_LOST = (
        190,
        'the node died or hangs; its guard publishes neutral',
        'the node died or hangs: its guard publishes neutral',
        'the log of the node says why; it starts again with guard_respawn or by hand',
    )
    EMERGENCY_STOP = (
        200,
        'neutral and latched until reset',
        'emergency stop: neutral until ~/reset',
        'release it, keep commands and contacts coming, call `~/reset`',
    )


def worst(codes: tuple[FilterCode, ...]) -> FilterCode:
    """Return the highest code, OK where there is none."""
    return max(codes, default=FilterCode.OK)


def code_name(code: int) -> str:
    """Return a code's name, as FilterStatus spells it; that of a newer node may have none here."""
    return FilterCode(code).name if code in set(FilterCode) else f'code {code}'


def sentence(
    codes: tuple[FilterCode, ...],
    facts: Mapping[str, object],
    reasons: Mapping[FilterCode, str] | None = None,
    doubts: Sequence[str] = (),
) -> str:
    """
    Return one sentence for people: the conditions that hold, in the order given.

    facts: by name, whatever the sentences have places for; settings among them. reasons: said in
    place of the sentence. doubts: said after the conditions. Without figures that change from tick
    to tick: a status is published when its words change.
    """
    sentences = reasons or {}
    held = [
        sentences.get(code) or code.sentence.format_map(_Known(facts))
        for code in codes or (FilterCode.OK,)
    ]
    return '; '.join([*held, *doubts])


class _Known(dict[str, object]):
    """Facts by name; one that is not known is said to be so, never a reason to say nothing."""

    def __missing__(self, name: str) -> str:
        return f'({name} not known)'
