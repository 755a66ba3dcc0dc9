# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rank 2: neutral where told, at once or at the end of the stop ramp; never followed when not."""

from __future__ import annotations

from case import AT_ONCE, Case, FOLLOWS, StopClock
import numpy as np
from records import Verdict

CLOSE = 1e-9
"""Times closer than this to a timeout [s] are on neither side of it."""
SLACK = 1e-6


def neutral(case: Case) -> list[Verdict]:
    """Judge everything that must be neutral, or must not be followed."""
    tick, told = case.tick, case.tick.told
    zero = not any(values.any() for values in tick.given.values())
    verdicts: list[Verdict] = []
    if told.pressed or (case.memory.latched and not _may_reset(case)):
        verdicts.append(('emergency_stop', 0.0, not zero, f'not neutral in phase {tick.phase}'))
    if not told.active:
        verdicts.append(('inactive', 0.0, not zero, 'not neutral while inactive'))
    if tick.phase in ('holding', 'silent', *AT_ONCE) and not tick.holds:
        verdicts.append(('holding', 0.0, not zero, f'not neutral in phase {tick.phase}'))
    if forbidden(case, certainly=True):
        follows = tick.phase in FOLLOWS
        verdicts.append(
            (
                'not_followed',
                0.0,
                follows,
                f'{tick.phase} although {forbidden(case, certainly=True)}',
            )
        )
    if tick.holds:
        asked = bool(tick.settings['hold_normal']) and 'contacts' in forbidden(case)
        verdicts.append(('hold_asked', 0.0, not asked, 'held although nothing asks for it'))
    if not tick.publish and case.memory.published is not None:
        spoken = any(values.any() for values in case.memory.published.parts.values())
        verdicts.append(('silence', 0.0, spoken, f'silent ({tick.phase}) before it was neutral'))
    return verdicts + _stopped(case, zero)


def forbidden(case: Case, *, certainly: bool = False) -> tuple[str, ...]:
    """Return why the command must not be followed; certainly: without what rounding decides."""
    told = case.tick.told
    slack = CLOSE if certainly else -CLOSE
    reasons = []
    for name, ages in (('command', told.command_ages), ('contacts', told.contacts_ages)):
        timeout, ahead = case.limit(f'{name}_timeout'), case.limit('future_tolerance')
        received, stamped = ages
        stale = received is not None and abs(received) > timeout + slack
        if stamped is not None:
            stale |= stamped > timeout + slack or stamped < -ahead - slack
        reasons += [name] if stale else []
    reasons += [] if told.enabled else ['disabled']
    reasons += ['never'] if told.never else []
    reasons += [] if told.frames_known else ['frames']
    # Without contacts there is one mode, that of no contacts.
    if case.tick.settings['require_unique_mode'] and not told.unique and case.geometry.contacts:
        reasons.append('no unique mode')
    return tuple(reasons)


def _may_reset(case: Case) -> bool:
    """Tell whether a reset may count: it needs inputs that are there, fresh and understood."""
    invalid = {'command', 'contacts', 'never', 'frames'} & {*forbidden(case, certainly=True)}
    return case.tick.told.reset and not invalid


def latched(case: Case) -> bool:
    """Return whether an emergency stop must still hold after this tick."""
    if case.tick.told.pressed:
        return True
    if not case.memory.latched:
        return False
    # Where a reset may count, what the filter says of it is believed.
    return not _may_reset(case) or case.tick.latched


def stop_clock(case: Case) -> StopClock | None:
    """Return since when following is forbidden without a break and with one goal."""
    tick, known = case.tick, case.memory.stop
    if not forbidden(case, certainly=True) or tick.phase in AT_ONCE:
        return None
    ramp = case.limit('stop_ramp_duration')
    if known is None or known.holds != tick.holds:
        return StopClock(tick.now, ramp, tick.holds)
    return StopClock(known.since, max(ramp, known.ramp), tick.holds)


def _stopped(case: Case, zero: bool) -> list[Verdict]:
    """Judge that after the stop ramp all is neutral, or as near to it as the rates let it be."""
    clock = stop_clock(case)
    if clock is None or clock.holds or case.tick.now - clock.since <= clock.ramp + CLOSE:
        return []
    if zero:
        return [('stopped', 0.0, False, '')]
    late = case.is_unchanged and not _slows_down(case)
    seconds = case.tick.now - clock.since - clock.ramp
    return [('stopped', seconds, late, f'not neutral {seconds:g} s after the stop ramp')]


def _slows_down(case: Case) -> bool:
    """Tell whether every part came nearer to zero by nine tenths of what the rates allow."""
    split = 2 if case.tick.dimension == 3 else 3
    for part, rates in (
        ('wrench', ('max_force_rate', 'max_moment_rate')),
        ('twist', ('max_speed_rate', 'max_rotation_rate')),
    ):
        before, now = case.before[part], case.tick.given[part]
        pairs = ((before[:split], now[:split]), (before[split:], now[split:]))
        sizes = [float(np.linalg.norm(old)) for old, _ in pairs]
        ways = [
            case.limit(rate) * case.elapsed if case.limit(rate) < np.inf else np.inf
            for rate in rates
        ]
        share = min(
            (way / size for way, size in zip(ways, sizes, strict=True) if size > 0.0), default=1.0
        )
        left = max(0.0, 1.0 - 0.9 * share) + SLACK
        if any(
            np.linalg.norm(new) > left * size + 1e-12
            for (_, new), size in zip(pairs, sizes, strict=True)
        ):
            return False
    return not case.tick.given['accel'].any()
