# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The controller on a rigid planar body against a frictionless floor, and its transposes."""

import numpy as np
import pytest

from frictioncone_ros.analysis.projections import HybridDynamics
from frictioncone_ros.constraints import constraint_from_wrenches
from frictioncone_ros.control import (
    control_step,
    ControllerGains,
    ControllerInput,
    joint_torques,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

# The floor below the body pushes up; the robot presses down with a negative coordinate of N.
FLOOR = constraint_from_wrenches([[0.0], [1.0], [0.3]])
BODY = Inertia.planar_body(2.0, 0.4)
WEIGHT = np.array([0.0, 19.62, 0.0])
PRESS = np.array([0.0, -10.0, -3.0])


def plant(extra=(0.0, 0.0, 0.0)):
    return HybridDynamics(FLOOR, BODY, bias_wrench=WEIGHT + np.array(extra))


def test_exact_model_gives_the_wanted_force_and_motion_at_once():
    given = ControllerInput(PRESS, PRESS, np.zeros(3), desired_acceleration=(1.5, 0, 0))
    found = control_step(plant(), ControllerGains(), given, (), 0.001)
    response = plant().response(found.applied_wrench)
    assert np.allclose(response.contact_force, PRESS)
    assert np.allclose(response.acceleration, (1.5, 0, 0))
    assert not found.integral.any()


def test_the_integral_removes_an_unknown_load():
    truth, integral, measured = plant(extra=(0, 4.0, 0.2)), (), np.zeros(3)
    for _ in range(4000):
        given = ControllerInput(PRESS, measured, np.zeros(3))
        found = control_step(plant(), ControllerGains(0.2, 10.0), given, integral, 0.001)
        integral = found.integral
        measured = 0.5 * measured + 0.5 * truth.response(found.applied_wrench).contact_force
    assert np.allclose(measured, PRESS, atol=1e-4)


def test_a_force_error_does_not_move_the_body_nor_an_error_of_place_press_it():
    at_rest = control_step(
        plant(), ControllerGains(), ControllerInput(PRESS, 3.0 * PRESS, np.zeros(3)), (), 0.1
    )
    assert np.allclose(plant().response(at_rest.applied_wrench).acceleration, 0.0, atol=1e-12)
    off = ControllerInput(PRESS, PRESS, np.zeros(3), displacement=(0.1, 0.2, -0.3))
    moved = plant().response(control_step(plant(), ControllerGains(), off, (), 0.1).applied_wrench)
    assert np.allclose(moved.contact_force, PRESS)
    assert np.abs(moved.acceleration).max() > 1.0


def test_the_body_converges_to_its_place_along_the_floor():
    gains, place, twist = ControllerGains(), np.array([0.1, 0.0, 0.0]), np.zeros(3)
    for _ in range(2000):
        given = ControllerInput(PRESS, PRESS, twist, displacement=-place)
        wrench = control_step(plant(), gains, given, (), 0.001).applied_wrench
        twist = twist + 0.001 * plant().response(wrench).acceleration
        place = place + 0.001 * twist
    assert np.abs(place).max() < 1e-5


def test_the_integral_is_limited():
    gains = ControllerGains(force_integral=100.0, integral_limit=3.0)
    given = ControllerInput(PRESS, np.zeros(3), np.zeros(3))
    assert np.allclose(control_step(plant(), gains, given, (), 10.0).integral, -3.0)


def test_joint_torques_deliver_the_power_of_the_wrench():
    jacobian = np.array([[1.0, 0.5], [0.2, -1.0], [0.0, 2.0]])
    wrench, rates = np.array([3.0, -1.0, 0.5]), np.array([0.7, -0.4])
    assert np.isclose(joint_torques(jacobian, wrench) @ rates, wrench @ (jacobian @ rates))


def test_bad_input_is_refused():
    given = ControllerInput(PRESS, PRESS, np.zeros(3))
    with pytest.raises(InvalidInputError, match='integral'):
        control_step(plant(), ControllerGains(), given, (1.0, 2.0), 0.1)
    with pytest.raises(InvalidInputError, match='elapsed'):
        control_step(plant(), ControllerGains(), given, (), -0.1)
    with pytest.raises(InvalidInputError, match='stiffness'):
        ControllerGains(stiffness=-1.0)
    with pytest.raises(InvalidInputError, match='twist'):
        ControllerInput(PRESS, PRESS, np.full(3, np.nan))
    with pytest.raises(InvalidInputError, match='jacobian'):
        joint_torques(np.eye(2), PRESS)
