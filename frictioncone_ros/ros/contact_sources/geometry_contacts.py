# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Joint states and a robot description in, contacts of the tool with known shapes out."""

from __future__ import annotations

from pathlib import Path
import sys

from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings
from frictioncone_ros.estimation.geometry.libraries import held_placement, require_libraries
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.scene import read_scene, with_links
from frictioncone_ros.estimation.geometry.uncertainty import Deviations
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.messages.numbers import pose_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.estimates import EstimateWriter
from frictioncone_ros.ros.conversions.joints import joints_from_message
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.given_parameters import positive
from frictioncone_ros.ros.runtime.qos import JOINTS, LATCHED, OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.srv import SetHeldObject

WORDS = {'scene_file': '', 'robot_description': ''}
GAPS = {'touch_gap': 0.0005, 'release_gap': 0.002, 'margin': 0.01, 'patch_tolerance': 0.0005}
DEVIATIONS = {
    'joint_deviation': 0.0005,
    'tool_position_deviation': 0.0005,
    'tool_angle_deviation': 0.002,
    'scene_position_deviation': 0.001,
    'scene_angle_deviation': 0.002,
}
PARAMETERS: dict[str, object] = {
    **WORDS,
    **GAPS,
    **DEVIATIONS,
    'most_corners': 4,
    'package_folders': [''],
    'highest_rate': 500.0,
}
"""Defaults; see docs/robot/contact_sources.md."""

SHORTER = 0.8
"""Share of the period of highest_rate that must pass: stamps waver about it [-]."""

FASTEST = 10_000.0
"""Largest highest_rate that is taken for meant [Hz]."""


def declared(node: Node) -> dict[str, object]:
    """Declare the parameters and return what was given."""
    return {name: node.declare_parameter(name, value).value for name, value in PARAMETERS.items()}


def geometry_settings(values: dict[str, object]) -> GeometrySettings:
    """Return the settings of these parameters, or raise InvalidInputError."""
    deviations = {
        name.removesuffix('_deviation'): float(values[name])  # type: ignore[arg-type]  # a number
        for name in DEVIATIONS
    }
    return GeometrySettings(
        **{name: float(values[name]) for name in GAPS},  # type: ignore[arg-type]  # numbers
        most_corners=int(values['most_corners']),  # type: ignore[call-overload]  # a number
        deviations=Deviations(**deviations),
    )


class GeometryContactsNode(SimpleNode):
    """
    Listens to joint_states and robot_description, speaks on ~/contacts.

    One snapshot a joint state, of the moment of the joint that was not heard for longest. While
    joints are not heard, or say what is infinite, nothing is published: contacts then grow stale,
    which is the truth. A joint whose position is NaN is one that is not heard.
    """

    def __init__(self) -> None:
        """Read the parameters; the robot may be described by one of them or on the topic."""
        super().__init__('geometry_contacts')
        require_libraries()
        self._values = declared(self)
        self._settings = geometry_settings(self._values)
        rate = positive(self._values, 'highest_rate', FASTEST)
        if not self._values['scene_file']:
            raise InvalidInputError('scene_file', '', 'a YAML file with a scene', 'parameters')
        self._path = Path(str(self._values['scene_file'])).expanduser()
        # At once: a fault in the file is not to wait for the robot's description.
        read_scene(self._path, root='')
        self._least_step, self._last_stamp, self._sequence = int(SHORTER * 1e9 / rate), 0, 0
        self._writer = EstimateWriter()
        self._robot: Robot | None = None
        self._described = ''
        self._finder: ContactFinder | None = None
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self.create_subscription(JointState, 'joint_states', self._take, JOINTS)
        self.create_service(SetHeldObject, '~/set_held_object', self._set_held_object)
        if self._values['robot_description']:
            self._describe(str(self._values['robot_description']))
        else:
            self.create_subscription(String, 'robot_description', self._hear, LATCHED)

    def _hear(self, message: String) -> None:
        """Take the robot's description from its topic; a bad one leaves the one before."""
        try:
            self._describe(str(message.data))
        except FrictionConeError as error:
            self.get_logger().error(str(error))

    def _describe(self, urdf: str) -> None:
        """Begin with a robot; the same description again changes nothing, held objects stay."""
        if urdf == self._described:
            return
        robot = Robot(urdf)
        folders = [str(folder) for folder in self._values['package_folders'] if folder]  # type: ignore[attr-defined]  # words
        scene = with_links(read_scene(self._path, robot.root), robot, urdf, folders)
        self._finder = ContactFinder(robot, scene, self._settings)
        self._robot, self._described = robot, urdf
        self.get_logger().info(
            f'{robot.root!r}: {len(scene.surroundings)} shapes around {len(scene.tool)} of the '
            f'tool on {scene.tool_frame!r}; may hold {", ".join(scene.held_objects) or "nothing"}'
        )

    def _take(self, message: JointState) -> None:
        """Publish what touches with these joints, unless the last answer is too young."""
        joints = joints_from_message(message)
        if self._robot is None or self._finder is None:
            self._warn('no robot_description yet')
            return
        stamp = joints.stamp or self.get_clock().now().nanoseconds
        if not self._robot.update(*joints[:3], stamp):
            return
        if 0 <= stamp - self._last_stamp < self._least_step:
            return
        if missing := self._finder.missing_joints:
            self._warn(f'no position yet of {", ".join(missing)}')
            return
        if silent := self._finder.heard_before_set_back(stamp):
            self._warn(f'no position of {", ".join(silent)} since the clock was set back')
            return
        self._last_stamp = stamp
        self._sequence += 1
        # A gripper that speaks on does not make fresh what an arm said that is silent.
        measured = min(stamp, self._finder.joints_stamp or stamp)
        found = self._finder.contacts(measured)
        self._publisher.publish(self._writer.write(found, self._sequence))

    def _set_held_object(
        self, request: SetHeldObject.Request, response: SetHeldObject.Response
    ) -> SetHeldObject.Response:
        try:
            if self._finder is None:
                raise InvalidInputError('robot_description', '', 'it before anything is held')
            placement = None
            if request.has_pose:
                placement = held_placement(pose_from_message(request.pose, 'pose'))
            self._finder.hold(str(request.object_name), str(request.frame_id), placement)
        except FrictionConeError as error:
            response.success, response.message = False, str(error)
            return response
        response.success = True
        response.message = f'holds {self._finder.held}' if self._finder.held else 'holds nothing'
        return response

    def _warn(self, text: str) -> None:
        self.get_logger().warning(text, throttle_duration_sec=1.0)


def main() -> int:
    """Run the source until told to stop."""
    return run_node('geometry_contacts', GeometryContactsNode)


if __name__ == '__main__':
    sys.exit(main())
