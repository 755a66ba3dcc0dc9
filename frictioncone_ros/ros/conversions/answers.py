# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the filter answers: outcome to FilteredCommand."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import numpy as np

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.ros.conversions.commands import write_command
from frictioncone_ros.ros.conversions.geometry import six_to_message, time_to_message
from frictioncone_ros.ros.filter_core import Outcome
from frictioncone_ros.ros.placement import Placement
from frictioncone_ros.ros.values import Status
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL

ZERO = frozen_array(np.zeros(SPATIAL))
_OUTPUT = {'wrench': 'wrench', 'twist': 'twist', 'accel': 'acceleration'}


def output_parts(outcome: Outcome) -> dict[str, Array]:
    """Return what is sent, (6,) for each part that was commanded, along the command's axes."""
    command, placement = outcome.assessment.command, outcome.placement
    if placement is None:
        return dict.fromkeys(outcome.command.parts, ZERO)
    sent = {}
    for part, asked in outcome.command.parts.items():
        name = _OUTPUT[part]
        value = getattr(command, name)
        # What passes unchanged leaves bit by bit as it came, not turned there and back.
        unchanged = value.shape[0] == SPATIAL and np.array_equal(
            value, getattr(outcome.assessment.setpoints, name))
        sent[part] = asked if unchanged else placement.outward(value)
    return sent


def answer_to_message(
    outcome: Outcome, parts: Mapping[str, Array], status: Status, stamp: int
) -> FilteredCommand:
    """Return the answer as a message stamped now [ns]; compute_time is written when it leaves."""
    assessment, asked = outcome.assessment, outcome.command
    message = FilteredCommand(command_sequence=int(asked.sequence))
    message.header.stamp = time_to_message(stamp)
    message.command_stamp = time_to_message(asked.stamp)
    message.status = status_to_message(status, stamp)
    write_command(asked.with_parts(parts), message)
    _write_removed(message, asked.parts, parts)
    if outcome.placement is not None:
        message.removed_fraction = float(assessment.removed_fraction)
        message.contacts_stamp = time_to_message(outcome.placement.snapshot.stamp)
        _write_verdict(message, assessment, outcome.placement)
        _write_contacts(message, assessment, outcome.placement)
        _write_projectors(message, assessment, outcome.placement)
    return message


def status_to_message(status: Status, stamp: int) -> FilterStatus:
    """Return the status as a message judged at `stamp` [ns]."""
    return FilterStatus(
        stamp=time_to_message(stamp), code=int(status.code),
        codes=array('B', [int(code) for code in status.codes]),
        text=str(status.text), safe_output=bool(status.safe_output),
        received_count=int(status.received_count), dropped_count=int(status.dropped_count))


def _write_removed(
    message: FilteredCommand, asked: Mapping[str, Array], sent: Mapping[str, Array]
) -> None:
    for part, values in asked.items():
        if values is not sent[part]:
            setattr(message, f'removed_{part}', six_to_message(values - sent[part], part))


def _write_verdict(
    message: FilteredCommand, assessment: Assessment, placement: Placement
) -> None:
    """Write feasibility and margin where contacts were judged."""
    force = assessment.target.force
    if assessment.prepared is not None:
        message.characteristic_length = float(
            assessment.prepared.settings.characteristic_length
            or placement.state.characteristic_length)
    message.has_margin = assessment.margin is not None
    message.command_feasible = bool(assessment.feasible)
    if assessment.margin is not None:
        message.margin = float(assessment.margin)
        message.limiting_contact = str(assessment.limiting_contact)
    if force.separating_twist is not None:
        message.has_separating_twist = True
        message.separating_twist = six_to_message(
            placement.outward(force.separating_twist), 'twist')


def _write_contacts(
    message: FilteredCommand, assessment: Assessment, placement: Placement
) -> None:
    """Write what each contact carries; forces along the command's axes."""
    reports = assessment.contacts
    if not reports:
        return
    forces = placement.outward_vectors(np.array([report.force for report in reports]))
    message.contact_names = [str(report.name) for report in reports]
    message.contact_forces = array('d', forces.tobytes())
    message.contact_moments = array('d', [report.moment for report in reports])
    message.normal_forces = array('d', [report.normal_force for report in reports])
    message.slip_margins = array('d', [report.slip_margin for report in reports])
    message.utilizations = array('d', [report.utilization for report in reports])


def _write_projectors(
    message: FilteredCommand, assessment: Assessment, placement: Placement
) -> None:
    prepared = assessment.prepared
    if prepared is None:
        return
    message.has_projectors = True
    message.constraint_rank = int(prepared.constraint.rank)
    pair = prepared.projectors
    message.constraint_force_projector = placement.outward_matrix(pair.constraint_force).ravel()
    message.free_motion_projector = placement.outward_matrix(pair.free_motion).ravel()
