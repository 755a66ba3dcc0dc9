# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes in which the arm holds something against its environment, as MJCF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.sim.arm.description import ArmDescription, seven_joint_arm
from frictioncone_ros.sim.arm.kinematics import solve_hand_pose
from frictioncone_ros.sim.arm.mjcf import add_arm
from frictioncone_ros.sim.engine import new_scene
from frictioncone_ros.sim.xml_text import document, numbers
from frictioncone_ros.spatial import Array, RigidTransform

_ELBOW_UP = (0.0, 0.4, 0.0, 1.4, 0.0, 1.34, 0.0)
_DOWNWARD = np.diag([-1.0, 1.0, -1.0])
"""Axes of a hand that points down, its x axis towards the base."""

_FOOT_PATTERNS = {
    3: ((1.0, 1.0), (1.0, -1.0), (-1.0, 0.0)),
    4: ((1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)),
    8: tuple((x, y) for x in (1.0, 0.0, -1.0) for y in (1.0, 0.0, -1.0) if x or y),
}
"""Where the feet are, as shares of half length and half width."""

ROD_END_RADIUS = 0.01
"""Radius of the rod's round ends [m]."""

_COLOUR = '0.85 0.55 0.2 1'


@dataclass(frozen=True, eq=False)
class ArmScene:
    """
    A model of MuJoCo with the arm, what it holds, and the angles at which it starts.

    xml: the MJCF text. angles: (7,) [rad], at which the held object just touches.
    nominal: the contacts as designed, about the held object's reference point, world axes.
    ball_radius: of the small spheres that touch [m].
    """

    xml: str
    arm: ArmDescription
    angles: Array
    nominal: ContactState
    ball_radius: float


@dataclass(frozen=True)
class BlockSize:
    """
    A block on small spherical feet: half sizes [m], mass [kg], radius of a foot [m].

    foot_count 3: the normal forces follow from the load alone. With 4 or 8 they also depend on how
    soft the contacts are, and a load that could be held may slip.
    """

    foot_count: int = 3
    half_length: float = 0.05
    half_width: float = 0.04
    half_height: float = 0.03
    mass: float = 1.0
    foot_radius: float = 0.005


def foot_centers(size: BlockSize) -> Array:
    """Return the centres (k, 3) of the feet below a block whose top middle is the origin [m]."""
    shares = np.array(_FOOT_PATTERNS[size.foot_count])
    across = shares * (size.half_length, size.half_width)
    return np.column_stack((across, np.full(len(shares), 2.0 * size.half_height)))


def block_scene(friction_coefficient: float = 0.5, block: BlockSize | None = None) -> ArmScene:
    """
    Return scene (a): the arm presses a block on a table.

    The block's reference point is the middle of its bottom, where the feet touch.
    """
    size = block or BlockSize()
    arm = seven_joint_arm()
    root = new_scene('block_on_table')
    world = root.find('worldbody')
    assert world is not None
    _add_plane(world, 'table', (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), friction_coefficient)
    hand = add_arm(root, world, arm)
    _add_block(hand, arm.hand.length, size, friction_coefficient)
    drop = arm.hand.length + 2.0 * size.half_height + size.foot_radius
    pose = RigidTransform(_DOWNWARD, np.array([0.5, 0.0, drop]))
    feet = foot_centers(size) * (1.0, 1.0, 0.0) @ _DOWNWARD
    upward = np.tile((0.0, 0.0, 1.0), (len(feet), 1))
    nominal = _nominal('foot', feet, upward, friction_coefficient)
    angles = solve_hand_pose(arm, pose, np.array(_ELBOW_UP))
    return ArmScene(document(root), arm, angles, nominal, size.foot_radius)


def rod_scene(friction_coefficient: float = 0.0) -> ArmScene:
    """
    Return scene (b): a rod whose two ends touch the floor and a wall, normals skew.

    One normal runs along z, the other along -y at another x and height: the lines never meet,
    which no single frame of selected axes can describe.
    """
    arm = seven_joint_arm()
    root = new_scene('rod_on_two_skew_contacts')
    world = root.find('worldbody')
    assert world is not None
    hand = add_arm(root, world, arm)
    ends = np.array([[-0.28, 0.0, 0.05], [0.28, 0.06, 0.01]])
    pose = RigidTransform(_DOWNWARD, np.array([0.5, 0.0, 0.12]))
    floor, wall = (pose.position + pose.rotation.T @ end for end in ends)
    normals = np.array([(0.0, 0.0, 1.0), (0.0, -1.0, 0.0)])
    _add_rod(hand, ends, ROD_END_RADIUS, friction_coefficient)
    below = (0.0, 0.0, float(floor[2]) - ROD_END_RADIUS)
    _add_plane(world, 'floor', below, (0.0, 0.0, 1.0), friction_coefficient)
    behind = (0.5, float(wall[1]) + ROD_END_RADIUS, 0.1)
    _add_plane(world, 'wall', behind, (0.0, -1.0, 0.0), friction_coefficient)
    points = (ends - ends.mean(axis=0)) @ _DOWNWARD - ROD_END_RADIUS * normals
    nominal = _nominal('end', points, normals, friction_coefficient)
    angles = solve_hand_pose(arm, pose, np.array(_ELBOW_UP))
    return ArmScene(document(root), arm, angles, nominal, ROD_END_RADIUS)


def _nominal(name: str, points: Array, normals: Array, friction: float) -> ContactState:
    contacts = [
        ContactPoint(point, normal, CircularCone(friction), name=f'{name}_{index}')
        for index, (point, normal) in enumerate(zip(points, normals, strict=True))
    ]
    return ContactState(contacts)


def _add_plane(
    world: Xml.Element,
    name: str,
    position: Iterable[float],
    normal: Sequence[float],
    friction_coefficient: float,
) -> None:
    attributes = {
        'name': name,
        'type': 'plane',
        'size': '1 1 0.05',
        'pos': numbers(position),
        'zaxis': numbers(normal),
        'friction': numbers((friction_coefficient, 0.0, 0.0)),
        'rgba': '0.9 0.9 0.92 1',
    }
    Xml.SubElement(world, 'geom', attributes)


def _add_block(hand: Xml.Element, height: float, size: BlockSize, friction: float) -> None:
    body = Xml.SubElement(hand, 'body', name='held', pos=numbers((0.0, 0.0, height)))
    sides = np.array([size.half_length, size.half_width, size.half_height])
    squares = sides**2
    diagonal = size.mass / 3.0 * (squares.sum() - squares)
    center = numbers((0.0, 0.0, size.half_height))
    inertia = {'pos': center, 'mass': numbers([size.mass])}
    Xml.SubElement(body, 'inertial', inertia, diaginertia=numbers(diagonal))
    box = {'type': 'box', 'pos': center, 'size': numbers(sides), 'rgba': _COLOUR}
    Xml.SubElement(body, 'geom', box, contype='0', conaffinity='0')
    for index, center in enumerate(foot_centers(size)):
        _add_ball(body, f'foot_{index}', center, size.foot_radius, friction)
    reference = numbers((0.0, 0.0, 2.0 * size.half_height + size.foot_radius))
    Xml.SubElement(body, 'site', name='reference', pos=reference, size='0.004')


def _add_rod(hand: Xml.Element, ends: Array, radius: float, friction: float) -> None:
    body = Xml.SubElement(hand, 'body', name='held')
    capsule = {'type': 'capsule', 'size': numbers([0.8 * radius]), 'rgba': _COLOUR}
    capsule |= {'fromto': numbers(ends.ravel()), 'mass': '1'}
    Xml.SubElement(body, 'geom', capsule, contype='0', conaffinity='0')
    for index, end in enumerate(ends):
        _add_ball(body, f'end_{index}', end, radius, friction)
    Xml.SubElement(body, 'site', name='reference', pos=numbers(ends.mean(axis=0)), size='0.004')


def _add_ball(
    body: Xml.Element, name: str, position: Iterable[float], radius: float, friction: float
) -> None:
    attributes = {
        'name': name,
        'type': 'sphere',
        'size': numbers([radius]),
        'pos': numbers(position),
        'mass': '0',
        'friction': numbers((friction, 0.0, 0.0)),
        'rgba': '0.3 0.3 0.35 1',
    }
    Xml.SubElement(body, 'geom', attributes)
