# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What each controller reads, and what it then does to the environment, from its own source.

Read were cartesian_controllers f53f798, crisp_controllers 8093548 (1.0) and 2b33ab7
(2.3), ros2_controllers 6.9.0,
moveit2 (jazzy), Universal_Robots_ROS2_Driver 696e1a7. A reading is six numbers, along the axes of
a frame and about a point; each function below says which, by the controller's own equation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from geometry_msgs.msg import TwistStamped, WrenchStamped
import numpy as np
from rclpy.qos import qos_profile_system_default, QoSProfile

from frictioncone_ros.node_interface.static_transforms import parsed_transforms
from frictioncone_ros.session.frames import StaticFrames

# Nothing is parallel to anything and nothing stands where something else does.
PLACES = [
    'base tool0 0.42 -0.11 0.31 0.1830127 0.6830127 -0.1830127 0.6830127',
    'tool0 compliance_link 0.02 0.03 0.11 0.2588190 0.0 0.0 0.9659258',
    'tool0 ft_sensor 0.0 0.01 -0.06 0.0 0.0 0.3826834 0.9238795',
    'tool0 end_effector -0.03 0.02 0.04 0.0 0.2588190 0.0 0.9659258',
    'tool0 tool0_controller 0.01 0.02 0.03 0.1305262 0.0 0.0 0.9914449',
    # A surface tilted by 35 degrees, touched 0.12 m beside the tool: x is its normal.
    'base surface 0.50 -0.02 0.33 0.0 -0.4617486 0.0 0.8870108',
]
FRAMES = StaticFrames(parsed_transforms(PLACES))


def turned(parent, child, six):
    """Return six numbers along `child` as they are along `parent`, about the same point."""
    turn = FRAMES.pose(parent, child).rotation.T
    return np.concatenate((turn @ six[:3], turn @ six[3:]))


def at_surface(frame, six):
    """Return a wrench of a frame's axes about its origin as one of the surface's frame."""
    return FRAMES.pose(frame, 'surface').force_transform @ six


def fzi_force(message):
    """Sensor + target = 0: both about end_effector_link, the target along its axes."""
    return at_surface('tool0', six_of(message))


def fzi_compliance(message):
    """Sensor + target = 0 about compliance_ref_link, the target along end_effector_link's axes."""
    along = turned('compliance_link', 'tool0', six_of(message))
    return at_surface('compliance_link', along)


def crisp_world(message):
    """tau = J' w with Pinocchio's WORLD Jacobian: along and about the root link."""
    return at_surface('base', six_of(message))


def crisp_aligned(message):
    """tau = J' w with the LOCAL_WORLD_ALIGNED Jacobian: along the root link, about the tool."""
    return at_surface('end_effector', turned('end_effector', 'base', six_of(message)))


def crisp_local(message):
    """tau = J' w with Pinocchio's LOCAL Jacobian: along and about end_effector_frame."""
    return at_surface('end_effector', six_of(message))


def admittance(message):
    """ft + reference = 0 at no stiffness, about the sensor's frame; other frames are ignored."""
    if message.header.frame_id not in ('', 'ft_sensor'):
        return None
    return at_surface('ft_sensor', six_of(message))


def ur_task_frame(message):
    """What the robot applies to its environment, relative to the task frame."""
    frame = message.header.frame_id
    return at_surface(frame, six_of(message)) if frame else np.zeros(6)


def servo(message):
    """Turned from the header's axes into the planning frame's; linear part at the tip, tool0."""
    along = turned('tool0', message.header.frame_id, six_of(message))
    return FRAMES.pose('tool0', 'surface').motion_transform @ along


def six_of(message):
    """Return the six numbers of a stamped wrench or twist."""
    if isinstance(message, WrenchStamped):
        first, second = message.wrench.force, message.wrench.torque
    else:
        first, second = message.twist.linear, message.twist.angular
    return np.array((first.x, first.y, first.z, second.x, second.y, second.z))


@dataclass(frozen=True)
class StandIn:
    """
    A controller as its listeners see the world.

    topic, qos, message: of its subscription. act: from its message to the wrench it applies to the
    environment, or the twist it makes, in the surface's frame; None: the message is ignored.
    reading: the same in words. one_publisher: whether it ignores messages while its topic has more
    publishers than one.
    """

    consumer: str
    file: str
    topic: str
    act: Callable
    reading: str
    qos: QoSProfile = field(default_factory=lambda: QoSProfile(depth=10))
    message: type = WrenchStamped
    controller_node: str = ''
    one_publisher: bool = False


STAND_INS = [
    StandIn(
        'FZI force',
        'fzi_cartesian_force_controller',
        '/cartesian_force_controller/target_wrench',
        fzi_force,
        'axes and moment centre `end_effector_link`; target + sensor = 0',
    ),
    StandIn(
        'FZI compliance',
        'fzi_cartesian_compliance_controller',
        '/cartesian_compliance_controller/target_wrench',
        fzi_compliance,
        'axes `end_effector_link`, moment centre `compliance_ref_link`; target + sensor = 0',
    ),
    StandIn(
        'CRISP from 1.3.0, `use_local_jacobian: false`',
        'crisp',
        '/target_wrench',
        crisp_aligned,
        'axes the root link, moment centre `end_effector_frame`: LOCAL_WORLD_ALIGNED Jacobian',
        QoSProfile(depth=1),
        one_publisher=True,
    ),
    StandIn(
        'CRISP before 1.3.0, `use_local_jacobian: false`',
        'crisp_before_1_3',
        '/target_wrench',
        crisp_world,
        'axes and moment centre the root link: WORLD Jacobian',
        QoSProfile(depth=1),
        one_publisher=True,
    ),
    StandIn(
        'CRISP, `use_local_jacobian: true`',
        'crisp_local_jacobian',
        '/target_wrench',
        crisp_local,
        'axes and moment centre `end_effector_frame`: LOCAL Jacobian',
        QoSProfile(depth=1),
        one_publisher=True,
    ),
    StandIn(
        'admittance_controller',
        'admittance_controller',
        '/admittance_controller/wrench_reference',
        admittance,
        'axes and moment centre `ft_sensor.frame.id`, no other frame; reference + sensor = 0',
        qos_profile_system_default,
    ),
    StandIn(
        'UR force mode',
        'ur_force_mode',
        '/applied_wrench',
        ur_task_frame,
        'service; axes and moment centre the task frame, type 2',
        controller_node='ur_force_mode',
    ),
    StandIn(
        'MoveIt Servo',
        'moveit_servo',
        '/servo_node/delta_twist_cmds',
        servo,
        'twist; axes of the header, linear part of the tip link',
        qos_profile_system_default,
        TwistStamped,
    ),
    StandIn(
        'joint_trajectory_controller through Servo',
        'joint_trajectory_controller',
        '/servo_node/delta_twist_cmds',
        servo,
        'twist; as Servo, which writes the trajectory',
        qos_profile_system_default,
        TwistStamped,
    ),
]
