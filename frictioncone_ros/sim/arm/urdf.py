# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The arm as URDF, for ROS tools and for simulators that read it."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from frictioncone_ros.sim.arm.description import ArmDescription, CylinderLink, RevoluteJoint
from frictioncone_ros.sim.xml_text import child_text, numbers


def arm_urdf(arm: ArmDescription) -> Xml.Element:
    """
    Return the <robot>: base, seven joints and links, and the hand on a fixed joint.

    The fixed joint carries the wrist's force-torque sensor in Gazebo; what it measures is the
    wrench the arm applies to the hand, in the hand's frame.
    """
    robot = Xml.Element('robot', name=arm.name)
    _add_link(robot, arm.base)
    parent = arm.base
    for joint, link in zip(arm.joints, arm.links, strict=True):
        _add_link(robot, link)
        _add_joint(robot, joint, parent, link)
        parent = link
    _add_link(robot, arm.hand)
    _add_hand_joint(robot, arm)
    return robot


def _add_link(robot: Xml.Element, link: CylinderLink) -> None:
    element = Xml.SubElement(robot, 'link', name=link.name)
    center = numbers(link.center_of_mass)
    inertial = Xml.SubElement(element, 'inertial')
    Xml.SubElement(inertial, 'origin', xyz=center, rpy='0 0 0')
    Xml.SubElement(inertial, 'mass', value=numbers([link.mass]))
    xx, yy, zz = (numbers([value]) for value in link.principal_inertia)
    Xml.SubElement(inertial, 'inertia', ixx=xx, iyy=yy, izz=zz, ixy='0', ixz='0', iyz='0')
    for tag in ('visual', 'collision'):
        shape = Xml.SubElement(element, tag)
        Xml.SubElement(shape, 'origin', xyz=center, rpy='0 0 0')
        geometry = Xml.SubElement(shape, 'geometry')
        size = {'radius': numbers([link.radius]), 'length': numbers([link.length])}
        Xml.SubElement(geometry, 'cylinder', size)


def _add_joint(
    robot: Xml.Element, joint: RevoluteJoint, parent: CylinderLink, child: CylinderLink
) -> None:
    element = Xml.SubElement(robot, 'joint', name=joint.name, type='revolute')
    Xml.SubElement(element, 'origin', xyz=numbers((0.0, 0.0, joint.height)), rpy='0 0 0')
    Xml.SubElement(element, 'parent', link=parent.name)
    Xml.SubElement(element, 'child', link=child.name)
    Xml.SubElement(element, 'axis', xyz=numbers(joint.axis))
    limits = {'lower': -joint.limit, 'upper': joint.limit}
    bounds = limits | {'effort': joint.effort, 'velocity': joint.velocity}
    Xml.SubElement(element, 'limit', {key: numbers([value]) for key, value in bounds.items()})
    Xml.SubElement(element, 'dynamics', damping=numbers([joint.damping]), friction='0')


def _add_hand_joint(robot: Xml.Element, arm: ArmDescription) -> None:
    element = Xml.SubElement(robot, 'joint', name='wrist_sensor', type='fixed')
    Xml.SubElement(element, 'origin', xyz=numbers((0.0, 0.0, arm.hand_height)), rpy='0 0 0')
    Xml.SubElement(element, 'parent', link=arm.links[-1].name)
    Xml.SubElement(element, 'child', link=arm.hand.name)
    gazebo = Xml.SubElement(robot, 'gazebo', reference='wrist_sensor')
    child_text(gazebo, 'disableFixedJointLumping', 'true')
    child_text(gazebo, 'preserveFixedJoint', 'true')
    sensor = Xml.SubElement(gazebo, 'sensor', name='wrist_sensor', type='force_torque')
    child_text(sensor, 'update_rate', '1000')
    settings = Xml.SubElement(sensor, 'force_torque')
    child_text(settings, 'frame', 'child')
    child_text(settings, 'measure_direction', 'parent_to_child')
