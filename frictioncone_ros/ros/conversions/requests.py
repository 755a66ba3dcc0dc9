# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Service requests to values, answers to responses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from std_srvs.srv import SetBool

from frictioncone_ros.messages.bounds import text_from_message
from frictioncone_ros.messages.commands import command_from_message, desired_mode_from_message
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.pipeline.prediction import ModeAnswer
from frictioncone_ros.pipeline.wrench_cone import WrenchConeAnswer
from frictioncone_ros.ros.conversions.answers import answer_to_message
from frictioncone_ros.ros.conversions.predictions import cone_to_message, prediction_to_message
from frictioncone_ros.session.modes.desired_mode import DesiredMode
from frictioncone_ros.session.outcome import Outcome, output_parts
from frictioncone_ros.session.values import FramedCommand, Snapshot, Status
from frictioncone_ros.srv import CheckCommand, ComputeWrenchCone


class Verdict(Protocol):
    """A response that says whether it worked, and one sentence."""

    success: bool
    message: str


Response = TypeVar('Response', bound=Verdict)


@dataclass(frozen=True, eq=False)
class CheckQuestion:
    """A command to judge; snapshot and mode: None for the node's own."""

    command: FramedCommand
    snapshot: Snapshot | None
    mode: DesiredMode | None
    predict: bool


@dataclass(frozen=True, eq=False)
class ConeQuestion:
    """The mode whose cone is desired, None for any that keeps contact; snapshot as above."""

    mode: DesiredMode | None
    snapshot: Snapshot | None
    reference: str


def check_from_request(request: CheckCommand.Request, settings: NodeSettings) -> CheckQuestion:
    """Return what is to be checked, or raise InvalidInputError."""
    mode = desired_mode_from_message(request.desired_mode) if request.has_desired_mode else None
    snapshot = admitted_snapshot(request.contacts, settings) if request.use_contacts else None
    return CheckQuestion(
        command_from_message(request.command), snapshot, mode, bool(request.predict_modes)
    )


def cone_from_request(request: ComputeWrenchCone.Request, settings: NodeSettings) -> ConeQuestion:
    """Return which cone is desired, or raise InvalidInputError."""
    snapshot = admitted_snapshot(request.contacts, settings) if request.use_contacts else None
    return ConeQuestion(
        desired_mode_from_message(request.mode),
        snapshot,
        text_from_message(request.reference_frame_id, 'reference_frame_id', 'wrench cone'),
    )


def switch_from_request(request: SetBool.Request) -> bool:
    """Return which way the switch was put."""
    return bool(request.data)


def write_verdict(response: Response, success: bool, message: str) -> Response:
    """Return the response with whether it worked, and one sentence."""
    response.success, response.message = bool(success), str(message)
    return response


def write_check(
    response: CheckCommand.Response,
    outcome: Outcome,
    status: Status,
    prediction: ModeAnswer | None,
    stamp: int,
) -> CheckCommand.Response:
    """Return the response with what would be sent, and the modes where they were asked for."""
    response.filtered = answer_to_message(outcome, output_parts(outcome), status, stamp)
    if prediction is not None:
        response.has_prediction = True
        response.prediction = prediction_to_message(prediction, outcome, stamp)
    return write_verdict(response, True, status.text)


def write_cone(
    response: ComputeWrenchCone.Response,
    answer: WrenchConeAnswer,
    snapshot: Snapshot,
    reference: str,
) -> ComputeWrenchCone.Response:
    """Return the response with the cone, or why there is none."""
    response.cone = cone_to_message(answer, snapshot, reference)
    return write_verdict(response, answer.cone is not None, answer.text)
