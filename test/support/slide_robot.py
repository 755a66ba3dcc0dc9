# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A robot that slides and turns, its pad and a floor; its extra is asked for by who imports it."""

from dataclasses import replace

import numpy as np

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings
from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.placed_shape import (
    half_space,
    MaterialTable,
    PairFriction,
    PlacedShape,
    se3,
)
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.scene import Scene

# A slide along z that carries a turntable without end: the plainest robot with both joints.
SLIDE = """
<robot name="slide">
  <link name="base"/>
  <link name="carriage"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <link name="table"/>
  <link name="finger"/>
  <link name="stem"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>
  <joint name="bolted" type="fixed"><parent link="carriage"/><child link="stem"/>
    <origin xyz="0.2 0 -0.1"/></joint>
  <joint name="down" type="prismatic"><parent link="base"/><child link="carriage"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="turn" type="continuous"><parent link="carriage"/><child link="table"/>
    <axis xyz="0 0 1"/></joint>
  <joint name="grip" type="prismatic"><parent link="table"/><child link="finger"/>
    <axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""
UP = np.array((0.0, 0.0, 1.0))
HALF_HEIGHT = 0.01
USUAL = GeometrySettings()


def scene(**changes):
    given = Scene(
        'table',
        [
            PlacedShape(
                'pad', 'table', se3((0, 0, 0), (0, 0, 0)), coal.Box(0.06, 0.04, 0.02), 'steel'
            )
        ],
        [PlacedShape('floor', 'base', se3((0, 0, 0), (0, 0, 0)), half_space(UP), 'wood')],
        {'rod': [PlacedShape('rod', 'table', se3((0, 0, -0.05), (0, 0, 0)), coal.Sphere(0.01))]},
        materials=MaterialTable(
            {frozenset(('wood', 'steel')): PairFriction(CircularCone(0.4), 0.05)}
        ),
    )
    return replace(given, **changes)


class Slide:
    """A finder and its robot, moved by the gap under the pad [m] and the turn [rad]."""

    def __init__(self, given=None, settings=USUAL):
        self.robot = Robot(SLIDE)
        self.finder = ContactFinder(self.robot, given or scene(), settings)

    def at(self, gap, turn=0.0, speeds=()):
        self.robot.update(['down', 'turn'], [gap + HALF_HEIGHT, turn], speeds)
        return self.finder.contacts(5)
