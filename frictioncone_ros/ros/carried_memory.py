# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What was sent last, seen from where the next command is judged."""

from __future__ import annotations

from dataclasses import replace

from frictioncone_ros.control.command import Command
from frictioncone_ros.control.following import FilterMemory
from frictioncone_ros.control.watchdog import restarted
from frictioncone_ros.ros.placement import Placement
from frictioncone_ros.spatial import Array, PLANAR, shift_twist, shift_wrench


def carried_memory(
    memory: FilterMemory, before: Placement | None, now: Placement | None
) -> FilterMemory:
    """
    Return the filter's memory for contacts in another frame or about another moment centre.

    A ramp starts from what was sent last: the same wrench has other components about another
    point. Where the contacts' frame itself changes, or the plane becomes space, what was sent
    cannot be said in the new terms: the ramp then begins at neutral.
    """
    if now is None or before is now:
        return memory
    if memory.sent is not None and memory.sent.wrench.shape[0] != now.state.dimension:
        return _begun_anew(memory)
    if before is None:
        return memory
    if before.snapshot.frame != now.snapshot.frame:
        return _begun_anew(memory)
    size = 2 if now.state.dimension == PLANAR else 3
    way = (now.offset - before.offset)[:size]
    return _moved(memory, way) if way.any() else memory


def _begun_anew(memory: FilterMemory) -> FilterMemory:
    return FilterMemory(watch=restarted(memory.watch), time=memory.time, settings=memory.settings)


def _moved(memory: FilterMemory, way: Array) -> FilterMemory:
    return replace(memory, sent=_shifted(memory.sent, way), anchor=_shifted(memory.anchor, way),
                   substitute=_shifted(memory.substitute, way), hint=None)


def _shifted(command: Command | None, way: Array) -> Command | None:
    """Return the same command about a point moved by way; accelerations of slow motion alike."""
    if command is None:
        return None
    return Command(shift_wrench(command.wrench, way), shift_twist(command.twist, way),
                   shift_twist(command.acceleration, way))
