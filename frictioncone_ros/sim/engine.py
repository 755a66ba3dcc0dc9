# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The door to MuJoCo: imported when a scene is built, with a clear word when it is missing."""

from __future__ import annotations

from types import ModuleType
from xml.etree import ElementTree as Xml

from frictioncone_ros.exceptions import MissingDependencyError

TIME_STEP = 0.001
"""Simulated time of one step [s]: the scenes run at 1 kHz."""

CONTACT_TIME_CONSTANT = 0.01
"""Time constant of MuJoCo's soft contact [s]; the default 0.02 gives four times as far."""

NOSLIP_ITERATIONS = 10
"""Iterations that remove the creep of MuJoCo's soft friction; with 0 a held block slides."""

FRICTION_TO_NORMAL_IMPEDANCE = 10.0
"""
How much stiffer friction is than the normal contact, in the main solver [-].

With 1 a lightly loaded foot lifts and lands for ever, and a block that friction holds creeps by
2 mm/s; with 10 by 0.005 mm/s.
"""


def load_mujoco() -> ModuleType:
    """Return the module mujoco, or say how to get it."""
    try:
        import mujoco  # noqa: PLC0415  # optional: only scenes need it
    except ImportError as error:
        raise MissingDependencyError('mujoco', 'pip install mujoco') from error
    return mujoco


def new_scene(
    name: str, time_step: float = TIME_STEP, time_constant: float = CONTACT_TIME_CONSTANT
) -> Xml.Element:
    """
    Return an empty <mujoco> model with the settings all scenes share.

    Elliptic cones are the circular Coulomb cones of the verdicts. Damping of joints is integrated
    explicitly, for the controllers compensate it.
    """
    root = Xml.Element('mujoco', model=name)
    Xml.SubElement(root, 'compiler', angle='radian', autolimits='true')
    option = Xml.SubElement(root, 'option', timestep=str(time_step), cone='elliptic')
    option.set('noslip_iterations', str(NOSLIP_ITERATIONS))
    option.set('impratio', str(FRICTION_TO_NORMAL_IMPEDANCE))
    Xml.SubElement(option, 'flag', eulerdamp='disable')
    default = Xml.SubElement(root, 'default')
    Xml.SubElement(default, 'geom', solref=f'{time_constant} 1', condim='3')
    Xml.SubElement(root, 'worldbody')
    return root
