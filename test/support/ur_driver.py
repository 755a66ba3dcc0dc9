# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A stand-in of the UR driver's force_mode_controller: its two services, and what they do.

What force mode applies is said on /applied_wrench, in the frame of the task; nothing applied is a
zero wrench without a frame. Requests the driver refuses are refused here, by its source's rules.
"""

from contextlib import suppress
import os
from time import sleep

from geometry_msgs.msg import Pose, Quaternion, WrenchStamped
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from std_srvs.srv import Trigger
from ur_msgs.srv import SetForceMode

from frictioncone_ros.ros.runtime.context import use_sockets

ANSWER_TIME = 0.03
"""The driver answers when the robot has confirmed: some turns of 10 ms [s]."""
AT_FRAME = Pose(orientation=Quaternion(w=1.0))


class ForceModeController(Node):
    def __init__(self):
        super().__init__('force_mode_controller')
        self.publisher = self.create_publisher(WrenchStamped, '/applied_wrench', 10)
        self.create_service(SetForceMode, '~/start_force_mode', self.start)
        self.create_service(Trigger, '~/stop_force_mode', self.stop)

    def start(self, request, response):
        sleep(ANSWER_TIME)
        response.success = is_accepted(request)
        if response.success:
            applied = WrenchStamped(wrench=request.wrench)
            applied.header.frame_id = request.task_frame.header.frame_id
            self.publisher.publish(applied)
        return response

    def stop(self, request, response):
        self.publisher.publish(WrenchStamped())
        response.success = True
        return response


def is_accepted(request):
    """Tell what the driver accepts; a task frame beside its frame is not needed by our file."""
    axes = ('x', 'y', 'z', 'rx', 'ry', 'rz')
    selected = (getattr(request, f'selection_vector_{axis}') for axis in axes)
    return (
        request.task_frame.pose == AT_FRAME
        and request.type == 2
        and 0.0 <= request.damping_factor <= 1.0
        and 0.0 <= request.gain_scaling <= 2.0
        and all(selected)
    )


if __name__ == '__main__':
    # Through shared memory it would hang with whoever is killed beside it.
    use_sockets(os.environ)
    rclpy.init()
    node = ForceModeController()
    # Not rclpy.spin: now and then it does not notice that it was told to stop.
    with suppress(KeyboardInterrupt, ExternalShutdownException):
        while rclpy.ok():
            rclpy.spin_once(node, timeout_sec=0.1)
