# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The services: the desired mode, questions, enable and reset."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from rclpy._rclpy_pybind11 import RCLError
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.service import Service
from std_srvs.srv import SetBool, Trigger

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import desired_mode_from_message
from frictioncone_ros.msg import DesiredMode
from frictioncone_ros.pipeline.prediction import ModeAnswer
from frictioncone_ros.pipeline.wrench_cone import WrenchConeQuestion
from frictioncone_ros.ros.background_work import BackgroundWork, BUSY, CLOSED
from frictioncone_ros.ros.conversions.requests import (
    check_from_request,
    cone_from_request,
    switch_from_request,
    write_check,
    write_cone,
    write_verdict,
)
from frictioncone_ros.ros.runtime.qos import LATCHED, SERVICE
from frictioncone_ros.session.filter_core import FAULTS, FilterCore
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import Frames, Snapshot
from frictioncone_ros.srv import CheckCommand, ComputeWrenchCone, SetDesiredMode

REFUSING_TIME = 0.2
"""How long the end of the services may take for answers that somebody still waits for [s]."""

CONE_TIME_LIMIT = 5.0
"""How long a wrench cone may take when it is asked for [s]."""


class Services:
    """Connects the services to the core. on_event: called when something should be judged now."""

    def __init__(
        self,
        node: Node,
        core: FilterCore,
        background: BackgroundWork,
        on_event: Callable[..., None],
    ) -> None:
        """Offer the services."""
        self._node, self._core, self._background = node, core, background
        self._on_event = on_event
        # A group of their own: whoever waits for a worker process must not hold up commands.
        group = ReentrantCallbackGroup()
        offered = (
            (SetDesiredMode, '~/set_desired_mode', self._set_desired_mode),
            (CheckCommand, '~/check_command', self._check_command),
            (ComputeWrenchCone, '~/compute_wrench_cone', self._compute_wrench_cone),
            (SetBool, '~/enable', self._enable),
            (Trigger, '~/reset', self._reset),
        )
        self._modes = node.create_publisher(DesiredMode, '~/desired_mode', LATCHED)
        self._services = [
            node.create_service(kind, name, callback, qos_profile=SERVICE, callback_group=group)
            for kind, name, callback in offered
        ]

    def destroy(self) -> None:
        """Withdraw the services; requests that nobody has taken are answered with the reason."""
        end = monotonic() + REFUSING_TIME
        for service in self._services:
            _refuse_waiting(service, end)
            self._node.destroy_service(service)
        self._node.destroy_publisher(self._modes)

    def _set_desired_mode(
        self, request: SetDesiredMode.Request, response: SetDesiredMode.Response
    ) -> SetDesiredMode.Response:
        core = self._core
        try:
            desired = desired_mode_from_message(request.mode)
            if desired is not None and core.contacts.value is not None:
                desired.fitted(core.contacts.value.state)
        except InvalidInputError as error:
            return write_verdict(response, False, str(error))
        core.modes.desire(desired)
        taken = DesiredMode(mode=request.mode)
        taken.header.stamp = self._node.get_clock().now().to_msg()
        self._modes.publish(taken)
        self._on_event()
        return write_verdict(response, True, 'no mode is desired' if desired is None else 'taken')

    async def _check_command(
        self, request: CheckCommand.Request, response: CheckCommand.Response
    ) -> CheckCommand.Response:
        core, prediction = self._core, None
        try:
            asked = check_from_request(request, core.settings)
            if asked.predict and self._background.is_busy:
                return write_verdict(response, False, BUSY)
            snapshot, mode = (
                asked.snapshot or self._latest_contacts(),
                (asked.mode or core.modes.desired),
            )
            outcome = core.check(asked.command, snapshot, mode)
            if asked.predict:
                prediction = await self._predicted(outcome)
            if prediction is not None:
                outcome = core.check(asked.command, snapshot, mode, prediction.verdict)
        except FAULTS as error:
            return write_verdict(response, False, str(error))
        stamp = self._node.get_clock().now().nanoseconds
        return write_check(response, outcome, status_of(outcome, core), prediction, stamp)

    async def _compute_wrench_cone(
        self, request: ComputeWrenchCone.Request, response: ComputeWrenchCone.Response
    ) -> ComputeWrenchCone.Response:
        core = self._core
        if self._background.is_busy:
            return write_verdict(response, False, BUSY)
        try:
            asked = cone_from_request(request, core.settings)
            snapshot = asked.snapshot or self._latest_contacts()
            frames = Frames(snapshot.frame, self._controlled_frame(snapshot), asked.reference)
            placement = core.placement(snapshot, frames)
            mode = None if asked.mode is None else asked.mode.fitted(placement.state)
        except FAULTS as error:
            return write_verdict(response, False, str(error))
        question = WrenchConeQuestion(placement.state, mode)
        answer = await self._background.ask(question, CONE_TIME_LIMIT)
        return write_cone(response, answer, snapshot, asked.reference)

    def _enable(self, request: SetBool.Request, response: SetBool.Response) -> SetBool.Response:
        self._core.enable(switch_from_request(request))
        self._on_event()
        return write_verdict(
            response, True, 'enabled' if self._core.enabled else 'disabled: on the ramp to neutral'
        )

    def _reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        if not self._core.active:
            return write_verdict(response, False, 'the node is not active')
        was_latched = self._core.is_latched
        if not was_latched:
            return write_verdict(response, True, 'nothing was latched')
        self._on_event(reset=True)
        if not self._core.is_latched:
            return write_verdict(response, True, 'the emergency stop is over')
        last = self._core.last
        reason = (
            'the emergency stop is still pressed'
            if self._core.emergency_stop
            else (
                'fresh valid commands and contacts are needed: '
                + ('' if last is None else status_of(last, self._core).text)
            )
        )
        return write_verdict(response, False, reason)

    async def _predicted(self, outcome: Outcome) -> ModeAnswer | None:
        question = self._background.question(outcome)
        if question is None:
            return None
        return await self._background.ask(question, question.whole_time_limit)

    def _latest_contacts(self) -> Snapshot:
        if self._core.contacts.value is None:
            raise InvalidInputError(
                'contacts',
                None,
                'a snapshot heard on ~/contacts since activation, or one in the request '
                '(use_contacts)',
            )
        return self._core.contacts.value

    def _controlled_frame(self, snapshot: Snapshot) -> str:
        """Return the frame the held object moves with: as commanded last, or as configured."""
        command = self._core.commands.value
        return (
            command.frames.controlled
            if command is not None
            else (self._core.settings.word('controlled_frame') or snapshot.frame)
        )


def _refuse_waiting(service: Service, end: float) -> None:
    """Answer requests that wait in the middleware with a failure, until a steady time [s]."""
    while monotonic() < end:
        with service.handle:
            request, header = service.handle.service_take_request(service.srv_type.Request)
        if request is None or header is None:
            return
        response = write_verdict(service.srv_type.Response(), False, CLOSED)
        # Who asked may be gone.
        with suppress(RCLError):
            service.send_response(response, header)
