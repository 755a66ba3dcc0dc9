# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Random scenes of an arm whose tool touches something, with MuJoCo's word on every contact."""

from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from frictioncone_ros.estimation.geometry.libraries import coal, pinocchio
from frictioncone_ros.estimation.geometry.placed_shape import half_space, PlacedShape
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.geometry.scene import Scene

ARM = Path(__file__).resolve().parents[2] / 'models' / 'seven_joint_arm' / 'arm.urdf'
URDF = ARM.read_text(encoding='utf-8')
JOINTS = [f'joint_{index}' for index in range(1, 8)]
BOX, SPHERE, CYLINDER, PLANE = (
    mujoco.mjtGeom.mjGEOM_BOX,
    mujoco.mjtGeom.mjGEOM_SPHERE,
    mujoco.mjtGeom.mjGEOM_CYLINDER,
    mujoco.mjtGeom.mjGEOM_PLANE,
)
OVERLAP = 1e-4
"""How deep shapes overlap in truth [m]: MuJoCo lists what touches."""


@dataclass
class Truth:
    """MuJoCo's contacts: positions (k, 3), normals (k, 3) into the tool, gaps (k,)."""

    positions: np.ndarray
    normals: np.ndarray
    gaps: np.ndarray


@dataclass
class TouchingScene:
    """An arm with joints (7,), Coal's scene, and what MuJoCo says of it."""

    name: str
    joints: np.ndarray
    scene: Scene
    truth: Truth

    def robot(self, joints=None, velocities=()):
        robot = Robot(URDF)
        robot.update(JOINTS, self.joints if joints is None else joints, velocities)
        return robot


def touching_scene(generator, name):
    """Return a scene by its name: tool on surroundings, as 'box on plane'."""
    joints = generator.uniform(-1.2, 1.2, 7)
    robot = Robot(URDF)
    robot.update(JOINTS, joints, ())
    hand = robot.placement(robot.frame('hand')).copy()
    tool, tool_place, below = TOOLS[name.split(' on ')[0]](generator)
    surface, depth = SURFACES[name.split(' on ')[1]](generator)
    # The touching plane: through the lowest of the tool along the hand's z, turned about it.
    turn = pinocchio.SE3(pinocchio.exp3(np.array((0, 0, generator.uniform(-3, 3)))), np.zeros(3))
    lowest = tool_place.translation + np.array((0, 0, below + OVERLAP))
    aside = generator.uniform(-0.005, 0.005, 2) * (not name.endswith('ball'))
    on_surface = pinocchio.SE3(np.eye(3), np.array((*aside, -depth)))
    place = hand * pinocchio.SE3(np.eye(3), lowest) * turn * on_surface
    scene = Scene(
        'hand',
        [PlacedShape('pad', 'hand', tool_place, coal_shape(*tool), 'steel')],
        [PlacedShape('table', robot.root, place, coal_shape(*surface), 'wood')],
    )
    return TouchingScene(
        name, joints, scene, mujoco_truth(joints, (tool, tool_place), (surface, place))
    )


def coal_shape(kind, sizes):
    """Return Coal's shape of MuJoCo's half sizes."""
    if kind == BOX:
        return coal.Box(*(2 * size for size in sizes))
    if kind == SPHERE:
        return coal.Sphere(sizes[0])
    if kind == CYLINDER:
        return coal.Cylinder(sizes[0], 2 * sizes[1])
    return half_space(np.array((0.0, 0.0, 1.0)))


def mujoco_truth(joints, tool, surroundings):
    """Return what MuJoCo's own kinematics and collision detection say."""
    spec = mujoco.MjSpec.from_file(str(ARM))
    for geom in spec.geoms:
        geom.contype = geom.conaffinity = 0
    for body, ((kind, sizes), place) in (
        (spec.body('hand'), tool),
        (spec.worldbody, surroundings),
    ):
        x, y, z, w = pinocchio.Quaternion(place.rotation).coeffs()
        size = [*sizes, 0, 0, 0][:3] if kind != PLANE else [1, 1, 1]
        body.add_geom(type=kind, size=size, pos=place.translation, quat=[w, x, y, z])
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = joints
    mujoco.mj_forward(model, data)
    rows = [
        # The normal points from the first geom to the second; the tool may be either.
        (one.pos, one.frame[:3] * (1 if model.geom_bodyid[one.geom2] else -1), one.dist)
        for one in data.contact
    ]
    return Truth(*(np.array(column) for column in zip(*rows, strict=True)))


def _box(generator):
    half = generator.uniform(0.01, 0.04, 3)
    return (BOX, half), pinocchio.SE3(np.eye(3), np.array((0.0, 0.01, 0.05))), -half[2]


def _tilted(axes):
    """Return how a box is made that stands on an edge (one axis) or on a vertex (two)."""

    def tilted_box(generator):
        half = generator.uniform(0.01, 0.04, 3)
        angles = np.append(generator.uniform(0.3, 0.6, axes), np.zeros(3 - axes))
        turn = pinocchio.rpy.rpyToMatrix(*angles)
        return (BOX, half), pinocchio.SE3(turn, np.zeros(3)), -np.abs(turn[2]) @ half

    return tilted_box


def _sphere(generator):
    radius = generator.uniform(0.01, 0.04)
    return (SPHERE, [radius]), pinocchio.SE3(np.eye(3), np.array((0.0, 0.01, 0.05))), -radius


def _standing_cylinder(generator):
    radius, half = generator.uniform(0.01, 0.04, 2)
    return (CYLINDER, [radius, half]), pinocchio.SE3(np.eye(3), np.zeros(3)), -half


TOOLS = {
    'box': _box,
    'edge': _tilted(1),
    'vertex': _tilted(2),
    'sphere': _sphere,
    'cylinder': _standing_cylinder,
}
SURFACES = {
    'plane': lambda _: ((PLANE, []), 0.0),
    'table': lambda generator: ((BOX, [0.3, 0.3, 0.1]), 0.1),
    'peg': lambda generator: ((BOX, [0.004, 0.003, 0.1]), 0.1),
    'ball': lambda generator: ((SPHERE, [0.05]), 0.05),
}
