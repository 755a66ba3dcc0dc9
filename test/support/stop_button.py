# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The stop button and the reset of a node, as a test works them."""

from functools import partial
from time import monotonic

from ros_node_talk import NODE
from std_msgs.msg import Bool
from std_srvs.srv import Trigger


class Button:
    """A stop button whose every change is known to have reached the node."""

    def __init__(self, client, quality=10):
        self._client = client
        self._publisher = client.node.create_publisher(Bool, f'{NODE}/e_stop', quality)
        self.press = partial(self._publisher.publish, Bool(data=True))
        self.release = partial(self._publisher.publish, Bool(data=False))

    @property
    def listeners(self):
        return self._publisher.get_subscription_count()

    def close(self):
        self._client.node.destroy_publisher(self._publisher)

    def say(self, pressed):
        # Said again with every round trip to the node: acknowledgements may take seconds.
        self._client.wait_until(self._publisher.get_subscription_count, 'a listener')
        for _ in range(3):
            self._publisher.publish(Bool(data=pressed))
            self._client.state(NODE)


class Reset:
    """The service, asked while fresh commands and contacts come."""

    def __init__(self, client, talking):
        self._talking = talking
        self._service = client.node.create_client(Trigger, f'{NODE}/reset')
        client.wait_until(self._service.service_is_ready, 'the service')

    def ask(self, make=None):
        """Ask, again where an answer is lost, until there is one; tell whether it was granted."""
        futures = []

        def answered():
            return next((one.result() for one in futures if one.done()), None)

        while answered() is None:
            futures.append(self._service.call_async(Trigger.Request()))
            heard = monotonic()
            self._talking.until(
                lambda heard=heard: answered() or monotonic() > heard + 0.5,
                'an answer of ~/reset',
                make,
            )
        return answered().success

    def is_granted(self, make=None):
        """
        Ask until it is granted; False where it never is.

        Just after a start it is refused: a button that is pressed may still have to be found.
        """
        end = monotonic() + 10.0
        while not self.ask(make):
            if monotonic() > end:
                return False
        return True
