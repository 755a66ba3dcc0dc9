# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A recorded run in the live view: a slider over its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from frictioncone_ros.contact import ContactState, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings, read_parameter_file
from frictioncone_ros.replay import open_bag, Recording, rerun, Row
from frictioncone_ros.spatial import Array
from frictioncone_ros.viewer.contact_view import ContactView


def run_view(
    bag: Path,
    node: str,
    parameters: Path | None,
    port: int,
    say: Callable[[str], object] = lambda _: None,
) -> ContactView:
    """
    Filter a recording again and show its commands, the one with the least margin first.

    say: is told what of the recording is not shown, a sentence each.
    """
    with open_bag(bag, node) as recording:
        values = read_parameter_file(parameters, recording.node) if parameters else {}
        filtered = rerun(recording, node_settings(values))
    rows = [row for row in filtered if row.touched is not None and row.touched[0].contact_count]
    for sentence in (*recording.faults, *_not_shown(recording, len(filtered) - len(rows))):
        say(sentence)
    if not rows:
        raise InvalidInputError('recording', str(bag), 'commands while something was touched')
    margins = [np.inf if row.margin is None else row.margin for row in rows]
    worst = int(np.argmin(margins))
    view = ContactView(*instant(rows[worst]), port)

    def shown(index: int) -> None:
        view.show(*instant(rows[index]), words(rows[index]))

    chosen = view.server.gui.add_slider('command', 0, len(rows) - 1, 1, worst)
    chosen.on_update(lambda event: shown(int(event.target.value)))
    shown(worst)
    return view


def _not_shown(recording: Recording, without: int) -> Iterator[str]:
    """Yield which commands have no place on the slider; without: those without contacts."""
    if recording.left_out:
        yield f'{recording.left_out} commands have no answer in the bag and are left out'
    if without:
        yield f'{without} commands came while nothing was touched, and are not shown'


def instant(row: Row) -> tuple[ContactState, Array]:
    """Return a row's contacts and the external wrench (d,) that their forces carried [N, Nm]."""
    if row.touched is None:
        raise InvalidInputError('row', row.key, 'contacts')
    state, forces = row.touched
    return state, -(wrench_matrix(state) @ forces)


def words(row: Row) -> str:
    """Return when it was and what the filter said."""
    return f't = {row.time:.3f} s, {row.code.name}: {row.text}'
