# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The guard's work: wait for the node to speak, and publish neutral when it does not."""

from __future__ import annotations

from contextlib import suppress
from math import ceil, inf
import os
import select
import socket
import sys
from time import monotonic
from typing import NamedTuple

from rclpy.utilities import try_shutdown

from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.guard.adoption import AdoptionSocket
from frictioncone_ros.ros.guard.neutral_outputs import lost_status, minimal_node, NeutralOutputs
from frictioncone_ros.ros.guard.node_watch import Condition, NodeWatch
from frictioncone_ros.ros.guard.protocol import (
    changes_in,
    HEARTBEAT_PERIOD,
    LARGEST_PACKET,
    NodeFacts,
    packet,
)
from frictioncone_ros.ros.guard.respawn import Respawn
from frictioncone_ros.ros.guard.stop_button import StopButton

REPORT_PERIOD = 1.0
"""How often the loss of the node is said again [s]."""

RECEIVING_TIME = 0.005
"""
How long the guard stays still after neutral [s].

Its first line of log takes 16 ms of a core, and the system may have put the thread that receives
neutral on the same one.
"""

HELD = 'the stop is held until a node of this name starts again'

LOST = {Condition.SILENT: 'process {} gives no sign of life', Condition.DEAD: 'process {} ended'}


class Ends(NamedTuple):
    """
    What shows that the node lives.

    link: over which it tells; process_exit_socket: closes as soon as its process dies.
    """

    link: socket.socket
    process_exit_socket: socket.socket


class Guard:
    """
    Watches one node. It publishes nothing while the node is well.

    successor: the link of a node that has started in the place of a dead one, and its facts.
    """

    def __init__(self, ends: Ends, facts: NodeFacts, latched: bool, respawn: Respawn) -> None:
        """Connect the node's outputs and the emergency stop, and tell the node so."""
        self.successor: tuple[socket.socket, NodeFacts] | None = None
        self._ends, self._respawn = ends, respawn
        self._node = minimal_node(facts)
        self._outputs = NeutralOutputs(self._node, facts)
        self._button = StopButton(self._node, facts.topics['e_stop'], latched)
        self._watch = NodeWatch(facts, monotonic())
        self._poll = select.poll()
        self._adoption: AdoptionSocket | None = None
        self._is_over = self._is_lingering = False
        self._next_neutral = self._next_report = self._report_after = 0.0
        self._last_text = ''
        # Where it died meanwhile, the end of its socket is read next.
        with suppress(OSError):
            ends.link.send(packet({'ready': monotonic()}))

    @property
    def latched(self) -> bool:
        """Whether an emergency stop is latched."""
        return self._button.latched

    def run(self, signals: socket.socket) -> None:
        """Watch until there is nothing to guard, or a successor of the node is there."""
        for source in (*self._ends, signals):
            self._poll.register(source, select.POLLIN)
        while not self._is_over and self.successor is None:
            ready = [number for number, _ in self._poll.poll(self._timeout(monotonic()))]
            now = monotonic()
            # First: what is opened below may get the number of what is closed there.
            if self._adoption is not None and self._adoption.socket.fileno() in ready:
                self.successor = self._adoption.accept(self.latched)
            if signals.fileno() in ready:
                self._take_signal(signals)
            if self._ends.process_exit_socket.fileno() in ready:
                self._lose_node(now)
            elif self._ends.link.fileno() in ready:
                self._read(now)
            self._act(now)

    def close(self) -> None:
        """Disconnect everything but the link of a successor."""
        if self._watch.condition is Condition.DEAD:
            self._outputs.wait_until_acknowledged()
        self._button.close()
        self._node.destroy_node()
        try_shutdown()

    def _read(self, now: float) -> bool:
        """Take a packet of the node's; False at the end of them, which is the end of the node."""
        try:
            received = self._ends.link.recv(LARGEST_PACKET, socket.MSG_DONTWAIT)
        except OSError:
            received = b''
        if not received:
            self._leave_node(now)
            return False
        changes = changes_in(received)
        if 'answered' in changes:
            self._button.answer(changes['answered'])
        if 'latched' in changes:
            self._button.tell(bool(changes['latched']))
        missed_heartbeat = self._watch.condition is Condition.SILENT
        self._watch.hear(changes, now)
        if missed_heartbeat:
            self._last_text = ''
            self._node.get_logger().warning('the node is back')
        return True

    def _lose_node(self, now: float) -> None:
        """Take what the node told before its process died, and its death."""
        while self._read(now):
            continue

    def _leave_node(self, now: float) -> None:
        """Let go of a node that is gone, and wait for one in its place."""
        for end in self._ends:
            self._poll.unregister(end)
            end.close()
        self._watch.lose(now)
        if self._watch.condition is Condition.DEAD:
            self._adoption = AdoptionSocket(self._watch.facts.adoption_name)
            if self._adoption.is_bound:
                self._poll.register(self._adoption.socket, select.POLLIN)

    def _take_signal(self, signals: socket.socket) -> None:
        """End where there is no node: while it lives, it alone decides when its guard ends."""
        signals.recv(LARGEST_PACKET)
        if self._watch.condition is Condition.DEAD:
            self._is_over = True

    def _act(self, now: float) -> None:
        """Do what the node's condition asks for now."""
        watch = self._watch
        watch.look(now)
        if watch.condition is Condition.ENDED:
            self._is_over = True
        if watch.condition in LOST and not self._is_over:
            address = watch.facts.address
            if address is not None and self._next_neutral <= now <= watch.end_of_neutral:
                self._outputs.publish_neutral(address, self._status(now))
                self._next_neutral = now + HEARTBEAT_PERIOD
                self._report_after = monotonic() + RECEIVING_TIME
            if now >= self._report_after:
                self._report(now)
            if watch.condition is Condition.DEAD and now > watch.end_of_neutral:
                self._go_on_without_node(now)

    def _go_on_without_node(self, now: float) -> None:
        """Say so, then start the node again, hold the latch for the next one, or end."""
        self._report(now)
        facts, respawn = self._watch.facts, self._respawn
        if respawn.is_running:
            return
        if facts.respawn and respawn.may_start(now):
            respawn.start(facts.command, now)
        elif not (self.latched and self._adoption is not None and self._adoption.is_bound):
            self._is_over = now >= self._watch.end_of_listening
        elif not self._is_lingering:
            self._is_lingering = True
            self._report(now)
            _release_terminal()

    def _report(self, now: float) -> None:
        """Say that the node is lost, where the words are new, and again from time to time."""
        status = self._status(now)
        is_new = status.text != self._last_text
        if not is_new and now < self._next_report:
            return
        self._last_text, self._next_report = status.text, now + REPORT_PERIOD
        self._outputs.report(status)
        if is_new:
            # Last: rclpy looks for the caller's place in the source, which takes the time above.
            self._node.get_logger().error(status.text)

    def _status(self, now: float) -> FilterStatus:
        watch = self._watch
        detail = LOST[watch.condition].format(watch.facts.process_id)
        if self._is_lingering:
            detail = f'{detail}; {HELD}'
        elif self._respawn.is_running:
            detail = f'{detail}; it is being started again'
        return lost_status(watch.facts, self.latched, detail, watch.stamp(now))

    def _timeout(self, now: float) -> int | None:
        """Return how long nothing need be done [ms], None: until something comes."""
        watch = self._watch
        due = watch.deadline
        if watch.condition in LOST:
            neutral_due = now <= watch.end_of_neutral
            report_due = max(self._next_report, self._report_after)
            due = min(report_due, self._next_neutral if neutral_due else inf)
            if watch.condition is Condition.DEAD and now < watch.end_of_listening:
                due = min(due, watch.end_of_listening)
        return None if due == inf else max(0, ceil(1e3 * (due - now)))


def _release_terminal() -> None:
    """Let go of the node's terminal or pipe: whoever waits for its end would wait for ours."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
