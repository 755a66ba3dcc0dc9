# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which frame tree a node uses, and its parameters: the same for the filter and all sources."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from rclpy.node import Node

from frictioncone_ros.node_interface import node_settings, NodeSettings, PARAMETERS
from frictioncone_ros.session.frames import FrameTree, StaticFrames

_NAMES = ('static_transforms', 'transform_timeout', 'robot_frames')
FRAME_PARAMETERS: dict[str, object] = {
    one.name: list(one.default) if isinstance(one.default, tuple) else one.default
    for one in PARAMETERS
    if one.name in _NAMES
}
"""Defaults of what a source declares of the filter's own parameters."""


def frame_settings(values: Mapping[str, object]) -> NodeSettings:
    """Return the settings of a source's frames from its parameters, or raise."""
    return node_settings({name: values[name] for name in FRAME_PARAMETERS})


def frame_tree(node: Node, settings: NodeSettings) -> FrameTree:
    """Return the robot's where robot_frames asks for it, else tf2's or the static one."""
    if settings.flag('robot_frames'):
        return import_module('frictioncone_ros.ros.frames.robot_frames').JointStateFrames(
            node, settings
        )
    if find_spec('tf2_ros') is None:
        return StaticFrames(settings.placed_frames)
    return import_module('frictioncone_ros.ros.frames.tf2_frames').Tf2Frames(node, settings)


def source_in_words(settings: NodeSettings) -> str:
    """Return where frames come from."""
    names = [f'{frame.parent} to {frame.child}' for frame in settings.placed_frames]
    static = f'static_transforms ({", ".join(names) or "none"})'
    if settings.flag('robot_frames'):
        return f'{static}, then joint_states and robot_description'
    if find_spec('tf2_ros') is None:
        return f'{static} alone; tf2_ros is not installed'
    return f'{static}, then tf2'
