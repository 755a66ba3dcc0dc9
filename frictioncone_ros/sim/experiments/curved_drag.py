# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A tool dragged along a curved surface: what uncertain normals and old contacts cost.

A dome turns about its centre and takes a tool of three feet along, as a drag over it would turn
the contacts. The robot presses along the mean normal that its estimator reports, late and with
errors, and pushes across it up to more than friction holds. A tool that slips is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atan, sqrt, tan
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    joint_deviations,
    narrowed_friction,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.engine import load_mujoco, new_scene, TIME_STEP
from frictioncone_ros.sim.estimator import ContactEstimator, EstimatorFaults
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

RADIUS = 0.2
"""Of the dome [m]: dragged over at 0.1 m/s the normal turns by 0.5 rad/s."""

FASTEST_TURN = 0.5
"""Largest rate at which the dome turns [rad/s]."""

FRICTION, FRICTION_ERROR = 0.5, 0.2
"""As stated, and the share by which the true one may be off [-]."""

DEVIATIONS = 3.0
"""Standard deviations of normals that are covered, as the node's `normal_deviations`."""

PRESSING, MARGIN = 20.0, 0.1
"""Force towards the dome, and the filter's margin [N]."""

LOST = 2e-3
"""A foot that goes further than this over the dome has slipped [m]."""

DURATION, SETTLE, STEPS_PER_LOOK = 0.5, 0.1, 10
FOOT_RADIUS, MASS, DOME_INERTIA = 0.005, 0.05, 1e5
FEET = np.array([(0.04, 0.0), (-0.02, 0.035), (-0.02, -0.035)])

Policy = Callable[[ContactState, Array, float], Array]
"""What is sent, for the contacts as reported, the planner's force (3,), a normal's deviation."""


@dataclass(frozen=True)
class Drag:
    """One run: how the dome turns [rad/s], the push over what friction holds, true friction."""

    turn_frequency: float
    push: float
    push_frequency: float
    push_angle: float
    friction: float

    def push_at(self, time: float) -> Array:
        """Return the planner's tangential force in the tool's axes (2,) [N]."""
        size = FRICTION * PRESSING * self.push * abs(np.sin(self.push_frequency * time))
        angle = self.push_angle + self.push_frequency * time
        return np.array([size * np.cos(angle), size * np.sin(angle)])


def random_drag(generator: np.random.Generator) -> Drag:
    """Return a run with a push of up to 0.8 to 1.6 times what the stated friction holds."""
    return Drag(
        2.0 * np.pi * generator.uniform(0.5, 1.5),
        generator.uniform(0.8, 1.6),
        2.0 * np.pi * generator.uniform(0.8, 1.6),
        generator.uniform(0.0, 2.0 * np.pi),
        FRICTION * generator.uniform(1.0 - FRICTION_ERROR, 1.0 + FRICTION_ERROR),
    )


def clamped(state: ContactState, force: Array, deviation: float) -> Array:
    """Send no more across the mean normal than friction holds: the mean's error counts."""
    mean = state.normals.sum(axis=0)
    mean /= np.linalg.norm(mean)
    tilt = DEVIATIONS * deviation / sqrt(state.contact_count)
    coefficient = max(0.0, tan(atan(FRICTION * (1.0 - FRICTION_ERROR)) - tilt))
    pressed = -float(mean @ force)
    across = force + pressed * mean
    size = float(np.linalg.norm(across))
    return -pressed * mean + across * min(1.0, coefficient * pressed / size if size else 1.0)


def each_narrowed(state: ContactState, force: Array, deviation: float) -> Array:
    """Filter with every cone narrowed as if its normal alone were wrong."""
    return _filtered(state, force, np.full(state.contact_count, DEVIATIONS * deviation))


def jointly_narrowed(state: ContactState, force: Array, deviation: float) -> Array:
    """Filter with every cone narrowed by what the normals may be wrong together, as the node."""
    unsure = np.full(state.contact_count, deviation)
    return _filtered(state, force, DEVIATIONS * joint_deviations(state.normals, unsure))


def _filtered(state: ContactState, force: Array, tilts: Array) -> Array:
    friction = CircularCone(FRICTION * (1.0 - FRICTION_ERROR))
    safe = [narrowed_friction(friction, state.dimension, tilt) for tilt in tilts.tolist()]
    known = state.with_friction([one or Frictionless() for one in safe])
    settings = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
    # About the feet's middle, through which the robot pushes.
    wrench = np.concatenate((force, np.zeros(3)))
    return assess(known, Setpoints(wrench), settings).command.wrench


PEER, JOINT = 'robust clamp', 'filter, jointly'
POLICIES: dict[str, Policy] = {
    PEER: clamped,
    'filter, each by itself': each_narrowed,
    JOINT: jointly_narrowed,
}
"""By name; PEER is what the filter is measured against."""


class CurvedDrag:
    """The tool on the dome in MuJoCo; weights are carried by the arm."""

    def __init__(self, drag: Drag) -> None:
        """Build the scene and press the tool on the dome at rest."""
        self._mujoco = load_mujoco()
        self.feet = np.column_stack((FEET, np.zeros(3)))
        self.feet[:, 2] = np.sqrt(RADIUS**2 - (FEET**2).sum(axis=1))
        self.middle = self.feet.mean(axis=0)
        self.model = self._mujoco.MjModel.from_xml_string(self._model_text(drag.friction))
        self.data = self._mujoco.MjData(self.model)
        self.drag = drag
        for _ in range(round(SETTLE / TIME_STEP)):
            self._step(np.array([0.0, 0.0, -PRESSING, 0.0, 0.0, 0.0]), 0.0)
        self._start = self.places()

    @property
    def time(self) -> float:
        """Time since the dome began to turn [s]."""
        return float(self.data.time) - SETTLE

    @property
    def axes(self) -> Array:
        """The tool's axes in the world, columns (3, 3)."""
        return np.asarray(self.data.xmat[2].reshape(3, 3))

    def drive(self, wrench: Array) -> None:
        """Apply a wrench (6,) about the feet's middle for one step."""
        frequency = self.drag.turn_frequency
        self._step(wrench, FASTEST_TURN * frequency * np.cos(frequency * self.time))

    def _step(self, wrench: Array, turn_rate: float) -> None:
        self.data.xfrc_applied[2] = wrench
        self.data.qfrc_applied[0] = DOME_INERTIA * turn_rate
        self._mujoco.mj_step(self.model, self.data)

    def places(self) -> Array:
        """Return where the feet are in the dome's axes (3, 3) [m]."""
        self._mujoco.mj_kinematics(self.model, self.data)
        world = self.data.xpos[2] + (self.feet - self.middle) @ self.axes.T
        return np.asarray(world @ self.data.xmat[1].reshape(3, 3))

    def slipped(self) -> float:
        """Return how far a foot went over the dome since the start, at most [m]."""
        return float(np.linalg.norm(self.places() - self._start, axis=1).max())

    def contacts(self) -> ContactState:
        """Return the exact contacts about the feet's middle, the friction as stated."""
        arms = (self.feet - self.middle) @ self.axes.T
        normals = (self.data.xpos[2] + arms) / RADIUS
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        return ContactState(
            [
                ContactPoint(arm, normal, CircularCone(FRICTION), f'foot_{index}')
                for index, (arm, normal) in enumerate(zip(arms, normals, strict=True))
            ]
        )

    def _model_text(self, friction: float) -> str:
        root = new_scene('curved_drag')
        option, world = root.find('option'), root.find('worldbody')
        assert option is not None and world is not None
        option.set('gravity', '0 0 0')
        rubbing = {'friction': f'{friction} 0 0', 'condim': '3'}
        dome = Xml.SubElement(world, 'body', name='dome')
        Xml.SubElement(dome, 'joint', type='hinge', axis='0 1 0')
        heavy = ' '.join([str(DOME_INERTIA)] * 3)
        Xml.SubElement(dome, 'inertial', pos='0 0 0', mass='1', diaginertia=heavy)
        Xml.SubElement(dome, 'geom', rubbing, type='sphere', size=str(RADIUS))
        tool = Xml.SubElement(world, 'body', name='tool', pos=_text(self.middle))
        Xml.SubElement(tool, 'freejoint')
        turning = MASS * float(FEET.max()) ** 2
        Xml.SubElement(
            tool, 'inertial', pos='0 0 0', mass=str(MASS),
            diaginertia=f'{turning} {turning} {turning}',
        )  # fmt: skip
        for foot in self.feet:
            place = foot * (1.0 + FOOT_RADIUS / RADIUS) - self.middle
            size = str(FOOT_RADIUS)
            Xml.SubElement(tool, 'geom', rubbing, type='sphere', size=size, pos=_text(place))
        return Xml.tostring(root, encoding='unicode')


def _text(values: Array) -> str:
    return ' '.join(f'{value:.9g}' for value in values)


@dataclass(frozen=True)
class DragResult:
    """How many tools were lost, and the share of the possible tangential force that was sent."""

    lost: Proportion
    force: float


def dragged(policy: str, runs: int, seed: int, deviation: float, delay: float) -> DragResult:
    """
    Return what a policy of POLICIES makes of random drags, the same ones for every policy.

    deviation: of each normal's constant error [rad]; delay: age of what is reported [s].
    """
    generator = np.random.default_rng(seed)
    faults = EstimatorFaults(normal_noise=deviation, delay=delay, constant=True)
    lost, sent, possible = 0, 0.0, 0.0
    for index in range(runs):
        scene = CurvedDrag(random_drag(generator))
        estimator = ContactEstimator(faults, seed + index)
        slipped, parts = _run(scene, estimator, POLICIES[policy], deviation)
        lost, sent, possible = lost + slipped, sent + parts[0], possible + parts[1]
    return DragResult(Proportion(lost, runs), sent / possible)


def _run(
    scene: CurvedDrag, estimator: ContactEstimator, policy: Policy, deviation: float
) -> tuple[bool, tuple[float, float]]:
    """Return whether the tool was lost, and the tangential impulses sent and possible."""
    known, sent, possible = scene.contacts(), 0.0, 0.0
    while scene.time < DURATION and scene.slipped() <= LOST:
        truth = ContactSnapshot(scene.time, scene.contacts(), np.zeros((3, 3)))
        seen = estimator.observe(truth)
        known = known if seen is None else seen.state
        mean = known.normals.sum(axis=0)
        mean /= np.linalg.norm(mean)
        across = scene.axes[:, :2] @ scene.drag.push_at(scene.time)
        across -= (across @ mean) * mean
        command = policy(known, across - PRESSING * mean, deviation)
        wrench = command if len(command) == 6 else np.concatenate((command, np.zeros(3)))
        pressed = float(mean @ wrench[:3])
        # The filter may press more than was asked: what that holds counts as possible too.
        limit = scene.drag.friction * max(0.0, -pressed)
        sent += float(np.linalg.norm(wrench[:3] - pressed * mean))
        possible += min(float(np.linalg.norm(across)), limit)
        for _ in range(STEPS_PER_LOOK):
            scene.drive(wrench)
    return scene.slipped() > LOST, (sent, possible)
