# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is served when: stops first, messages and urgent timers, all else often enough."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from time import monotonic

import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException
from rclpy.signals import SignalHandlerOptions
from std_msgs.msg import Bool, Int32
from std_srvs.srv import Trigger

from frictioncone_ros.ros.runtime.clocks import steady_timer
from frictioncone_ros.ros.runtime.executor import BACKGROUND_PERIOD, PriorityExecutor

PATIENCE = 10.0


class Served:
    """A node with a bit of everything, its executor, and the order in which it was served."""

    def __init__(self, context):
        self.node = rclpy.create_node('served', context=context)
        self.order, self.urgent, self.is_stopped = [], True, False
        self.executor = PriorityExecutor(lambda: self.urgent, lambda: self.is_stopped)
        self.numbers = self.node.create_publisher(Int32, 'number', 10)
        self.stops = self.node.create_publisher(Bool, 'stop', 10)
        self.node.create_subscription(Int32, 'number', self.on_number, 10)
        stop = self.node.create_subscription(Bool, 'stop', lambda _, info: self.note('stop'), 10)
        stop.is_stop = True
        self.executor.add_node(self.node)
        self.on_each = lambda _: None

    def note(self, what):
        self.order.append(what)

    def on_number(self, message):
        self.note(message.data)
        self.on_each(message.data)

    def until(self, condition):
        end = monotonic() + PATIENCE
        while not condition():
            assert monotonic() < end, self.order
            self.executor.spin_once(0.05)


@pytest.fixture
def served(ros_domain, monkeypatch):
    """Return it, within a context that is the default of whatever makes entities."""
    rclpy.init(domain_id=ros_domain, signal_handler_options=SignalHandlerOptions.NO)
    made = Served(rclpy.get_default_context())
    steady_timer(made.node, 50.0, lambda: None, is_urgent=True)
    made.until(
        lambda: made.numbers.get_subscription_count() and made.stops.get_subscription_count()
    )
    yield made
    made.executor.shutdown()
    made.node.destroy_node()
    rclpy.try_shutdown()


def test_messages_come_in_order_and_a_stop_before_those_that_wait(served):
    served.numbers.publish(Int32(data=1))
    served.until(lambda: 1 in served.order)

    def slow(number):
        if number == 2:
            served.stops.publish(Bool())
            end = monotonic() + 0.05
            while monotonic() < end:
                pass

    served.on_each = slow
    served.numbers.publish(Int32(data=2))
    served.numbers.publish(Int32(data=3))
    served.until(lambda: 3 in served.order)
    assert served.order == [1, 2, 'stop', 3]


@pytest.mark.parametrize('urgent', [True, False], ids=['priority', 'as rclpy'])
def test_services_and_slow_timers_are_served_while_messages_stream(served, urgent):
    served.urgent = urgent
    node = served.node
    node.create_service(Trigger, 'ask', lambda _, answer: served.note('asked') or answer)
    client = node.create_client(Trigger, 'ask')
    slow = node.create_timer(0.01, lambda: served.note('slow'))
    served.until(client.service_is_ready)
    served.on_each = lambda number: served.numbers.publish(Int32(data=number + 1))
    served.numbers.publish(Int32(data=1))
    answer = client.call_async(Trigger.Request())
    served.until(lambda: answer.done() and served.order.count('slow') > 3)
    assert 'asked' in served.order
    node.destroy_timer(slow)


@pytest.mark.parametrize('urgent', [True, False], ids=['priority', 'as rclpy'])
def test_what_comes_and_goes_while_serving_is_noticed(served, urgent):
    """Entities with events, which rclpy destroys with them, made and destroyed by a callback."""
    served.urgent = urgent
    node, made = served.node, []

    def change(number):
        # Turns between, in which nothing comes or goes, make it known to the executor.
        if number % 4 == 0:
            node.destroy_subscription(made.pop())
        elif number % 4 == 2:
            made.append(node.create_subscription(Int32, 'late', lambda _: served.note('late'), 10))
        served.executor._next_full_look = 0.0
        if number < 30:
            served.numbers.publish(Int32(data=number + 1))

    served.on_each = change
    late = node.create_publisher(Int32, 'late', 10)
    served.numbers.publish(Int32(data=1))
    served.until(lambda: 30 in served.order and late.get_subscription_count())
    late.publish(Int32())
    served.until(lambda: 'late' in served.order)
    node.destroy_publisher(late)


def test_a_service_that_waits_for_something_goes_on(served):
    node = served.node
    node.create_service(Trigger, 'inner', lambda _, answer: answer)
    inner = node.create_client(Trigger, 'inner')

    async def outer(_, answer):
        served.note('began')
        await inner.call_async(Trigger.Request())
        served.note('went on')
        return answer

    node.create_service(Trigger, 'outer', outer, callback_group=ReentrantCallbackGroup())
    client = node.create_client(Trigger, 'outer')
    served.until(lambda: client.service_is_ready() and inner.service_is_ready())
    answer = client.call_async(Trigger.Request())
    served.until(answer.done)
    assert served.order == ['began', 'went on']


def test_it_waits_no_longer_than_told_and_no_less(served):
    served.executor.spin_once(0.0)
    served.executor._next_full_look = monotonic() + 100.0
    begun = monotonic()
    served.executor.spin_once(0.0)
    assert monotonic() - begun < BACKGROUND_PERIOD


def test_the_end_of_the_context_ends_the_wait(served):
    rclpy.try_shutdown()
    with pytest.raises(ExternalShutdownException):
        served.executor.spin_once(1.0)


def test_faults_of_callbacks_get_out(served):
    def fail(_):
        raise KeyError('on purpose')

    served.on_each = fail
    served.numbers.publish(Int32(data=1))
    with pytest.raises(KeyError, match='on purpose'):
        served.until(lambda: False)
