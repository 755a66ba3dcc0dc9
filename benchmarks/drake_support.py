# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The body of `support_engines` in Drake: discrete, point contact, TAMSI. Needs `pydrake`."""

from __future__ import annotations

import numpy as np
from pydrake.geometry import (
    AddContactMaterial,
    CollisionFilterDeclaration,
    GeometrySet,
    HalfSpace,
    ProximityProperties,
    Sphere,
)
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.plant import (
    AddMultibodyPlantSceneGraph,
    CoulombFriction,
    DiscreteContactApproximation,
)
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder
import support_engines as common

from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import Array


class DrakeBody:
    """One free body with sphere feet on half-spaces."""

    def __init__(self, state: ContactState) -> None:
        """Build plant, geometry and simulator."""
        self.positions = state.positions
        builder = DiagramBuilder()
        self.plant, scene = AddMultibodyPlantSceneGraph(builder, common.TIME_STEP)
        self.plant.set_discrete_contact_approximation(DiscreteContactApproximation.kTamsi)
        self.plant.set_stiction_tolerance(common.STICTION_SPEED)
        self.plant.mutable_gravity_field().set_gravity_vector(np.zeros(3))
        unit = common.INERTIA / common.MASS
        self.body = self.plant.AddRigidBody(
            'body', SpatialInertia(common.MASS, np.zeros(3), UnitInertia(unit, unit, unit))
        )
        geometries = self._add_geometry(state)
        self.plant.Finalize()
        diagram = builder.Build()
        for first, (plane, _) in enumerate(geometries):
            for second, (_, feet) in enumerate(geometries):
                if first != second:
                    scene.collision_filter_manager().Apply(
                        CollisionFilterDeclaration().ExcludeBetween(
                            GeometrySet(plane), GeometrySet(feet)
                        )
                    )
        self.simulator = Simulator(diagram)
        self.port = self.plant.get_applied_generalized_force_input_port()

    def _add_geometry(self, state: ContactState) -> list[tuple[object, list[object]]]:
        found = []
        for plane in common.planes_of(state):
            friction = state.contacts[plane.feet[0]].friction.friction_coefficient
            turned = RotationMatrix(plane.axes.T)
            ground = self.plant.RegisterCollisionGeometry(
                self.plant.world_body(),
                RigidTransform(turned, plane.point),
                HalfSpace(),
                f'plane_{plane.feet[0]}',
                _material(friction),
            )
            feet = [
                self.plant.RegisterCollisionGeometry(
                    self.body,
                    RigidTransform(
                        state.positions[foot] + common.FOOT_RADIUS * state.normals[foot]
                    ),
                    Sphere(common.FOOT_RADIUS),
                    f'foot_{foot}',
                    _material(friction),
                )
                for foot in plane.feet
            ]
            found.append((ground, feet))
        return found

    def slips(self, pressing: Array, wrench: Array) -> bool:
        """Press, ramp to the wrench, hold it; whether a contact point goes away."""
        root = self.simulator.get_mutable_context()
        context = self.plant.GetMyMutableContextFromRoot(root)
        root.SetTime(0.0)
        self.plant.SetFreeBodyPose(context, self.body, RigidTransform())
        self.plant.SetVelocities(context, np.zeros(6))
        self.simulator.Initialize()
        self._hold(context, pressing, common.SETTLE)
        before = self._places(context)
        try:
            for share in np.linspace(0.0, 1.0, common.RAMP_STEPS):
                self._hold(
                    context,
                    pressing + share * (wrench - pressing),
                    common.RAMP / common.RAMP_STEPS,
                )
            self._hold(context, wrench, common.REST)
            before = self._places(context)
            self._hold(context, wrench, common.WATCH)
        except RuntimeError:
            # TAMSI gives up on bodies that fly away; one that rests converges.
            pass
        way = np.linalg.norm(self._places(context) - before, axis=1).max()
        return bool(way > common.SLIP_DISTANCE)

    def _hold(self, context: object, wrench: Array, duration: float) -> None:
        self.port.FixValue(context, np.concatenate((wrench[3:], wrench[:3])))
        self.simulator.AdvanceTo(self.simulator.get_context().get_time() + duration)

    def _places(self, context: object) -> Array:
        pose = self.plant.EvalBodyPoseInWorld(context, self.body)
        return pose.translation() + self.positions @ pose.rotation().matrix().T


def _material(friction: float) -> ProximityProperties:
    """Return a material; two in series give the stiffness of one foot."""
    material = ProximityProperties()
    AddContactMaterial(
        dissipation=common.DISSIPATION,
        point_stiffness=2.0 * common.FOOT_STIFFNESS,
        friction=CoulombFriction(friction, friction),
        properties=material,
    )
    return material
