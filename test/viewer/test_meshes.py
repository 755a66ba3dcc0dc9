# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Meshes are closed, turn outwards and have the volume they should."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.viewer import frustum_mesh, rotation_quaternion


def volume(vertices: np.ndarray, triangles: np.ndarray) -> float:
    """By the divergence theorem; positive only where the triangles turn outwards."""
    corners = vertices[triangles]
    return float(np.linalg.det(corners).sum() / 6.0)


@pytest.mark.parametrize(
    ('radii', 'expected'),
    [((0.1, 0.1), np.pi * 0.01 * 0.3), ((0.0, 0.1), np.pi * 0.01 * 0.3 / 3.0)],
)
def test_volume_of_cylinder_and_cone(radii, expected):
    assert volume(*frustum_mesh(*radii, -0.1, 0.2)) == pytest.approx(expected, rel=0.01)


def test_every_edge_has_two_triangles():
    _, triangles = frustum_mesh(0.1, 0.2, 0.0, 1.0)
    edges = np.vstack([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    forward = {tuple(edge) for edge in edges}
    assert len(forward) == len(edges)
    assert forward == {(end, start) for start, end in forward}


def test_quaternion_of_a_quarter_turn():
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    half = np.sqrt(0.5)
    np.testing.assert_allclose(rotation_quaternion(quarter), (half, 0.0, 0.0, half))


def test_scene_is_shown_with_its_contacts():
    pytest.importorskip('viser', reason='viser is not installed (make demo VIEW=1)')
    pytest.importorskip('mujoco', reason='mujoco is not installed')
    from frictioncone_ros.sim.demo import SCENES
    from frictioncone_ros.sim.snapshot import ContactSnapshot
    from frictioncone_ros.viewer import SceneView

    for name in ('block', 'seat'):
        scene = SCENES[name]()
        view = SceneView(scene.simulation.model, scene.simulation.data, port=0)
        try:
            view.update(scene.contacts())
            assert view.port > 0
            page = view._server.scene._handle_from_node_name
            assert '/forces' in page
            nothing = replace(scene.contacts().state, contacts=())
            size = 3 if scene.dimension == 6 else 2
            view.update(ContactSnapshot(1.0, nothing, np.zeros((0, size))))
            assert '/forces' not in page
        finally:
            view.close()
