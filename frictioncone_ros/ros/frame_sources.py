# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which frame tree a node uses: tf2's where tf2_ros is installed, else the static one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from rclpy.node import Node

from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.frames import FrameTree, StaticFrames


def frame_tree(node: Node, settings: NodeSettings) -> FrameTree:
    """Return tf2's tree where tf2_ros is installed, else the one of static_transforms."""
    if find_spec('tf2_ros') is None:
        return StaticFrames(settings.placed_frames)
    return import_module('frictioncone_ros.ros.tf2_frames').Tf2Frames(node, settings)


def source_in_words(settings: NodeSettings) -> str:
    """Return where frames come from."""
    names = [f'{frame.parent} to {frame.child}' for frame in settings.placed_frames]
    static = f'static_transforms ({", ".join(names) or "none"})'
    if find_spec('tf2_ros') is None:
        return f'{static} alone; tf2_ros is not installed'
    return f'{static}, then tf2'
