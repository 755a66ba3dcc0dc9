# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node's condition for diagnostic aggregators and people."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.ros.conversions.geometry import time_to_message
from frictioncone_ros.session.values import Status


def diagnostics_to_message(
    name: str,
    status: Status,
    figures: Mapping[str, str],
    parameters: Mapping[str, object],
    stamp: int,
) -> DiagnosticArray:
    """Return condition and figures, and the parameters in force, stamped now [ns]."""
    message = DiagnosticArray()
    message.header.stamp = time_to_message(stamp)
    message.status = [
        DiagnosticStatus(
            level=level_of(status.code),
            name=f'{name}: filter',
            hardware_id=name,
            message=str(status.text),
            values=_values(figures),
        ),
        DiagnosticStatus(
            level=DiagnosticStatus.OK,
            name=f'{name}: parameters',
            hardware_id=name,
            message='parameters in force',
            values=_values(parameters),
        ),
    ]
    return message


def add_process(message: DiagnosticArray, what: str, is_well: bool, text: str) -> None:
    """Add how a process is that belongs to the node of a message."""
    name = message.status[0].hardware_id
    level = DiagnosticStatus.OK if is_well else DiagnosticStatus.WARN
    message.status.append(
        DiagnosticStatus(level=level, name=f'{name}: {what}', hardware_id=name, message=text)
    )


def level_of(code: int) -> bytes:
    """Return how bad a status code is: what the filter is for is fine, what stops it is not."""
    if code < FilterCode.LOW_MARGIN:
        return DiagnosticStatus.OK
    return DiagnosticStatus.WARN if code < FilterCode.INVALID_COMMAND else DiagnosticStatus.ERROR


def _values(given: Mapping[str, object]) -> list[KeyValue]:
    return [KeyValue(key=str(key), value=str(value)) for key, value in given.items()]
