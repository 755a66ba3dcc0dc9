# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The arm as an SDF model, for Gazebo and Drake."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from frictioncone_ros.sim.arm.description import ArmDescription, CylinderLink, RevoluteJoint
from frictioncone_ros.sim.xml_text import child_text, numbers


def arm_sdf(arm: ArmDescription) -> Xml.Element:
    """
    Return an <sdf> document with the arm as a model fixed to the world.

    SDF 1.6, which Gazebo 11, Gazebo Sim and Drake all read: link poses are in the model frame,
    and all link frames are parallel at angle zero, so that only heights differ.
    """
    root = Xml.Element('sdf', version='1.6')
    add_sdf_arm(root, arm)
    return root


def add_sdf_arm(owner: Xml.Element, arm: ArmDescription) -> None:
    """Append the arm as a model to an <sdf> or a <world> element."""
    model = Xml.SubElement(owner, 'model', name=arm.name)
    _add_link(model, arm.base, 0.0)
    _add_fixed_joint(model, 'world_joint', 'world', arm.base.name)
    parent, height = arm.base, 0.0
    for joint, link in zip(arm.joints, arm.links, strict=True):
        height += joint.height
        _add_link(model, link, height)
        _add_joint(model, joint, parent, link)
        parent = link
    _add_link(model, arm.hand, height + arm.hand_height)
    fixed = _add_fixed_joint(model, 'wrist_sensor', parent.name, arm.hand.name)
    _add_sensor(fixed)


def _add_link(model: Xml.Element, link: CylinderLink, height: float) -> None:
    element = Xml.SubElement(model, 'link', name=link.name)
    child_text(element, 'pose', numbers((0.0, 0.0, height, 0.0, 0.0, 0.0)))
    center = numbers((*link.center_of_mass, 0.0, 0.0, 0.0))
    inertial = Xml.SubElement(element, 'inertial')
    child_text(inertial, 'pose', center)
    child_text(inertial, 'mass', numbers([link.mass]))
    inertia = Xml.SubElement(inertial, 'inertia')
    entries = dict(zip(('ixx', 'iyy', 'izz'), link.principal_inertia, strict=True))
    for name in ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'):
        child_text(inertia, name, numbers([entries.get(name, 0.0)]))
    for tag in ('collision', 'visual'):
        shape = Xml.SubElement(element, tag, name=tag)
        child_text(shape, 'pose', center)
        cylinder = Xml.SubElement(Xml.SubElement(shape, 'geometry'), 'cylinder')
        child_text(cylinder, 'radius', numbers([link.radius]))
        child_text(cylinder, 'length', numbers([link.length]))


def _add_joint(
    model: Xml.Element, joint: RevoluteJoint, parent: CylinderLink, child: CylinderLink
) -> None:
    element = Xml.SubElement(model, 'joint', name=joint.name, type='revolute')
    child_text(element, 'parent', parent.name)
    child_text(element, 'child', child.name)
    axis = Xml.SubElement(element, 'axis')
    child_text(axis, 'xyz', numbers(joint.axis))
    limit = Xml.SubElement(axis, 'limit')
    bounds = {'lower': -joint.limit, 'upper': joint.limit, 'effort': joint.effort}
    for name, value in (bounds | {'velocity': joint.velocity}).items():
        child_text(limit, name, numbers([value]))
    child_text(Xml.SubElement(axis, 'dynamics'), 'damping', numbers([joint.damping]))


def _add_fixed_joint(model: Xml.Element, name: str, parent: str, child: str) -> Xml.Element:
    element = Xml.SubElement(model, 'joint', name=name, type='fixed')
    child_text(element, 'parent', parent)
    child_text(element, 'child', child)
    return element


def _add_sensor(joint: Xml.Element) -> None:
    sensor = Xml.SubElement(joint, 'sensor', name='wrist_sensor', type='force_torque')
    child_text(sensor, 'update_rate', '1000')
    settings = Xml.SubElement(sensor, 'force_torque')
    child_text(settings, 'frame', 'child')
    child_text(settings, 'measure_direction', 'parent_to_child')
