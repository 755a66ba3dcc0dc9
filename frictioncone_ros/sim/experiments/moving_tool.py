# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A tool held against a tray that is shaken: what its own inertia takes from the contacts.

The tool stands on three feet, pressed by the robot, and must go with the tray. Its friction has to
accelerate it besides carrying the commanded wrench, which is too much by random factors.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.engine import load_mujoco, new_scene, TIME_STEP
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array, Inertia

FRICTION = 0.5
"""As the filter is told; the true one is up to MORE_FRICTION times as large."""

MORE_FRICTION = 1.05
PRESSING = 20.0
"""Force towards the tray [N]."""

MARGIN = 0.1
"""Depth inside its friction set that every contact force keeps [N]."""

LEAST_SHAKING, MOST_SHAKING = 4.0, 10.0
"""Range of the largest acceleration of the tray [m/s^2]."""

SLIP = 2e-3
"""A foot that goes further than this over the tray has slipped [m]."""

DURATION, SETTLE, STEPS_PER_LOOK = 1.0, 0.2, 3
FOOT_RADIUS, HEIGHT, TRAY_MASS = 0.005, 0.03, 1e4
UP = np.array([0.0, 0.0, 1.0])
FEET = np.array([(0.05, 0.0, -HEIGHT), (-0.03, 0.04, -HEIGHT), (-0.03, -0.04, -HEIGHT)])


@dataclass(frozen=True, eq=False)
class Shaking:
    """One run: (2,) parts of sines at a frequency [rad/s], the push, and the true friction."""

    acceleration: Array
    frequency: float
    push: Array
    push_frequency: float
    friction: float

    def tray_acceleration(self, time: float) -> Array:
        """Return the tray's acceleration (2,) [m/s^2] at a time [s]."""
        return self.acceleration * np.sin(self.frequency * time)

    def command(self, time: float) -> Array:
        """Return the planner's wrench (6,) from the robot on the environment [N, Nm]."""
        across = self.push * np.sin(self.push_frequency * time)
        return np.array([*across, -PRESSING, 0.0, 0.0, 0.0])


def random_shaking(generator: np.random.Generator) -> Shaking:
    """Return a run: pushes up to 1.6 times what friction holds without any acceleration."""
    angles = generator.uniform(0.0, 2.0 * np.pi, 2)
    sizes = (
        generator.uniform(LEAST_SHAKING, MOST_SHAKING),
        FRICTION * PRESSING * generator.uniform(0.6, 1.6),
    )
    ways = [size * np.array([np.cos(a), np.sin(a)]) for size, a in zip(sizes, angles, strict=True)]
    frequencies = 2.0 * np.pi * generator.uniform(1.5, 3.0, 2)
    friction = FRICTION * generator.uniform(1.0, MORE_FRICTION)
    return Shaking(ways[0], frequencies[0], ways[1], frequencies[1], friction)


class MovingTool:
    """The tool and the tray in MuJoCo; weights are carried by the arm."""

    def __init__(self, mass: float, shaking: Shaking) -> None:
        """Build the scene and press the tool on the tray at rest."""
        self._mujoco = load_mujoco()
        self.model = self._mujoco.MjModel.from_xml_string(_model_text(mass, shaking.friction))
        self.data = self._mujoco.MjData(self.model)
        self.shaking = shaking
        gyration = mass * HEIGHT**2
        self.inertia = Inertia.spatial_body(mass, gyration * np.eye(3))
        for _ in range(round(SETTLE / TIME_STEP)):
            self._step(np.array([0.0, 0.0, -PRESSING, 0.0, 0.0, 0.0]), np.zeros(2))
        self._start = self.places()

    @property
    def time(self) -> float:
        """Time since the shaking began [s]."""
        return float(self.data.time) - SETTLE

    def drive(self, wrench: Array) -> None:
        """Apply a wrench (6,) to the tool for one step."""
        self._step(wrench, self.shaking.tray_acceleration(self.time))

    def _step(self, wrench: Array, tray: Array) -> None:
        self.data.xfrc_applied[2] = wrench
        self.data.qfrc_applied[:2] = TRAY_MASS * tray
        self._mujoco.mj_step(self.model, self.data)

    def places(self) -> Array:
        """Return where the feet are over the tray (3, 3) [m]."""
        self._mujoco.mj_kinematics(self.model, self.data)
        turned = FEET @ self.data.xmat[2].reshape(3, 3).T
        return np.asarray(self.data.xpos[2] + turned - self.data.xpos[1])

    def slipped(self) -> float:
        """Return how far a foot went over the tray since the start, at most [m]."""
        return float(np.linalg.norm((self.places() - self._start)[:, :2], axis=1).max())

    def contacts(self, measured: bool) -> ContactState:
        """Return the exact contacts; measured: with the acceleration that a sensor reads."""
        axes = self.data.xmat[2].reshape(3, 3)
        tray = np.array([*self.data.qvel[:2], 0.0])
        points = [
            ContactPoint(
                axes @ foot, UP, CircularCone(FRICTION), f'foot_{index}',
                surface_velocity=tray,
            )
            for index, foot in enumerate(FEET)
        ]  # fmt: skip
        # MuJoCo's velocities of a free body: linear along the world's axes, angular its own.
        twist = np.concatenate((self.data.qvel[2:5], axes @ self.data.qvel[5:8]))
        rate = np.concatenate((self.data.qacc[2:5], axes @ self.data.qacc[5:8]))
        return ContactState(points, self.inertia, twist, acceleration=rate if measured else None)


def slips_of_moving_tool(
    count: int, seed: int, mass: float, *, measured: bool = True
) -> Proportion:
    """Return in how many runs a tool of a mass [kg] slips under filtered commands."""
    generator = np.random.default_rng(seed)
    ways = [run(MovingTool(mass, random_shaking(generator)), measured) for _ in range(count)]
    return Proportion(sum(way > SLIP for way in ways), count)


def run(tool: MovingTool, measured: bool) -> float:
    """Return how far the tool slips [m] when each command goes through the filter first."""
    settings = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
    while tool.time < DURATION:
        asked = Setpoints(tool.shaking.command(tool.time))
        answer = assess(tool.contacts(measured), asked, settings)
        for _ in range(STEPS_PER_LOOK):
            tool.drive(answer.command.wrench)
        if tool.slipped() > 2.0 * SLIP:
            break
    return tool.slipped()


def _model_text(mass: float, friction: float) -> str:
    root = new_scene('moving_tool')
    option, world = root.find('option'), root.find('worldbody')
    assert option is not None and world is not None
    option.set('gravity', '0 0 0')
    tray = Xml.SubElement(world, 'body', name='tray', pos=f'0 0 {-HEIGHT - 0.01}')
    for axis in ('1 0 0', '0 1 0'):
        Xml.SubElement(tray, 'joint', type='slide', axis=axis)
    rubbing = {'friction': f'{friction} 0 0', 'condim': '3'}
    Xml.SubElement(tray, 'geom', rubbing, type='box', size='2 2 0.01', mass=str(TRAY_MASS))
    tool = Xml.SubElement(world, 'body', name='tool')
    Xml.SubElement(tool, 'freejoint')
    turning = mass * HEIGHT**2
    Xml.SubElement(
        tool, 'inertial', pos='0 0 0', mass=str(mass), diaginertia=f'{turning} {turning} {turning}'
    )
    for foot in FEET:
        place = foot + FOOT_RADIUS * UP
        text = ' '.join(f'{value:.9g}' for value in place)
        Xml.SubElement(tool, 'geom', rubbing, type='sphere', size=str(FOOT_RADIUS), pos=text)
    return Xml.tostring(root, encoding='unicode')
