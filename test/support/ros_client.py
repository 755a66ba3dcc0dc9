# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A ROS participant for tests: waits for facts, never for time to pass."""

from collections import defaultdict
from contextlib import contextmanager
import os
from pathlib import Path
from time import monotonic

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import QoSProfile

from frictioncone_ros.ros.runtime.context import profiles_variable

TRANSITIONS = {
    'configure': (Transition.TRANSITION_CONFIGURE, 'inactive'),
    'cleanup': (Transition.TRANSITION_CLEANUP, 'unconfigured'),
    'activate': (Transition.TRANSITION_ACTIVATE, 'active'),
    'deactivate': (Transition.TRANSITION_DEACTIVATE, 'inactive'),
    'shutdown_unconfigured': (Transition.TRANSITION_UNCONFIGURED_SHUTDOWN, 'finalized'),
    'shutdown_inactive': (Transition.TRANSITION_INACTIVE_SHUTDOWN, 'finalized'),
    'shutdown_active': (Transition.TRANSITION_ACTIVE_SHUTDOWN, 'finalized'),
}

QUICK_DISCOVERY = {
    profiles_variable(os.environ): str(Path(__file__).with_name('quick_discovery.xml'))
}
"""Variables for a process of the tests; the nodes run as they are shipped."""

PATIENCE = 45.0
"""
How long is waited for what must come [s].

Seconds on a quiet machine; where three tests and a worker process share one slow core, starting
that process alone took more than fifteen. It costs time only where a test fails.
"""

RESEND_AFTER = 2.0
"""
A request is sent again when no answer came for so long [s].

A service may be found by its client before it has found the client: its first answer is then
lost, on a loaded machine now and then.
"""


SEND_PERIOD = 0.01
"""
How often what is sent again and again is sent [s].

As fast as the client can it would take a core of its own, and leave the node, which cannot keep
up, none of the other: tests beside it then wait longer than this one saves.
"""


class Client:
    """Publishes, listens and calls services from the test's own process."""

    def __init__(self, context):
        self.node = rclpy.create_node('test_client', context=context)
        self.executor = SingleThreadedExecutor(context=context)
        self.executor.add_node(self.node)
        self.received = defaultdict(list)
        self._clients = {}

    def listen(self, message_type, topic):
        """Record every message of a topic in `received[topic]`."""
        return self.node.create_subscription(
            message_type, topic, self.received[topic].append, QoSProfile(depth=1000)
        )

    def publisher(self, message_type, topic):
        """Return a publisher that has found a listener."""
        publisher = self.node.create_publisher(message_type, topic, QoSProfile(depth=1000))
        self.wait_until(publisher.get_subscription_count, f'a listener on {topic}')
        return publisher

    def wait_until(self, condition, what, timeout=PATIENCE):
        """Serve callbacks until `condition()` holds; fail naming `what` after `timeout` [s]."""
        end = monotonic() + timeout
        while not condition():
            assert monotonic() < end, f'{what} did not come within {timeout} s'
            self.executor.spin_once(timeout_sec=0.02)

    def send_until(self, publisher, message, condition, what, timeout=PATIENCE):
        """Publish `message` again and again until `condition()` holds."""
        self.repeat_until(lambda: publisher.publish(message), condition, what, timeout)

    def repeat_until(self, send, condition, what, timeout=PATIENCE, period=SEND_PERIOD):
        """Call `send()` again and again until `condition()` holds."""
        end = monotonic() + timeout
        while not condition():
            assert monotonic() < end, f'{what} did not come within {timeout} s'
            send()
            self._serve(period, condition)

    def _serve(self, seconds, condition):
        """Serve callbacks for so long, or until `condition()` holds."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0.0 and not condition():
            self.executor.spin_once(timeout_sec=left)

    def call(self, service_type, name, request, timeout=PATIENCE):
        """Call a service and return its answer."""
        return self._call(service_type, name, request, timeout)[0]

    def change_state(self, node, transition):
        """Ask a lifecycle node for a transition by name; return whether it was granted."""
        request = ChangeState.Request()
        request.transition.id, goal = TRANSITIONS[transition]
        answer, times_sent = self._call(ChangeState, f'{node}/change_state', request)
        # A request whose answer was lost has already worked: the second one is refused.
        return answer.success or (times_sent > 1 and self.state(node) == goal)

    def _call(self, service_type, name, request, timeout=PATIENCE):
        if name not in self._clients:
            self._clients[name] = self.node.create_client(service_type, name)
        client = self._clients[name]
        try:
            self.wait_until(client.service_is_ready, f'service {name}', timeout)
        except AssertionError as error:
            # Whether its node was not found, or only not this service of it.
            known = self.node.get_node_names_and_namespaces()
            services = [one for one, _ in self.node.get_service_names_and_types()]
            raise AssertionError(f'{error}; heard of {known}, {name in services = }') from None
        end = monotonic() + timeout
        futures = []
        while not any(future.done() for future in futures):
            assert monotonic() < end, f'an answer of {name} did not come within {timeout} s'
            futures.append(client.call_async(request))
            # Each time after twice as long: a slow node is not to be kept busy by one question.
            again = monotonic() + RESEND_AFTER * 2.0 ** (len(futures) - 1)
            while not any(future.done() for future in futures) and monotonic() < min(again, end):
                self.executor.spin_once(timeout_sec=0.02)
        return next(future.result() for future in futures if future.done()), len(futures)

    def state(self, node):
        """Return the name of a lifecycle node's state."""
        return self.call(GetState, f'{node}/get_state', GetState.Request()).current_state.label


@contextmanager
def quick_discovery():
    """Let what is made meanwhile announce itself often; processes started later do as ever."""
    new = {name: value for name, value in QUICK_DISCOVERY.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


@contextmanager
def ros_client(domain=None):
    """Yield a client in a context of its own; without a domain in that of the environment."""
    context = rclpy.Context()
    with quick_discovery():
        rclpy.init(context=context, domain_id=domain)
        client = Client(context)
    try:
        yield client
    finally:
        client.executor.shutdown()
        client.node.destroy_node()
        rclpy.try_shutdown(context=context)
