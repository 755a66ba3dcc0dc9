# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter answers: outcome to FilteredCommand."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import numpy as np

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.ros.conversions.geometry import write_six, write_time
from frictioncone_ros.session.filter_core import Outcome
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.sent_parts import ZERO
from frictioncone_ros.session.values import Command, PARTS, Status
from frictioncone_ros.spatial import Array, SPATIAL

_CARRIED = {
    None: FilteredCommand.CARRIED_NOT_KNOWN,
    True: FilteredCommand.WILL_BE_CARRIED,
    False: FilteredCommand.WILL_NOT_BE_CARRIED,
}
"""Whether compliant contacts carry the output, as the message says it."""
_MARGIN_OF = (FilteredCommand.MARGIN_OF_CAN, FilteredCommand.MARGIN_OF_WILL)
_NO_PROJECTOR = np.zeros(SPATIAL * SPATIAL)
_SIXES = {
    **{part: part for part in PARTS},
    **{f'removed_{part}': part for part in PARTS},
    'separating_twist': 'twist',
}
"""Fields of six numbers, and which part's message each of them is."""


class AnswerWriter:
    """
    Writes answers into one message that is made once: building it anew costs as much as filtering.

    Every field is written each time. The message is to be published before the next one is
    written, and not to be kept.
    """

    def __init__(self) -> None:
        """Make the message."""
        self.message = FilteredCommand()
        self._projected: tuple[object, object] = (None, None)
        self._zeros = set(_SIXES)

    def write(
        self, outcome: Outcome, parts: Mapping[str, Array], status: Status, stamp: int
    ) -> FilteredCommand:
        """Return the answer stamped now [ns]; compute_time and sequence are the sender's."""
        message, placement = self.message, outcome.placement
        write_time(message.header.stamp, stamp)
        write_status(message.status, status, stamp)
        _write_address(message, outcome.command)
        self._write_parts(outcome.command, parts)
        stamp_of_contacts = 0 if placement is None else placement.snapshot.stamp
        write_time(message.contacts_stamp, stamp_of_contacts)
        message.removed_fraction = float(outcome.assessment.removed_fraction)
        self._write_verdict(outcome.assessment, placement)
        _write_contacts(message, outcome.assessment, placement)
        self._write_projectors(outcome.assessment, placement)
        return message

    def _write_projectors(self, assessment: Assessment, placement: Placement | None) -> None:
        """Write the split; it changes with the contacts, not with the command."""
        prepared = assessment.prepared
        message, pair = self.message, None if prepared is None else prepared.projectors
        rotation = None if placement is None else placement.rotation
        if pair is self._projected[0] and rotation is self._projected[1]:
            return
        self._projected = pair, rotation
        rank, force, motion = 0, _NO_PROJECTOR, _NO_PROJECTOR
        message.has_projectors = pair is not None and placement is not None
        if prepared is not None and pair is not None and placement is not None:
            rank = int(prepared.constraint.rank)
            force = placement.matrix_to_command_frame(pair.constraint_force)
            motion = placement.matrix_to_command_frame(pair.free_motion)
        message.constraint_rank = rank
        message.constraint_force_projector = force.ravel()
        message.free_motion_projector = motion.ravel()

    def _write_parts(self, asked: Command, sent: Mapping[str, Array]) -> None:
        """Write what is sent of each part, and what was removed."""
        for part in PARTS:
            values = sent.get(part)
            setattr(self.message, f'has_{part}', values is not None)
            self._write_six(part, ZERO if values is None else values)
            desired = asked.parts.get(part)
            removed = ZERO
            if values is not None and desired is not None and values is not desired:
                removed = desired - values
            self._write_six(f'removed_{part}', removed)

    def _write_verdict(self, assessment: Assessment, placement: Placement | None) -> None:
        """Write feasibility and margin where contacts were judged."""
        prepared = assessment.prepared if placement is not None else None
        length, twist = 1.0, None
        if prepared is not None and placement is not None:
            length = prepared.length
            twist = assessment.target.force.separating_twist
            twist = None if twist is None else placement.to_command_frame(twist)
        margin = None if prepared is None else assessment.margin
        message = self.message
        message.characteristic_length = float(length)
        message.has_margin = margin is not None
        message.command_feasible = prepared is not None and bool(assessment.feasible)
        message.margin = 0.0 if margin is None else float(margin)
        carriable = assessment.carriable_margin
        known = prepared is not None and carriable is not None
        message.carriable_margin = float(carriable) if known and carriable is not None else 0.0
        message.margin_unbounded = prepared is not None and assessment.margin_unbounded
        factor = None if prepared is None else assessment.load_factor
        message.has_load_factor = factor is not None
        message.load_factor = 0.0 if factor is None else float(factor)
        judged = assessment.will_be_carried is not None
        acts_on_will = prepared is not None and prepared.acts_on_will and judged
        message.margin_of = _MARGIN_OF[margin is not None and acts_on_will]
        carried = None if margin is None else assessment.will_be_carried
        message.will_be_carried = _CARRIED[carried]
        message.limiting_contact = '' if margin is None else assessment.limiting_contact
        message.has_separating_twist = twist is not None
        self._write_six('separating_twist', ZERO if twist is None else twist)

    def _write_six(self, field: str, values: Array) -> None:
        """Write (6,) numbers; a field that is zero already, as most are, is left so."""
        if values is not ZERO:
            self._zeros.discard(field)
        elif field in self._zeros:
            return
        else:
            self._zeros.add(field)
        write_six(getattr(self.message, field), values, _SIXES[field])


def answer_to_message(
    outcome: Outcome, parts: Mapping[str, Array], status: Status, stamp: int
) -> FilteredCommand:
    """Return the answer as a message of its own, stamped now [ns]."""
    return AnswerWriter().write(outcome, parts, status, stamp)


def status_to_message(status: Status, stamp: int) -> FilterStatus:
    """Return the status as a message judged at `stamp` [ns]."""
    message = FilterStatus()
    write_status(message, status, stamp)
    return message


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


def write_status(message: FilterStatus, status: Status, stamp: int) -> None:
    """Write a status judged at `stamp` [ns]."""
    write_time(message.stamp, stamp)
    message.code = int(status.code)
    message.codes = array('B', status.codes)
    message.text = str(status.text)
    message.safe_output = bool(status.safe_output)
    message.received_count = int(status.received_count)
    message.dropped_count = int(status.dropped_count)


def _write_address(message: FilteredCommand, asked: Command) -> None:
    """Write which command is answered, and in which frames."""
    message.header.frame_id = asked.frames.axes
    message.controlled_frame_id = asked.frames.controlled
    message.reference_frame_id = asked.frames.reference
    message.command_sequence = int(asked.sequence)
    write_time(message.command_stamp, asked.stamp)


def _write_contacts(
    message: FilteredCommand, assessment: Assessment, placement: Placement | None
) -> None:
    """Write what each contact carries; forces along the command's axes."""
    reports = () if placement is None else assessment.contacts
    forces = np.zeros(0)
    if reports and placement is not None:
        forces = placement.vectors_to_command_frame(np.array([report.force for report in reports]))
    message.contact_names = [str(report.name) for report in reports]
    message.contact_forces = array('d', forces.tobytes())
    message.contact_moments = array('d', [report.moment for report in reports])
    message.normal_forces = array('d', [report.normal_force for report in reports])
    message.slip_margins = array('d', [report.slip_margin for report in reports])
    message.utilizations = array('d', [report.utilization for report in reports])
