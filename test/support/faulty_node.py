# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter node with faults that can be asked for: `python faulty_node.py --ros-args ...`."""

import os
import signal
import sys
from time import time_ns

from std_msgs.msg import String

from frictioncone_ros.ros import main as node_main
from frictioncone_ros.ros.node import FilterNode


def loop():
    while True:
        pass


FAULTS = {'loop': loop, 'abort': os.abort}


class FaultyNode(FilterNode):
    """Writes when it begins [ns] into the file of a message 'fault file', and does it."""

    def __init__(self, arguments=()):
        super().__init__(arguments)
        self.create_subscription(String, '~/fault', self._on_fault, 1)

    def _on_fault(self, message):
        fault, file = message.data.split()
        if fault == 'pause':
            self._pause_once()
        if fault == 'pause_at_the_end':
            self._pause_at_the_end()
        with open(file, 'w', encoding='ascii') as begun:
            begun.write(str(time_ns()))
        if fault in FAULTS:
            FAULTS[fault]()

    def _pause_once(self):
        tick = self.core.tick

        def stopping(*arguments):
            self.core.tick = tick
            outcome = tick(*arguments)
            os.kill(os.getpid(), signal.SIGSTOP)
            return outcome

        self.core.tick = stopping

    def _pause_at_the_end(self):
        tell = self.guard.tell

        def stopping(**changes):
            if changes.get('active') is False:
                os.kill(os.getpid(), signal.SIGSTOP)
            tell(**changes)

        self.guard.tell = stopping


if __name__ == '__main__':
    node_main.FilterNode = FaultyNode
    sys.exit(node_main.main())
