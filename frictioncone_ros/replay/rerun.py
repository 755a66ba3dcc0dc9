# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter run once more over recorded inputs, at the times at which they were recorded."""

from __future__ import annotations

from collections.abc import Callable

from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.replay.bag import INPUT_ROLES, Recording
from frictioncone_ros.replay.offline_node import OfflineNode
from frictioncone_ros.replay.row import Row

__all__ = ['Row', 'rerun']


def rerun(
    recording: Recording, settings: NodeSettings, progress: Callable[[int], None] = lambda _: None
) -> list[Row]:
    """
    Return a row for each command the filter took; refused inputs count as faults.

    Where the bag has answers, commands without one are left out: the node did not get them, as
    only the newest counts, and what it did not get does not move its memory. Ctrl-C ends it with
    the rows that there are, and it is among the faults.
    """
    offline = OfflineNode(settings, has_answers=recording.has_answers)
    try:
        for count, (role, time, message) in enumerate(
            recording.messages(INPUT_ROLES | {'filtered'})
        ):
            offline.take(role, time, message)
            progress(count)
    except KeyboardInterrupt:
        recording.interrupted = True
        recording.faults.append(f'interrupted: {len(offline.rows)} commands were filtered')
    if offline.refused:
        recording.faults.append(
            f'{offline.refused} inputs refused, the first: {offline.first_refusal}'
        )
    recording.left_out = offline.left_out
    return offline.rows
