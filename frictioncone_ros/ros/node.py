# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The lifecycle node: what is connected when, who is called, and what is said last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from rclpy.lifecycle import LifecycleState, TransitionCallbackReturn

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.announcements import Announcements
from frictioncone_ros.ros.background_work import BackgroundWork
from frictioncone_ros.ros.connections import Connections
from frictioncone_ros.ros.emergency_stop import EmergencyStop
from frictioncone_ros.ros.frames.frame_sources import frame_tree, source_in_words
from frictioncone_ros.ros.guard.link import GuardLink
from frictioncone_ros.ros.guard.protocol import HEARTBEAT_PERIOD
from frictioncone_ros.ros.guarded_node import guarded_facts
from frictioncone_ros.ros.inputs import Inputs
from frictioncone_ros.ros.measured_wrench import MeasuredWrench
from frictioncone_ros.ros.outputs import Outputs
from frictioncone_ros.ros.parameter_server import ParameterServer
from frictioncone_ros.ros.pose_users import PoseUsers
from frictioncone_ros.ros.runtime.clocks import stamp_clock
from frictioncone_ros.ros.runtime.contained_node import ContainedLifecycleNode
from frictioncone_ros.ros.runtime.given_parameters import require_meant
from frictioncone_ros.ros.services import Services
from frictioncone_ros.ros.slow_outputs import SlowOutputs
from frictioncone_ros.ros.timers import Timers
from frictioncone_ros.ros.transitions import log_transitions, refuse_impossible_transitions
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.reports import inactive_status, status_of
from frictioncone_ros.session.values import Status


class FilterNode(ContainedLifecycleNode):
    """
    Contacts and commands in, filtered commands out.

    A command is answered when it arrives; a slower timer watches what does not arrive. Whatever
    takes long (mode prediction, diagnostics, markers) never runs between a command and its
    answer. Subscriptions run in every lifecycle state of rclpy: what comes while inactive is not
    used. The neutral command is published before the publishers are switched off.
    """

    def __init__(self, arguments: Sequence[str] | None = ()) -> None:
        """
        Declare the parameters; nothing is connected before configuration.

        arguments: of the command line, None for this process's own; a parameter file among them
        must be meant for this node. Before it has a guard, which would take the end for a death.
        """
        super().__init__('frictioncone')
        require_meant(self, arguments)
        self._parameter_server = ParameterServer(self, self._on_settings, lambda: self.core.active)
        self.core = FilterCore(self.settings, frame_tree(self, self.settings))
        self._timers_in_use, self._slow_timers = Timers(self), Timers(self)
        self._last_tick = 0.0
        self._connections = Connections(self)
        self._announcements = Announcements(self, self.core)
        refuse_impossible_transitions(self)
        log_transitions(self)
        self.contain_services()
        self._emergency_stop = EmergencyStop(self, self.core, self._on_emergency_stop)
        self.guard = GuardLink(
            guarded_facts(self, self.settings),
            self.get_logger().warning,
            self.settings.flag('guard'),
        )
        if self.guard.was_latched:
            self.core.latch_emergency_stop()
            self.get_logger().warning(
                'an emergency stop was latched before this node started: ~/reset ends it'
            )

    @property
    def settings(self) -> NodeSettings:
        """The parameters in force."""
        return self._parameter_server.settings

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Connect the topics."""
        self._connections.end_services()
        keep = self._connections.keep
        self._poses = keep(PoseUsers(self, self.core))
        self._outputs = keep(Outputs(self, self.guard, self._poses))
        self._background = keep(BackgroundWork(self, self.core))
        self._slow = keep(SlowOutputs(self, self.core, self._background, self.guard))
        self._inputs = keep(Inputs(self, self.core, self._answer, self._look, poses=self._poses))
        self._measured = keep(MeasuredWrench(self, self.core))
        self._connections.offer(Services(self, self.core, self._background, self._look))
        self._start_slow_timers()
        self.get_logger().info(f'transforms from {source_in_words(self.settings)}')
        return super().on_configure(state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Start to answer, with fresh counts."""
        result = super().on_activate(state)
        self._outputs.forget()
        self._slow.statistics.forget()
        self._inputs.forget()
        self._background.forget()
        self.core.activate()
        self._emergency_stop.activate()
        self._announcements.activated()
        self.guard.tell(active=True, address=None)
        self._start_timers()
        self._watch()
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Say the neutral command while the publishers still speak, then be silent."""
        self.publish_neutral('deactivated')
        return super().on_deactivate(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Disconnect the topics."""
        self._disconnect()
        return super().on_cleanup(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Say the neutral command and disconnect, from whichever state."""
        self.publish_neutral('shut down')
        result = super().on_shutdown(state)
        if state.label != 'unconfigured':
            self._disconnect()
        self.guard.close(in_order=True)
        return result

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """After a transition that failed: publish neutral and disconnect; it may begin again."""
        self.publish_neutral('a transition failed')
        self._timers_in_use.stop()
        self._disconnect()
        return super().on_error(state)

    def on_fault(self, place: str, error: Exception, *, stops: bool) -> None:
        """
        Count and log a fault of a callback; where commands were served, stop following.

        Where even that fails nothing can be published any more: the error leaves, the process
        publishes neutral by its last way and ends.
        """
        super().on_fault(place, error, stops=stops)
        if stops:
            self.core.fault(error, monotonic())
            self._look()
        else:
            self.core.refusals.counts[FilterCode.INTERNAL_ERROR] += 1

    def destroy_node(self) -> None:
        """End, and the guard too where it was not left to itself."""
        self.guard.close(in_order=True)
        super().destroy_node()

    def end_questions(self, finish_open: Callable[[], None]) -> None:
        """
        Disconnect for good, and answer what services were asked with the reason.

        finish_open: lets callbacks of services go on that wait for an answer.
        """
        self._disconnect()
        finish_open()
        self._connections.end_services()

    def publish_neutral(self, reason: str) -> None:
        """Publish the neutral command as the last word and wait until it was heard."""
        if not self.core.active:
            return
        outcome = self.core.shutdown_command(monotonic(), stamp_clock(self))
        status = inactive_status(reason, self.core)
        self._say_last(outcome, status)
        self.guard.tell(active=False)
        self._timers_in_use.stop()
        self._outputs.wait_until_acknowledged()
        if self.guard.missed_heartbeat(monotonic()):
            # The guard may have said after it that the node is lost, which it is not.
            self.guard.resume(self.get_clock().now().nanoseconds)
            self._outputs.forget()
            self._say_last(outcome, status)
            self._outputs.wait_until_acknowledged()

    def _say_last(self, outcome: Outcome, status: Status) -> None:
        """Publish the neutral command and the status that goes with it, whatever was before."""
        try:
            self._outputs.send(outcome, status, monotonic())
        except Exception as error:  # whatever it is, neutral must be said
            self.get_logger().error(f'the last word is said without its command: {error!r}')
            self._outputs.send(outcome.without_address(), status, monotonic())
        self._outputs.report(status)

    def _answer(self, received: float, stamp_time: float) -> None:
        """Judge a command that has just come, and publish the answer."""
        self._return_from_silence(received)
        outcome = self.core.tick(received, stamp_time)
        status = status_of(outcome, self.core)
        if outcome.publish:
            seconds = self._outputs.send(outcome, status, received)
            if seconds is not None:
                self.core.note_sent(received, seconds)
                self._slow.statistics.count(seconds)
        self._remember(received)
        self._report(status)
        # Where the process was stopped in the middle of this, the answer came after neutral.
        if self._return_from_silence(monotonic()):
            self._look()

    def _watch(self) -> None:
        """Judge what did not come; a command that has just come was judged already."""
        if not self.core.active:
            return
        self._inputs.count_publishers()
        now = monotonic()
        if now - self._last_tick >= 0.5 / self.settings.number('watchdog_rate'):
            self._look()

    def _look(self, *, reset: bool = False) -> None:
        """Judge the present inputs, and publish where the output is other than the last one."""
        if not self.core.active:
            return
        now = monotonic()
        self._return_from_silence(now)
        if reset:
            self.guard.tell(answered=self._emergency_stop.presses)
        outcome = self.core.look(now, stamp_clock(self), reset=reset)
        status = status_of(outcome, self.core)
        if outcome.publish:
            seconds = self._outputs.send(outcome, status, now)
            if seconds is not None:
                self.core.note_sent(now, seconds)
        self._remember(now)
        self._report(status)

    def _supervise(self) -> None:
        """Give the guard a sign of life, and watch the emergency stop."""
        now = monotonic()
        self._return_from_silence(now)
        self.guard.beat(self.get_clock().now().nanoseconds)
        self._emergency_stop.watch(now)

    def _return_from_silence(self, now: float) -> bool:
        """Begin at neutral where this process hung so long [s] that the guard published it."""
        if not self.guard.missed_heartbeat(now):
            return False
        self.guard.resume(self.get_clock().now().nanoseconds)
        self.core.restart_from_neutral(now)
        self._outputs.forget()
        self.get_logger().error(
            'this process hung, and its guard published neutral: back through the recovery ramp'
        )
        return True

    def _on_emergency_stop(self) -> None:
        self.guard.tell(latched=self.core.is_latched)
        self._look()

    def _remember(self, now: float) -> None:
        self.guard.tell(latched=self.core.is_latched)
        self._last_tick = now

    def _report(self, status: Status, *, again: bool = False) -> None:
        self._outputs.report(status, again=again)
        self._announcements.see(status)

    def _heartbeat(self) -> None:
        if self.core.active and self.core.last is not None:
            self._report(status_of(self.core.last, self.core), again=True)
            self._announcements.look_around(self._outputs)

    def _on_settings(self, settings: NodeSettings) -> None:
        """Use accepted parameters from the next tick on."""
        self.core.use(settings)
        self.core.tree.use(settings)
        self.guard.tell(stop_publish_timeout=settings.filter.stop_publish_timeout)
        for timers in (self._timers_in_use, self._slow_timers):
            timers.use(settings)

    def _start_slow_timers(self) -> None:
        """Say how the node is and answer questions, active or not, as long as it is configured."""
        rate = self.settings.number('diagnostics_rate')
        self._slow_timers.start('diagnostics_rate', rate, self._slow.diagnose)
        self._slow_timers.keep('polling', self._background.start_polling())

    def _start_timers(self) -> None:
        start, rate = self._timers_in_use.start, self.settings.number
        start('watchdog_rate', rate('watchdog_rate'), self._watch, is_urgent=True)
        start('supervisor', 1.0 / HEARTBEAT_PERIOD, self._supervise, is_urgent=True)
        start('status_rate', rate('status_rate'), self._heartbeat)
        start('marker_rate', rate('marker_rate'), self._slow.draw)

    def _disconnect(self) -> None:
        self._slow_timers.stop()
        self._connections.end()
