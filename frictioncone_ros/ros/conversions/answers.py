# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter answers: outcome to the values of a FilteredCommand, and to the message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.ros.conversions.geometry import time_values
from frictioncone_ros.ros.conversions.wire.cdr import Layout, message_of
from frictioncone_ros.ros.conversions.wire.cdr_fields import Values
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import FramedCommand, PARTS, Status
from frictioncone_ros.spatial import Array, SPATIAL

ANSWER = Layout(FilteredCommand)
"""How an answer lies on the wire."""

_CARRIED = {
    None: FilteredCommand.CARRIED_NOT_KNOWN,
    True: FilteredCommand.WILL_BE_CARRIED,
    False: FilteredCommand.WILL_NOT_BE_CARRIED,
}
"""Whether compliant contacts carry the output, as the message says it."""

_MARGIN_OF = (FilteredCommand.MARGIN_OF_CAN, FilteredCommand.MARGIN_OF_WILL)
_ZEROS = [0.0] * SPATIAL
_NO_PROJECTORS: Mapping[str, Any] = {
    'has_projectors': False,
    'constraint_rank': 0,
    'constraint_force_projector': np.zeros(SPATIAL * SPATIAL).tobytes(),
    'free_motion_projector': np.zeros(SPATIAL * SPATIAL).tobytes(),
}
_CONTACT_NUMBERS = ('contact_moments', 'normal_forces', 'slip_margins', 'utilizations')
"""Fields of one number a contact, in the order of a report's."""
_NO_CONTACTS: Mapping[str, Any] = {
    'contact_names': (),
    'contact_forces': b'',
    **dict.fromkeys(_CONTACT_NUMBERS, b''),
}


class AnswerWriter:
    """
    Writes answers as the values of a FilteredCommand, by the names that `ANSWER` uses.

    What stays from answer to answer, as the split does while the contacts stay, is kept.
    """

    def __init__(self) -> None:
        """Begin with nothing kept."""
        self._projected: tuple[object, object] = (None, None)
        self._projectors = _NO_PROJECTORS

    def write(self, outcome: Outcome, parts: Mapping[str, Array], status: Status) -> Values:
        """Return the answer; stamps, compute_time and sequence are the sender's."""
        assessment, placement = outcome.assessment, outcome.placement
        asked = outcome.command
        return {
            'header.frame_id': asked.frames.axes,
            'controlled_frame_id': asked.frames.controlled,
            'reference_frame_id': asked.frames.reference,
            'sequence': 0,
            'command_sequence': asked.sequence,
            'command_stamp': time_values(asked.stamp),
            'contacts_stamp': time_values(0 if placement is None else placement.snapshot.stamp),
            'compute_time': 0.0,
            **status_values(status, 0, asked.frames.axes, 'status.'),
            **_part_values(asked, parts),
            'removed_fraction': outcome.removed_fraction,
            **_verdict_values(assessment, placement),
            **_contact_values(assessment, placement),
            **self._projector_values(assessment, placement),
        }

    def _projector_values(
        self, assessment: Assessment, placement: Placement | None
    ) -> Mapping[str, Any]:
        """Return the split; it changes with the contacts, not with the command."""
        prepared = assessment.prepared
        pair = None if prepared is None else prepared.projectors
        rotation = None if placement is None else placement.rotation
        if pair is not self._projected[0] or rotation is not self._projected[1]:
            self._projected = pair, rotation
            self._projectors = _NO_PROJECTORS
            if prepared is not None and pair is not None and placement is not None:
                force = placement.matrix_to_command_frame(pair.constraint_force)
                motion = placement.matrix_to_command_frame(pair.free_motion)
                self._projectors = {
                    'has_projectors': True,
                    'constraint_rank': prepared.constraint.rank,
                    'constraint_force_projector': force.tobytes(),
                    'free_motion_projector': motion.tobytes(),
                }
        return self._projectors


def stamp_values(stamp: int) -> Values:
    """Return the stamps of an answer, all the same [ns]."""
    return dict.fromkeys(
        ('header.stamp', 'status.stamp', 'status.header.stamp'), time_values(stamp)
    )


def answer_to_message(
    outcome: Outcome, parts: Mapping[str, Array], status: Status, stamp: int
) -> FilteredCommand:
    """Return the answer as a message object, stamped now [ns]."""
    answer = AnswerWriter().write(outcome, parts, status)
    return message_of(FilteredCommand, {**answer, **stamp_values(stamp)})


def status_to_message(status: Status, stamp: int, axes: str) -> FilterStatus:
    """Return the status as a message judged at `stamp` [ns]; axes: frame of the last answer."""
    return message_of(FilterStatus, status_values(status, stamp, axes))


def status_from_message(message: FilterStatus) -> Status:
    """Return the status that a message tells."""
    return Status(
        message.code,
        message.text,
        tuple(message.codes),
        message.safe_output,
        message.received_count,
        message.dropped_count,
    )


def status_values(status: Status, stamp: int, axes: str, prefix: str = '') -> Values:
    """Return the values of a FilterStatus judged at `stamp` [ns]; axes: frame of the answer."""
    return {
        f'{prefix}stamp': time_values(stamp),
        f'{prefix}code': int(status.code),
        f'{prefix}codes': bytes(status.codes),
        f'{prefix}text': status.text,
        f'{prefix}safe_output': status.safe_output,
        f'{prefix}received_count': status.received_count,
        f'{prefix}dropped_count': status.dropped_count,
        f'{prefix}header.stamp': time_values(stamp),
        f'{prefix}header.frame_id': axes,
    }


def _part_values(asked: FramedCommand, sent: Mapping[str, Array]) -> Values:
    """Return what is sent of each part, and what was removed."""
    values: Values = {}
    for part in PARTS:
        output, desired = sent.get(part), asked.parts.get(part)
        removed = _ZEROS
        if output is not None and desired is not None and output is not desired:
            removed = (desired - output).tolist()
        values[f'has_{part}'] = output is not None
        values[part] = _ZEROS if output is None else output.tolist()
        values[f'removed_{part}'] = removed
    return values


def _verdict_values(assessment: Assessment, placement: Placement | None) -> Values:
    """Return feasibility and margin where contacts were judged."""
    prepared = assessment.prepared if placement is not None else None
    length, twist = 1.0, None
    if prepared is not None and placement is not None:
        length = prepared.length
        twist = assessment.target.force.separating_twist
        twist = None if twist is None else placement.to_command_frame(twist)
    margin = None if prepared is None else assessment.margin
    best = None if prepared is None else assessment.carriable_margin
    factor = None if prepared is None else assessment.load_factor
    judged = assessment.will_be_carried is not None
    acts_on_will = prepared is not None and prepared.acts_on_will and judged
    return {
        'characteristic_length': length,
        'has_margin': margin is not None,
        'command_feasible': prepared is not None and assessment.feasible,
        'margin': 0.0 if margin is None else margin,
        'carriable_margin': 0.0 if best is None else best,
        'margin_unbounded': prepared is not None and assessment.margin_unbounded,
        'has_load_factor': factor is not None,
        'load_factor': 0.0 if factor is None else factor,
        'margin_of': _MARGIN_OF[margin is not None and acts_on_will],
        'will_be_carried': _CARRIED[None if prepared is None else assessment.will_be_carried],
        'limiting_contact': '' if margin is None else assessment.limiting_contact,
        'has_separating_twist': twist is not None,
        'separating_twist': _ZEROS if twist is None else twist.tolist(),
    }


def _contact_values(assessment: Assessment, placement: Placement | None) -> Mapping[str, Any]:
    """Return what each contact carries; forces along the command's axes."""
    reports = () if placement is None else assessment.contacts
    if placement is None or not reports:
        return _NO_CONTACTS
    names, forces, *numbers = zip(*reports, strict=True)
    along = placement.vectors_to_command_frame(np.array(forces))
    return {
        'contact_names': names,
        'contact_forces': along.tobytes(),
        **dict(zip(_CONTACT_NUMBERS, numbers, strict=True)),
    }
