# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Plain wrench, twist and accel commands, joined into one hybrid command."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.session.values import FramedCommand, Frames
from frictioncone_ros.spatial import Array


@dataclass(frozen=True, eq=False)
class _Part:
    values: Array
    axes: str
    stamp: int
    received: float


class PlainInputs:
    """
    The latest of each plain input.

    A part that stopped coming for command_timeout is no longer commanded, so that a forgotten
    velocity does not live on beside a fresh force. Parts whose stamps are further apart than that
    are not of one command either: the older one counts as silent. All parts must be written along
    one frame. A stamp that lies ahead of the clock is of before a jump back of it, and says
    nothing of the order of what comes after.
    """

    def __init__(self) -> None:
        """Begin without any part."""
        self._parts: dict[str, _Part] = {}
        self._known: set[str] = set()

    def joined(
        self,
        part: str,
        given: tuple[str, Array, int],
        times: tuple[float, float],
        settings: NodeSettings,
    ) -> FramedCommand:
        """
        Return the command after a part (frame, numbers, stamp [ns]) came.

        times: of its receipt, and of the clock that stamps are written in [s].
        """
        axes, values, stamp = given
        (now, stamp_clock), timeout = times, settings.filter.command_timeout
        self._forget_order(stamp_clock + settings.filter.future_tolerance)
        fresh = {
            name: kept
            for name, kept in self._parts.items()
            if name != part and now - kept.received <= timeout
        }
        for name, kept in fresh.items():
            _require_not_before(kept, stamp, timeout, (part, name))
        for name, kept in fresh.items():
            if kept.axes != axes:
                raise InvalidInputError(
                    'header.frame_id',
                    axes,
                    f'{kept.axes!r} as of the {name} command',
                    f'{part} command',
                )
        last = self._parts.get(part)
        in_time = last is not None and now - last.received <= timeout
        if last is not None and in_time and 0 < stamp < last.stamp:
            raise InvalidInputError(
                'header.stamp', stamp, 'a stamp after the last one', f'{part} command'
            )
        together = {
            name: kept for name, kept in fresh.items() if _lag(stamp, kept.stamp) <= timeout
        }
        self._parts = {**together, part: _Part(values, axes, stamp, now)}
        frames = Frames(
            axes, settings.word('controlled_frame') or axes, settings.word('reference_frame')
        )
        self._known.add(part)
        silent = tuple(sorted(self._known.difference(self._parts)))
        values_of = {name: kept.values for name, kept in self._parts.items()}
        return FramedCommand(frames, values_of, stamp, silent=silent, in_order=True)

    def _forget_order(self, latest: float) -> None:
        """Take stamps later than can be by now [s] for none."""
        for name, kept in self._parts.items():
            if kept.stamp * NANOSECOND > latest:
                self._parts[name] = replace(kept, stamp=0)

    def forget(self) -> None:
        """Begin anew."""
        self._parts.clear()
        self._known.clear()


def _lag(later: int, earlier: int) -> float:
    """Return by how much one stamp [ns] is after another [s]; 0 where one is missing."""
    return (later - earlier) * NANOSECOND if later and earlier else 0.0


def _require_not_before(kept: _Part, stamp: int, timeout: float, names: tuple[str, str]) -> None:
    """Raise InvalidInputError where a part comes so late that it is of an older command."""
    lag = _lag(kept.stamp, stamp)
    if lag > timeout:
        part, other = names
        raise InvalidInputError(
            'header.stamp',
            f'{lag:.3f} s before that of the {other} command',
            f'at most command_timeout = {timeout:g} s',
            f'{part} command',
        )
