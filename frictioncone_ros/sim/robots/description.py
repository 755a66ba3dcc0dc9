# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The URDF of an arm with a sensor and a tool at its flange, for ROS and for MuJoCo."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as Xml

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.robots.robot_data import PACKAGE, package_folder, RobotModel
from frictioncone_ros.sim.xml_text import document, numbers

SENSOR_FRAME, TOOL_FRAME, TIP_FRAME = 'ft_sensor', 'tool_body', 'tool'
"""The sensor's frame, the tool's body (the same place), and the tool's working point."""

_URI = f'package://{PACKAGE}/'


@dataclass(frozen=True)
class ToolLoad:
    """
    What hangs on the sensor: mass [kg], its centre in the sensor's frame [m], length [m].

    length: from the sensor to the tool's working point, along the flange's z axis.
    """

    mass: float = 0.4
    center: tuple[float, float, float] = (0.0, 0.002, 0.04)
    length: float = 0.1


def robot_urdf(model: RobotModel, load: ToolLoad) -> str:
    """
    Return the URDF as an arm's driver would publish it: meshes by package://, the tool added.

    The inertia is that of a ball of the tool's size: small beside the arm's.
    """
    path = package_folder() / model.urdf
    if not path.is_file():
        raise InvalidInputError('file of the robot', str(path), f'it in {PACKAGE}', model.name)
    root = Xml.parse(path).getroot()
    _cut(root, model.base, set(model.left_out))
    _link(root, SENSOR_FRAME, model.flange, 0.0)
    body = _link(root, TOOL_FRAME, SENSOR_FRAME, 0.0)
    inertial = Xml.SubElement(body, 'inertial')
    Xml.SubElement(inertial, 'origin', xyz=numbers(load.center), rpy='0 0 0')
    Xml.SubElement(inertial, 'mass', value=numbers((load.mass,)))
    moment = numbers((0.4 * load.mass * 0.04**2,))
    mixed = dict.fromkeys(('ixy', 'ixz', 'iyz'), '0')
    Xml.SubElement(inertial, 'inertia', {'ixx': moment, 'iyy': moment, 'izz': moment, **mixed})
    _link(root, TIP_FRAME, TOOL_FRAME, load.length)
    return document(root)


def for_mujoco(urdf: str, folder: Path) -> str:
    """Return the same with meshes by their paths, each link a body of its own."""
    root = Xml.fromstring(urdf)
    for mesh in root.iter('mesh'):
        name = mesh.get('filename', '')
        if not name.startswith(_URI):
            raise InvalidInputError('mesh', name, f'{_URI}...', 'robot description')
        mesh.set('filename', str(folder / name.removeprefix(_URI)))
    compiler = {'strippath': 'false', 'fusestatic': 'false', 'discardvisual': 'true'}
    # The published inertias of some links are not those of a body; MuJoCo mends them.
    Xml.SubElement(Xml.SubElement(root, 'mujoco'), 'compiler', compiler, balanceinertia='true')
    return document(root)


def _cut(root: Xml.Element, base: str, left_out: set[str]) -> None:
    """Keep what hangs on the base but for the links named and all beyond them."""
    joints = root.findall('joint')
    kept, grown = {base}, True
    while grown:
        beyond = {_end(joint, 'child') for joint in joints if _end(joint, 'parent') in kept}
        grown = bool(beyond - left_out - kept)
        kept |= beyond - left_out
    for element in [*root]:
        is_kept = element.tag == 'link' and element.get('name') in kept
        is_joint = element.tag == 'joint' and _end(element, 'parent') in kept
        if not is_kept and not (is_joint and _end(element, 'child') in kept):
            root.remove(element)


def _end(joint: Xml.Element, tag: str) -> str:
    element = joint.find(tag)
    return '' if element is None else element.get('link', '')


def _link(root: Xml.Element, name: str, parent: str, height: float) -> Xml.Element:
    """Add a link fixed to another, so far along its z axis [m]."""
    link = Xml.SubElement(root, 'link', name=name)
    joint = Xml.SubElement(root, 'joint', name=f'{name}_joint', type='fixed')
    Xml.SubElement(joint, 'parent', link=parent)
    Xml.SubElement(joint, 'child', link=name)
    Xml.SubElement(joint, 'origin', xyz=numbers((0.0, 0.0, height)), rpy='0 0 0')
    return link
