# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What is sent does not depend on the units of force and length: ticks in others answer alike.

Units are powers of two, so that nothing is rounded otherwise: where an answer differs, something
is compared with a number that has a unit and does not say so.
"""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.control import FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess
from frictioncone_ros.spatial import Inertia

UNITS = [(1024.0, 1.0), (2.0**-7, 1.0), (1.0, 2.0**-4), (32.0, 8.0)]
"""Newtons and metres in the new units."""

SCENES = ['feet', 'grasp', 'feet, slow', 'grasp, slow', 'feet, slides', 'conveyor', 'held']


def friction_of(kind, length):
    return {
        'circle': CircularCone(0.5),
        'finger': SoftFinger(0.5, 0.1 * length),
        'polygon': FrictionPolygon(0.5, 7),
    }[kind]


def state_of(scene, seed, friction, units):
    """Return the contacts of a scene in units of force and length."""
    (force, length), random = units, np.random.default_rng(seed)
    normals = random.normal(size=(4, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    places = -0.3 * normals + random.normal(0.0, 0.1, (4, 3))
    if 'grasp' not in scene:
        normals = np.tile((0.0, 0.0, 1.0), (4, 1))
        places[:, 2] = 0.0
    belt = (0.1, 0.0, 0.0) if scene == 'conveyor' else (0.0, 0.0, 0.0)
    contacts = [
        ContactPoint(
            length * place,
            normal,
            friction_of(friction, length),
            surface_velocity=length * np.array(belt),
        )
        for place, normal in zip(places, normals, strict=True)
    ]
    body = Inertia.spatial_body(2.0 * force / length, 0.1 * force * length * np.eye(3))
    weight = {'gravity': (0.0, 0.0, -9.81 * length)} if scene == 'held' else {}
    return ContactState(contacts, body, **weight)


def settings_of(scene, units):
    force, length = units
    slow = (
        {
            'max_force_rate': 40.0 * force,
            'max_moment_rate': 20.0 * force * length,
            'max_speed_rate': 2.0 * length,
            'max_rotation_rate': 3.0,
            'recovery_ramp_duration': 0.02,
        }
        if 'slow' in scene
        else {'recovery_ramp_duration': 0.0}
    )
    return FilterSettings(
        margin=0.05 * force,
        max_normal_force=6.0 * force,
        max_force=9.0 * force,
        max_moment=3.0 * force * length,
        max_linear_speed=0.2 * length,
        free_motion_limit=0.05 * length,
        max_linear_acceleration=0.5 * length,
        **slow,
    )


def ticks(scene, seed, friction, units):
    """Return what some ticks say, in newtons and metres."""
    (force, length), random = units, np.random.default_rng(seed + 50)
    state, settings = state_of(scene, seed, friction, units), settings_of(scene, units)
    wrenches = np.array((1.0, 1.0, 1.0, length, length, length)) * force
    twists = np.array((length, length, length, 1.0, 1.0, 1.0))
    mode = 'd[0]fff' if scene == 'feet, slides' else None
    memory, seen = FilterMemory(), []
    push = np.array((*random.normal(0.0, 2.0, 2), 4.0, *random.normal(0.0, 0.4, 3)))
    # The sign that presses on the feet: the command acts from the robot on the environment.
    push[2] = -push[2]
    twist, rate = random.normal(0.0, 0.1, 6), random.normal(0.0, 0.5, 6)
    for tick, factor in enumerate((0.5, 1.0, 1.01, 2.5)):
        now = 0.01 * (tick + 1)
        situation = Situation(now, now, command_received=now, contacts_received=now)
        given = Setpoints(
            wrenches * factor * push,
            twists * twist,
            twists * rate,
            None if mode is None else ContactMode.parse(mode),
        )
        found = assess(state, given, settings, memory, situation)
        memory, command = found.memory, found.command
        margins = [
            np.nan if value is None else value / force
            for value in (found.margins.margin, found.margins.carriable)
        ]
        seen.append(
            (
                [*(command.wrench / wrenches), *(command.twist / twists)],
                [*(command.acceleration / twists), found.removed_fraction, *margins],
                (found.codes, found.margins.will_be_carried),
            )
        )
    return seen


@pytest.mark.parametrize('friction', ['circle', 'finger', 'polygon'])
@pytest.mark.parametrize('scene', SCENES)
def test_ticks_do_not_know_their_units(scene, friction):
    expected = ticks(scene, 3, friction, (1.0, 1.0))
    for units in UNITS:
        for one, other in zip(ticks(scene, 3, friction, units), expected, strict=True):
            assert one[2] == other[2], units
            for part, whole in zip(one[:2], other[:2], strict=True):
                np.testing.assert_allclose(part, whole, rtol=1e-9, atol=1e-11, err_msg=str(units))
