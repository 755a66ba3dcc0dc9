# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scenes, contacts, friction cones and forces in three dimensions in a web browser (viser)."""

from frictioncone_ros.viewer.scene_view import frustum_mesh, rotation_quaternion, SceneView

__all__ = ['SceneView', 'frustum_mesh', 'rotation_quaternion']
