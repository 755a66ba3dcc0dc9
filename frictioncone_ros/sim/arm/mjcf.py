# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The arm as MJCF, for MuJoCo."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from frictioncone_ros.sim.arm.description import ArmDescription, CylinderLink
from frictioncone_ros.sim.xml_text import numbers


def arm_mjcf(arm: ArmDescription) -> Xml.Element:
    """Return a complete <mujoco> model: the arm alone on the world's origin, wrist sensor in."""
    root = Xml.Element('mujoco', model=arm.name)
    Xml.SubElement(root, 'compiler', angle='radian', autolimits='true')
    Xml.SubElement(root, 'option', timestep='0.001')
    add_arm(root, Xml.SubElement(root, 'worldbody'), arm)
    return root


def add_arm(root: Xml.Element, parent: Xml.Element, arm: ArmDescription) -> Xml.Element:
    """
    Put the arm below a body element and its motors and sensors below the root.

    Returns the hand's element, to which a held object may be added. The links' geoms do not
    collide: contacts in the scenes are those of the held object.
    """
    body = _add_link(parent, arm.base, 0.0)
    for joint, link in zip(arm.joints, arm.links, strict=True):
        body = _add_link(body, link, joint.height)
        attributes = {
            'name': joint.name,
            'axis': numbers(joint.axis),
            'range': numbers((-joint.limit, joint.limit)),
            'damping': numbers([joint.damping]),
        }
        body.insert(0, Xml.Element('joint', attributes))
    hand = _add_link(body, arm.hand, arm.hand_height)
    Xml.SubElement(hand, 'site', name='wrist_sensor', size='0.005')
    _add_motors(root, arm)
    _add_sensor(root)
    return hand


def _add_link(parent: Xml.Element, link: CylinderLink, height: float) -> Xml.Element:
    body = Xml.SubElement(parent, 'body', name=link.name, pos=numbers((0.0, 0.0, height)))
    center = numbers(link.center_of_mass)
    inertia = {'pos': center, 'mass': numbers([link.mass])}
    Xml.SubElement(body, 'inertial', inertia, diaginertia=numbers(link.principal_inertia))
    size = numbers((link.radius, 0.5 * link.length))
    geom = {'type': 'cylinder', 'size': size, 'pos': center, 'rgba': '0.75 0.77 0.8 1'}
    Xml.SubElement(body, 'geom', geom, contype='0', conaffinity='0')
    return body


def _add_motors(root: Xml.Element, arm: ArmDescription) -> None:
    actuator = Xml.SubElement(root, 'actuator')
    for joint in arm.joints:
        limits = numbers((-joint.effort, joint.effort))
        Xml.SubElement(actuator, 'motor', name=joint.name, joint=joint.name, ctrlrange=limits)


def _add_sensor(root: Xml.Element) -> None:
    sensor = Xml.SubElement(root, 'sensor')
    Xml.SubElement(sensor, 'force', name='wrist_force', site='wrist_sensor')
    Xml.SubElement(sensor, 'torque', name='wrist_torque', site='wrist_sensor')
