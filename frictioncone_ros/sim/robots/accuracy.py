# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How far estimated contacts of an arm are from the engine's, and whether covariances say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.stats import chi2

from frictioncone_ros.estimation.estimate import ContactEstimate
from frictioncone_ros.estimation.friction_memory import FrictionInterval
from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings
from frictioncone_ros.estimation.geometry.libraries import pinocchio
from frictioncone_ros.estimation.geometry.placed_shape import PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.scene import read_scene, Scene
from frictioncone_ros.estimation.geometry.uncertainty import Deviations
from frictioncone_ros.estimation.surfaces import surface
from frictioncone_ros.estimation.wrench_estimator import (
    MeasuredWrench,
    TouchThresholds,
    WrenchEstimator,
    WrenchSettings,
)
from frictioncone_ros.sim.robots.description import SENSOR_FRAME, TIP_FRAME
from frictioncone_ros.sim.robots.robot_data import RobotModel
from frictioncone_ros.sim.robots.sensors import RobotSensors, SensorFaults
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import RobotTask, six, write_scene
from frictioncone_ros.sim.robots.tasks import robot_task
from frictioncone_ros.spatial import Array, RigidTransform

NOISE = Deviations(
    joint=5e-5,
    tool_position=2e-4,
    tool_angle=float(np.deg2rad(0.1)),
    scene_position=2e-4,
    scene_angle=5e-4,
)
"""What is drawn for each scene, and stated to the estimator."""

SETTINGS = GeometrySettings(
    touch_gap=0.005, release_gap=0.006, patch_tolerance=0.001, deviations=NOISE
)
FORCE, MOMENT = 0.1, 0.01
"""Standard deviations of one reading of the wrist sensor [N, Nm]."""

SURFACE = 2e-4
"""Standard deviation of the ball's place on the sensor [m]."""

CERTAIN = 1e-6
"""Share of the largest variance below which a direction is said to be certain."""


@dataclass
class Errors:
    """Errors of one kind over all scenes: sizes, and normalised squares with their freedoms."""

    sizes: list[float] = field(default_factory=list)
    square: float = 0.0
    freedom: int = 0

    def add(self, error: Array, covariance: Array | None = None) -> None:
        """Count an error (n,), with the covariance (n, n) that was stated for it."""
        self.sizes.append(float(np.linalg.norm(error)))
        if covariance is None:
            return
        variances, axes = np.linalg.eigh(covariance)
        kept = variances > CERTAIN * variances[-1]
        parts = axes[:, kept].T @ error
        self.square += float((parts**2 / variances[kept]).sum())
        self.freedom += int(kept.sum())

    @property
    def normalized(self) -> tuple[float, float, float]:
        """Mean normalised error squared a freedom, and its 95 % interval around one."""
        low, high = chi2.ppf((0.025, 0.975), self.freedom) / self.freedom
        return self.square / self.freedom, float(low), float(high)


@dataclass
class Accuracy:
    """Errors of positions [m], normals [rad] and forces [N], by how they were found."""

    geometry_position: Errors = field(default_factory=Errors)
    geometry_normal: Errors = field(default_factory=Errors)
    shared_force: Errors = field(default_factory=Errors)
    sensed_position: Errors = field(default_factory=Errors)
    sensed_normal: Errors = field(default_factory=Errors)
    sensed_force: Errors = field(default_factory=Errors)


def accuracy(robots: Sequence[RobotModel], scenes: int, seed: int) -> Accuracy:
    """Return what so many random scenes come to: half a pad on a block, half a ball on a roll."""
    generator, errors = np.random.default_rng(seed), Accuracy()
    for index in range(scenes):
        task = _drawn(generator, 'polish' if index % 2 else 'press')
        # Nothing is off but what is drawn and stated.
        simulation = RobotSimulation(robots[index // 2 % len(robots)], task, np.zeros(3))
        _judge(simulation, generator, errors)
    return errors


def _drawn(generator: np.random.Generator, name: str) -> RobotTask:
    """Return a task with another place and another force, which friction holds."""
    task = robot_task(name)
    down = generator.uniform(15.0, 40.0)
    across = generator.uniform(-0.2, 0.2, 2) * down
    aside = np.array((0.0, generator.uniform(-0.06, 0.06), 0.0))
    start = np.asarray(task.start) + aside
    if name == 'press':
        start[0] += generator.uniform(-0.06, 0.06)
        # Against the pad's middle: not near to tipping over.
        return replace(task, start=tuple(start), settle=six(*across, -down))
    normal = -task.settle[:3] / np.linalg.norm(task.settle[:3])
    along = across[0] * np.array((normal[2], 0.0, -normal[0]))
    return replace(task, start=tuple(start), settle=six(*(along - down * normal)))


def _judge(simulation: RobotSimulation, generator: np.random.Generator, errors: Accuracy) -> None:
    truth = simulation.truth()
    positions = truth.state.positions + simulation.tip
    forces = np.array(
        [
            one.frame.T @ force
            for one, force in zip(truth.state.contacts, truth.forces, strict=True)
        ]
    )
    faults = SensorFaults(angle=NOISE.joint, force=FORCE, moment=MOMENT)
    sensors = RobotSensors(simulation, faults, int(generator.integers(1 << 31)))
    robot = Robot(simulation.world.urdf)
    robot.update(simulation.world.joints, sensors.joints()[0].tolist(), [])
    scene = _measured(generator, _drawing(simulation.task, robot.root))
    found = ContactFinder(robot, scene, SETTINGS).contacts(0).contacts
    estimated = [contact for contact in found if contact.in_contact]
    near = min(estimated, key=lambda one: _distance(one, positions[0]))
    errors.geometry_position.add(
        near.point.contact_position - positions[0], near.position_covariance
    )
    true_normal = truth.state.contacts[0].contact_normal
    errors.geometry_normal.add(
        np.cross(true_normal, near.point.contact_normal), near.normal_covariance
    )
    estimator = _wrench_estimator(sensors)
    sensor = _pose(robot, SENSOR_FRAME)
    measured = estimator.compensated(
        sensors.wrench(), sensor.transform_direction(simulation.model.opt.gravity)
    )
    shares = estimator.shared(measured.seen_from(sensor.inverse()), estimated)
    errors.shared_force.add(sum(one.force for one in shares) - forces.sum(axis=0))  # type: ignore[misc]  # each was measured
    if simulation.task.name == 'polish':
        off = generator.normal(0.0, SURFACE, 3)
        place = RigidTransform(np.eye(3), off).then(_pose(robot, TIP_FRAME))
        seen = (measured.seen_from(sensor.inverse().then(place)), place)
        errors_of_sensed(estimator, seen, (positions[0], true_normal, forces[0]), errors)


def errors_of_sensed(
    estimator: WrenchEstimator,
    seen: tuple[MeasuredWrench, RigidTransform],
    truth: tuple[Array, Array, Array],
    errors: Accuracy,
) -> None:
    """
    Count the contact on the ball as the wrench alone tells it.

    seen: the wrench about the ball's middle, and where that is thought to be. truth: place,
    normal and force (3,) each.
    """
    contacts = estimator.sensed(*seen)
    if not contacts:
        return
    (found,), (position, normal, force) = contacts, truth
    assert found.force is not None
    errors.sensed_position.add(found.point.contact_position - position, found.position_covariance)
    errors.sensed_normal.add(np.cross(normal, found.point.contact_normal), found.normal_covariance)
    errors.sensed_force.add(found.force - force, found.force_covariance)


def _wrench_estimator(sensors: RobotSensors) -> WrenchEstimator:
    settings = WrenchSettings(
        surface('sphere 0.02', 'accuracy'),
        False,
        TouchThresholds(2.0, 1.0),
        (FORCE, MOMENT),
        SURFACE,
        FrictionInterval(0.2, 0.8),
        0.0,
        0.005,
    )
    return WrenchEstimator(settings, sensors.calibration())


def _drawing(task: RobotTask, root: str) -> Scene:
    """Return the scene that is read from the task's own scene file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / 'scene.yaml'
        write_scene(task, path)
        return read_scene(path, root)


def _measured(generator: np.random.Generator, scene: Scene) -> Scene:
    """Return the scene with tool and surroundings where they are thought to be."""
    return replace(
        scene,
        tool=[_off(generator, one, NOISE.tool_position, NOISE.tool_angle) for one in scene.tool],
        surroundings=[
            _off(generator, one, NOISE.scene_position, NOISE.scene_angle, about_itself=True)
            for one in scene.surroundings
        ],
    )


def _off(
    generator: np.random.Generator,
    shape: PlacedShape,
    position: float,
    angle: float,
    *,
    about_itself: bool = False,
) -> PlacedShape:
    turn = pinocchio.exp3(generator.normal(0.0, angle, 3))
    error = pinocchio.SE3(turn, generator.normal(0.0, position, 3))
    place = shape.placement * error if about_itself else error * shape.placement
    return replace(shape, placement=place)


def _pose(robot: Robot, frame: str) -> RigidTransform:
    placed = robot.placement(robot.frame(frame))
    return RigidTransform(placed.rotation.T, placed.translation)


def _distance(contact: ContactEstimate, position: Array) -> float:
    return float(np.linalg.norm(contact.point.contact_position - position))
