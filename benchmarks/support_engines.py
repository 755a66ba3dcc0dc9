# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A free body on fixed planes in MuJoCo and in Drake TAMSI, and whether it slips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.sim.engine import load_mujoco, new_scene
from frictioncone_ros.spatial import Array

FOOT_RADIUS = 0.005
MASS, INERTIA = 1.0, 0.01
TIME_STEP = 0.001
SLIP_DISTANCE = 5e-4
"""A contact point that goes further than this in the watch has slipped [m]."""
SETTLE, RAMP, REST, WATCH = 0.3, 0.2, 0.1, 0.4
RAMP_STEPS = 50
STICTION_SPEED = 1e-5
"""Speed [m/s] by which Drake's stiction creeps: 4 micrometres in the watch."""
FOOT_STIFFNESS, DISSIPATION = 1e5, 20.0

Engine = Callable[[Array, Array], bool]
"""Whether the body slips when a wrench that presses grows to the whole wrench."""


@dataclass(frozen=True)
class Plane:
    """A fixed plane with the feet that touch it: rows are its axes, the normal last."""

    point: Array
    axes: Array
    feet: tuple[int, ...]


def planes_of(state: ContactState) -> list[Plane]:
    """Return the planes that the contacts of a state touch."""
    found: dict[tuple[float, ...], list[int]] = {}
    for index, contact in enumerate(state.contacts):
        height = float(contact.contact_normal @ contact.contact_position)
        key = tuple(np.round(np.append(contact.contact_normal, height), 9).tolist())
        found.setdefault(key, []).append(index)
    return [
        Plane(state.positions[feet[0]], np.roll(state.frames[feet[0]], -1, axis=0), tuple(feet))
        for feet in found.values()
    ]


def mujoco_engine(state: ContactState) -> Engine:
    """Return the body in MuJoCo, elliptic cones, without creep."""
    mujoco = load_mujoco()
    model = mujoco.MjModel.from_xml_string(_model_text(state))
    data = mujoco.MjData(model)

    def places() -> Array:
        mujoco.mj_kinematics(model, data)
        return data.xpos[1] + state.positions @ data.xmat[1].reshape(3, 3).T

    def hold(wrench: Array, duration: float) -> None:
        data.xfrc_applied[1] = wrench
        for _ in range(round(duration / TIME_STEP)):
            mujoco.mj_step(model, data)

    def slips(pressing: Array, wrench: Array) -> bool:
        mujoco.mj_resetData(model, data)
        hold(pressing, SETTLE)
        for share in np.linspace(0.0, 1.0, RAMP_STEPS):
            hold(pressing + share * (wrench - pressing), RAMP / RAMP_STEPS)
        hold(wrench, REST)
        before = places()
        hold(wrench, WATCH)
        return bool(np.linalg.norm(places() - before, axis=1).max() > SLIP_DISTANCE)

    return slips


def _model_text(state: ContactState) -> str:
    from xml.etree import ElementTree as Xml  # noqa: PLC0415  # only here

    root = new_scene('support', TIME_STEP)
    option = root.find('option')
    assert option is not None
    option.set('gravity', '0 0 0')
    world = root.find('worldbody')
    assert world is not None
    body = Xml.Element('body', pos='0 0 0')
    Xml.SubElement(body, 'freejoint')
    Xml.SubElement(
        body, 'inertial', pos='0 0 0', mass=str(MASS), diaginertia=f'{INERTIA} {INERTIA} {INERTIA}'
    )
    for group, plane in enumerate(planes_of(state)):
        friction = f'{state.contacts[plane.feet[0]].friction.friction_coefficient} 0 0'
        shared = {'friction': friction, 'contype': str(1 << group), 'conaffinity': str(1 << group)}
        Xml.SubElement(
            world,
            'geom',
            shared,
            type='plane',
            size='1 1 0.1',
            pos=_text(plane.point),
            xyaxes=_text(plane.axes[:2].ravel()),
        )
        for foot in plane.feet:
            place = state.positions[foot] + FOOT_RADIUS * state.normals[foot]
            Xml.SubElement(
                body, 'geom', shared, type='sphere', size=str(FOOT_RADIUS), pos=_text(place)
            )
    world.append(body)
    return Xml.tostring(root, encoding='unicode')


def _text(values: Array) -> str:
    return ' '.join(repr(value) for value in values.tolist())


def drake_engine(state: ContactState) -> Engine:
    """Return the body in Drake with the TAMSI solver; ImportError where Drake is missing."""
    from drake_support import DrakeBody  # noqa: PLC0415  # Drake is optional

    return DrakeBody(state).slips
