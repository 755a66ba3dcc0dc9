# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A clock on /clock, as a simulation has it, that goes on with what a test sends."""

from builtin_interfaces.msg import Time
from rosgraph_msgs.msg import Clock

SECOND = 1_000_000_000


class SimulatedClock:
    """A clock on /clock that goes on by `step` [ns] whenever the talker stamps a message."""

    def __init__(self, client, talking, start=1000 * SECOND):
        self.time, self.step = start, 5_000_000
        self._publisher = client.publisher(Clock, '/clock')
        talking.stamp = self.stamp

    def stamp(self):
        self.time += self.step
        seconds, rest = divmod(self.time, SECOND)
        self._publisher.publish(Clock(clock=Time(sec=seconds, nanosec=rest)))
        return self.time
