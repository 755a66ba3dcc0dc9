# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The log says when the status gets worse, and when all is well again; not every tick."""

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.session.reports import Severity, severity_of, StatusLog
from frictioncone_ros.session.values import Status


def said(codes, period=0.001):
    lines = []
    log = StatusLog(lambda severity, line: lines.append((severity, line.split(':')[0])))
    for index, code in enumerate(codes):
        log.see(Status(code, 'text'), 100.0 + index * period)
    return lines


def test_limits_and_ramps_are_not_worth_a_line():
    assert not said([FilterCode.OK, FilterCode.LIMITED, FilterCode.PROJECTED, FilterCode.RAMPING])


def test_what_ends_a_command_for_a_fault_is_an_error_and_what_the_filter_is_for_says_nothing():
    loudness = {
        FilterCode.OK: Severity.INFO,
        FilterCode.RATE_EXCEEDED: Severity.INFO,
        FilterCode.LOW_MARGIN: Severity.WARNING,
        FilterCode.OVERRUN: Severity.WARNING,
        FilterCode.NUMERICAL_ERROR: Severity.ERROR,
        FilterCode.EMERGENCY_STOP: Severity.ERROR,
    }
    assert {code: severity_of(code) for code in loudness} == loudness
    said_loudly = [severity_of(code) for code in sorted(FilterCode)]
    assert said_loudly == sorted(said_loudly)


def test_worse_is_said_at_once_and_well_again_once():
    codes = [
        FilterCode.OK,
        *[FilterCode.COMMAND_STALE] * 5,
        FilterCode.EMERGENCY_STOP,
        *[FilterCode.RAMPING] * 5,
        *[FilterCode.OK] * 5,
    ]
    assert said(codes, period=2.0) == [
        (Severity.WARNING, 'COMMAND_STALE'),
        (Severity.ERROR, 'EMERGENCY_STOP'),
        (Severity.INFO, 'OK'),
    ]


def test_what_comes_and_goes_is_said_twice_a_second_at_most():
    assert len(said([FilterCode.OK, FilterCode.LOW_MARGIN] * 1500)) <= 7
