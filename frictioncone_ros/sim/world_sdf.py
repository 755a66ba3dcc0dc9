# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Worlds as SDF that load unchanged in Gazebo 11, Gazebo Sim and Drake.

What all three take: SDF 1.6, a floor that is a plane, small spheres as feet under a box,
explicit inertias, no plugins (Gazebo Sim gets its systems from the launch file's server settings).
"""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.sim.arm.description import seven_joint_arm
from frictioncone_ros.sim.arm.scene import BlockSize, foot_centers
from frictioncone_ros.sim.arm.sdf import add_sdf_arm
from frictioncone_ros.sim.xml_text import child_text, numbers

BLOCK_FRICTION = 0.5
"""Friction coefficient of feet and floor in the worlds [-]."""

WORLD_NAME = 'frictioncone'


def block_world(cone_friction: bool) -> Xml.Element:
    """
    Return a world with a free block on a floor.

    cone_friction: ask Gazebo 11 for the circular cone; without, its default pyramid along the
    world's axes holds. Other simulators ignore the setting.
    """
    root, world = _empty_world(cone_friction)
    size = BlockSize()
    model = Xml.SubElement(world, 'model', name='block')
    # The feet, small spheres, just touch the floor; the link's origin is the touching plane.
    link = Xml.SubElement(model, 'link', name='body')
    _add_block_inertia(link, size)
    middle = numbers((0.0, 0.0, size.foot_radius + size.half_height, 0.0, 0.0, 0.0))
    sides = 2.0 * np.array([size.half_length, size.half_width, size.half_height])
    visual = Xml.SubElement(link, 'visual', name='box')
    child_text(visual, 'pose', middle)
    box = Xml.SubElement(Xml.SubElement(visual, 'geometry'), 'box')
    child_text(box, 'size', numbers(sides))
    centers = foot_centers(size) * (1.0, 1.0, 0.0) + (0.0, 0.0, size.foot_radius)
    for index, center in enumerate(centers):
        foot = Xml.SubElement(link, 'collision', name=f'foot_{index}')
        child_text(foot, 'pose', numbers((*center, 0.0, 0.0, 0.0)))
        sphere = Xml.SubElement(Xml.SubElement(foot, 'geometry'), 'sphere')
        child_text(sphere, 'radius', numbers([size.foot_radius]))
        _add_friction(foot)
    _add_contact_sensor(link, [f'foot_{index}' for index in range(len(centers))])
    return root


def arm_world() -> Xml.Element:
    """Return a world with the arm on the floor, upright, a force-torque sensor at its wrist."""
    root, world = _empty_world(cone_friction=True)
    add_sdf_arm(world, seven_joint_arm())
    return root


def _empty_world(cone_friction: bool) -> tuple[Xml.Element, Xml.Element]:
    root = Xml.Element('sdf', version='1.6')
    world = Xml.SubElement(root, 'world', name=WORLD_NAME)
    child_text(world, 'gravity', '0 0 -9.81')
    physics = Xml.SubElement(world, 'physics', name='one_kilohertz', type='ode')
    child_text(physics, 'max_step_size', '0.001')
    child_text(physics, 'real_time_factor', '1')
    child_text(physics, 'real_time_update_rate', '1000')
    if cone_friction:
        solver = Xml.SubElement(Xml.SubElement(physics, 'ode'), 'solver')
        child_text(solver, 'friction_model', 'cone_model')
    light = Xml.SubElement(world, 'light', name='sun', type='directional')
    child_text(light, 'pose', '0 0 10 0 0 0')
    child_text(light, 'direction', '-0.3 0.2 -0.9')
    floor = Xml.SubElement(world, 'model', name='floor')
    child_text(floor, 'static', 'true')
    link = Xml.SubElement(floor, 'link', name='link')
    for tag in ('collision', 'visual'):
        shape = Xml.SubElement(link, tag, name=tag)
        plane = Xml.SubElement(Xml.SubElement(shape, 'geometry'), 'plane')
        child_text(plane, 'normal', '0 0 1')
        child_text(plane, 'size', '4 4')
        if tag == 'collision':
            _add_friction(shape)
    return root, world


def _add_block_inertia(link: Xml.Element, size: BlockSize) -> None:
    sides = np.array([size.half_length, size.half_width, size.half_height])
    diagonal = size.mass / 3.0 * ((sides**2).sum() - sides**2)
    inertial = Xml.SubElement(link, 'inertial')
    height = size.foot_radius + size.half_height
    child_text(inertial, 'pose', numbers((0.0, 0.0, height, 0.0, 0.0, 0.0)))
    child_text(inertial, 'mass', numbers([size.mass]))
    inertia = Xml.SubElement(inertial, 'inertia')
    entries = dict(zip(('ixx', 'iyy', 'izz'), diagonal, strict=True))
    for name in ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'):
        child_text(inertia, name, numbers([entries.get(name, 0.0)]))


def _add_friction(collision: Xml.Element) -> None:
    surface = Xml.SubElement(collision, 'surface')
    coefficients = Xml.SubElement(Xml.SubElement(surface, 'friction'), 'ode')
    for name in ('mu', 'mu2'):
        child_text(coefficients, name, numbers([BLOCK_FRICTION]))
    # Without these ODE's contacts are made and broken every other step.
    contact = Xml.SubElement(Xml.SubElement(surface, 'contact'), 'ode')
    child_text(contact, 'max_vel', '0.01')
    child_text(contact, 'min_depth', '0.0001')


def _add_contact_sensor(link: Xml.Element, collisions: list[str]) -> None:
    sensor = Xml.SubElement(link, 'sensor', name='feet', type='contact')
    child_text(sensor, 'always_on', 'true')
    child_text(sensor, 'update_rate', '1000')
    contact = Xml.SubElement(sensor, 'contact')
    for name in collisions:
        child_text(contact, 'collision', name)
