# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The worlds of Gazebo, unchanged, in Drake and in DART: same file, same verdicts."""

from pathlib import Path

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.sim.arm.description import seven_joint_arm
from frictioncone_ros.sim.arm.kinematics import hand_pose
from frictioncone_ros.sim.arm.scene import BlockSize, foot_centers
from frictioncone_ros.sim.loads import random_block_load

LOADS = rounds(30, 60)
WORLDS = Path(__file__).parents[2] / 'worlds'
GRAVITY = np.array([0.0, 0.0, -9.81, 0.0, 0.0, 0.0])
SLIP = 5e-4
"""Way under the load, in 0.3 s, beyond which the block has slipped [m]."""


def feet() -> ContactState:
    size = BlockSize()
    points = foot_centers(size) * (1.0, 1.0, 0.0)
    return ContactState(
        [ContactPoint(point, (0.0, 0.0, 1.0), CircularCone(0.5)) for point in points]
    )


class DrakeBlock:
    def __init__(self) -> None:
        drake = pytest.importorskip('pydrake.all', reason='drake is not installed')
        self.drake = drake
        builder = drake.DiagramBuilder()
        self.plant, _ = drake.AddMultibodyPlantSceneGraph(builder, 0.001)
        drake.Parser(self.plant).AddModels(str(WORLDS / 'block_cone.sdf'))
        self.plant.Finalize()
        self.body = self.plant.GetBodyByName('body')
        self.simulator = drake.Simulator(builder.Build())
        self.context = self.simulator.get_mutable_context()
        self.inner = self.plant.GetMyMutableContextFromRoot(self.context)

    def reset(self) -> None:
        self.context.SetTime(0.0)
        self.plant.SetFreeBodyPose(self.inner, self.body, self.drake.RigidTransform())
        self.plant.SetVelocities(self.inner, np.zeros(6))
        self.simulator.Initialize()

    def run(self, wrench: np.ndarray, until: float) -> np.ndarray:
        force = self.drake.ExternallyAppliedSpatialForce()
        force.body_index = self.body.index()
        force.p_BoBq_B = np.zeros(3)
        force.F_Bq_W = self.drake.SpatialForce(wrench[3:], wrench[:3])
        self.plant.get_applied_spatial_force_input_port().FixValue(self.inner, [force])
        self.simulator.AdvanceTo(until)
        pose = self.plant.EvalBodyPoseInWorld(self.inner, self.body)
        return pose.translation() + feet().positions @ pose.rotation().matrix().T


def test_block_in_drake_holds_and_slips_as_predicted():
    feasibility = pytest.importorskip('frictioncone_ros.analysis.feasibility')
    block, generator = DrakeBlock(), np.random.default_rng(31)
    problem = feasibility.contact_wrench_problem(feet())
    outside = agreed = 0
    for _ in range(LOADS):
        load = random_block_load(generator, 0.5, (0.05, 0.04), (12.0, 40.0))
        inside, predicted, beyond = (
            feasibility.can_resist(problem, load.scaled(factor)) for factor in (0.98, 1.0, 1.02)
        )
        if inside != beyond:
            continue
        block.reset()
        block.run(load.pressing - GRAVITY, 0.05)
        before = block.run(load.wrench - GRAVITY, 0.1)
        after = block.run(load.wrench - GRAVITY, 0.4)
        held = float(np.linalg.norm(after - before, axis=1).max()) <= SLIP
        outside, agreed = outside + 1, agreed + (held == predicted)
    assert outside >= 0.8 * LOADS
    assert agreed >= 0.98 * outside


def test_arm_in_drake_is_the_same_arm():
    drake = pytest.importorskip('pydrake.all', reason='drake is not installed')
    plant = drake.MultibodyPlant(0.001)
    drake.Parser(plant).AddModels(str(WORLDS / 'arm.sdf'))
    plant.Finalize()
    context, angles = plant.CreateDefaultContext(), np.linspace(-1.0, 1.0, 7)
    plant.SetPositions(context, angles)
    found = plant.EvalBodyPoseInWorld(context, plant.GetBodyByName('hand'))
    pose = hand_pose(seven_joint_arm(), angles)
    np.testing.assert_allclose(found.translation(), pose.position, atol=1e-9)
    np.testing.assert_allclose(found.rotation().matrix(), pose.rotation.T, atol=1e-9)


@pytest.mark.parametrize('name', ['block_cone.sdf', 'block_pyramid.sdf', 'arm.sdf'])
def test_world_loads_in_dart(name):
    dart = pytest.importorskip('dartpy', reason='dartpy is not installed')
    world = dart.utils.SdfParser.readWorld(str(WORLDS / name))
    assert world is not None
    assert world.getNumSkeletons() == 2
