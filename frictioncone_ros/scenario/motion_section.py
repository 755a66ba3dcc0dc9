# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The desired motion of a scenario file: a twist, and which contacts are the robot's."""

from __future__ import annotations

from frictioncone_ros.contact import ContactState
from frictioncone_ros.scenario.scenario import DesiredMotion
from frictioncone_ros.scenario.section import Entry, Section

MOTION_KEYS = ('twist', 'hand', 'hand_turns')
FREE = 'free'
"""What stands for a component that may be anything."""

FLAGS = {'true': True, 'false': False}


def read_motion(document: Section, state: ContactState | None) -> DesiredMotion | None:
    """Return the desired motion; None where the document has none or lists no contacts."""
    entry = document.get('motion')
    if entry is None or state is None:
        return None
    section = entry.section(MOTION_KEYS)
    listed = section.required('twist').entries()
    if len(listed) != state.dimension:
        raise section.required('twist').refused(f'{state.dimension} numbers or "{FREE}"')
    twist = tuple(None if one.text() == FREE else one.number() for one in listed)
    return DesiredMotion(twist, _hand(section, state), _flag(section.get('hand_turns')))


def motion_entries(motion: DesiredMotion) -> dict[str, object]:
    """Return what a file says of a motion."""
    twist = [FREE if value is None else value for value in motion.twist]
    entries: dict[str, object] = {'twist': twist}
    if motion.hand:
        entries['hand'] = list(motion.hand)
    return {**entries, **({'hand_turns': True} if motion.hand_turns else {})}


def _hand(section: Section, state: ContactState) -> tuple[str, ...]:
    entry = section.get('hand')
    if entry is None:
        return ()
    names = tuple(one.text() for one in entry.entries())
    for one in entry.entries():
        if one.text() not in state.names:
            raise one.refused(f'the name of a contact: {", ".join(state.names)}')
    return names


def _flag(entry: Entry | None) -> bool:
    if entry is None:
        return False
    if entry.text() not in FLAGS:
        raise entry.refused('true or false')
    return FLAGS[entry.text()]
