# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The judge of what is heard on the wire: every filtered command, by node or guard.

It is told what the estimator sent and what the node's limits are; geometry and friction are the
judge's own (geometry.py, solvers.py).
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from geometry import Geometry
import numpy as np
from records import Array, PlainContact
from solvers import carried_distance

KEPT_SNAPSHOTS = 5000
SLACK = 1e-6
LENGTH = 0.1
"""Makes moments and forces comparable in the judge's sums [m]."""
STAMP_SLACK = 0.02
"""
By how much longer a step may have taken than the stamps of two messages say [s].

The filter counts from receipt to receipt, messages are stamped when they leave.
"""
PARTS = {
    'wrench': ('force', 'torque'),
    'twist': ('linear', 'angular'),
    'accel': ('linear', 'angular'),
}
LIMITS = {
    'wrench': ('max_force', 'max_moment'),
    'twist': ('max_linear_speed', 'max_angular_speed'),
    'accel': ('max_linear_acceleration', 'max_angular_acceleration'),
}
RATES = {'wrench': ('max_force_rate', 'max_moment_rate')}
AT_ONCE = frozenset({'EMERGENCY_STOP', 'INACTIVE', 'WAITING', 'NODE_LOST'})
"""Conditions under which neutral is sent without a ramp."""


@dataclass
class WireJudge:
    """
    limits: the node's parameters by name. codes: names of the status codes by number.

    violations: what was wrong, in words; counts: how often each law was judged.
    """

    limits: Mapping[str, float]
    codes: Mapping[int, str]
    frames: frozenset[str]
    violations: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    pressed_since: float | None = None
    _known: OrderedDict[int, Geometry | None] = field(default_factory=OrderedDict)
    _before: tuple[float, dict[str, Array]] | None = None

    def sent_contacts(self, stamp: int, contacts: tuple[PlainContact, ...]) -> None:
        """Note a snapshot that was sent, by its stamp [ns]."""
        self._known[stamp] = Geometry(contacts, 6)
        while len(self._known) > KEPT_SNAPSHOTS:
            self._known.popitem(last=False)

    def sent_unknown(self, stamp: int) -> None:
        """Note a snapshot by its stamp [ns] of which is not known what it carries."""
        self._known.setdefault(stamp, None)

    def forget_rates(self) -> None:
        """Judge no step from what was heard before: another process speaks from here on."""
        self._before = None

    def judge(self, message: Any, now: float) -> bool:
        """Judge one FilteredCommand heard at a time [s]; tell whether it is neutral."""
        parts = {name: _six(getattr(message, name), halves) for name, halves in PARTS.items()}
        if self._before is not None and _seconds(message) < self._before[0]:
            # Stopped while it was being sent, and gone on after its guard has spoken: a listener
            # can tell by the stamp, and one that does not look has it for a few milliseconds.
            self.counts['late'] += 1
            return not any(values.any() for values in parts.values())
        names = self.names_of(message)
        neutral = not any(values.any() for values in parts.values())
        self._say('finite', _is_finite(message), 'a number that is none')
        if not neutral:
            frame = message.header.frame_id
            self._say('frame', frame in self.frames, f'numbers in frame {frame!r}')
        self._within(parts)
        if 'OVERRUN' in names:
            self._overrun(parts['wrench'])
        else:
            self._carried(message, parts['wrench'])
        # Back from a hang the node begins where its guard was, at neutral.
        if not (names & AT_ONCE or (neutral and 'RAMPING' in names)):
            self._rates(message, parts, names)
        if self.pressed_since is not None:
            text = f'{now - self.pressed_since:.3f} s after the emergency stop'
            self._say('emergency_stop', neutral or now - self.pressed_since < 0.1, text)
        self._before = _seconds(message), parts
        return neutral

    def names_of(self, message: Any) -> set[str]:
        """Return the names of the conditions that a message states."""
        return {self.codes.get(int(code), '?') for code in message.status.codes}

    def _say(self, law: str, holds: bool, text: str) -> None:
        self.counts[law] += 1
        if not holds:
            self.violations.append(f'{law}: {text}')

    def _within(self, parts: Mapping[str, Array]) -> None:
        for name, values in parts.items():
            for half, limit in zip((values[:3], values[3:]), LIMITS[name], strict=True):
                most = self.limits.get(limit, np.inf)
                size = float(np.linalg.norm(half))
                self._say(limit, size <= most * (1.0 + SLACK), f'{size:.6g}, limit {most:g}')

    def _carried(self, message: Any, wrench: Array) -> None:
        stamp = message.contacts_stamp.sec * 10**9 + message.contacts_stamp.nanosec
        if not wrench.any():
            return
        self._say('known_contacts', stamp in self._known, f'nobody sent contacts stamped {stamp}')
        geometry = self._known.get(stamp)
        if geometry is None:
            return
        forces = np.array(message.contact_forces)
        if len(forces) == geometry.matrix.shape[1] and message.contact_names:
            world = forces.reshape(-1, 3)
            local = np.concatenate(
                [frame @ one for frame, one in zip(geometry.frames, world, strict=True)]
            )
            scale = np.array([1.0, 1.0, 1.0, *[1.0 / LENGTH] * 3])
            missing = float(np.linalg.norm(scale * (geometry.matrix @ local + wrench)))
            largest = float(np.abs(local).max(initial=0.0))
            outside = geometry.cone_excess(local)
            proved = outside <= SLACK * largest and missing <= SLACK * (1.0 + largest)
            if proved:
                self._say('carried', True, '')
                return
        distance = carried_distance(geometry, wrench, LENGTH, np.inf)
        self._say('carried', distance <= 1e-5, f'{distance:.3g} of the force is not carried')

    def _overrun(self, wrench: Array) -> None:
        """Without time for the present contacts what was sent before goes on, and never grows."""
        before = 0.0 if self._before is None else float(np.linalg.norm(self._before[1]['wrench']))
        size = float(np.linalg.norm(wrench))
        text = f'{size:.6g} after {before:.6g}'
        self._say('overrun', size <= before * (1.0 + SLACK) + 1e-9, text)

    def _rates(self, message: Any, parts: Mapping[str, Array], names: set[str]) -> None:
        if self._before is None or 'RATE_EXCEEDED' in names:
            return
        then, before = self._before
        elapsed = _seconds(message) - then + STAMP_SLACK
        for name, rates in RATES.items():
            change = parts[name] - before[name]
            for half, rate in zip((change[:3], change[3:]), rates, strict=True):
                most = self.limits.get(rate, np.inf) * elapsed
                size = float(np.linalg.norm(half))
                text = f'{size:.4g} in {elapsed:.4f} s, at most {most:.4g} ({sorted(names)})'
                self._say(rate, size <= most, text)


def _seconds(message: Any) -> float:
    return float(message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec)


def _six(message: Any, halves: tuple[str, str]) -> Array:
    return np.array(
        [getattr(getattr(message, half), axis) for half in halves for axis in ('x', 'y', 'z')]
    )


def _is_finite(message: Any) -> bool:
    """Tell whether every number of a message is finite, whatever field it stands in."""
    if isinstance(message, float):
        return isfinite(message)
    if isinstance(message, (str, bytes, bool, int)):
        return True
    if hasattr(message, 'get_fields_and_field_types'):
        return all(
            _is_finite(getattr(message, name)) for name in message.get_fields_and_field_types()
        )
    values = np.asarray(message)
    if values.dtype.kind in 'fiub':
        return bool(np.isfinite(values).all())
    return all(_is_finite(one) for one in message)
