# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts and their covariances in random scenes, against MuJoCo's kinematics and contacts."""

from effort import rounds
import numpy as np
import pytest
from scipy.stats import chi2

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')
pytest.importorskip('mujoco', reason='the extra `sim` is not installed')

from pose_noise import measured_joints, measured_scene, NOISE
from touching_scenes import OVERLAP, touching_scene

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.estimation.geometry.contact_finder import ContactFinder, GeometrySettings

WITHOUT_SAMPLES = [
    'box on plane',
    'box on table',
    'box on peg',
    'edge on plane',
    'edge on table',
    'vertex on plane',
    'vertex on table',
    'sphere on plane',
    'sphere on table',
    'box on ball',
    'sphere on ball',
]
"""Scenes where both find the same points; each samples a cylinder's rim in its own way."""
SCENES = rounds(12, 30)
USUAL = GeometrySettings()
NOISY = GeometrySettings(
    touch_gap=0.005, release_gap=0.006, patch_tolerance=0.001, deviations=NOISE
)


def found(scene, settings=USUAL, joints=None, shapes=None):
    finder = ContactFinder(scene.robot(joints), shapes or scene.scene, settings)
    return finder.contacts(0).contacts


@pytest.mark.parametrize('name', WITHOUT_SAMPLES)
def test_exact_poses_give_mujocos_contacts(name):
    generator = np.random.default_rng(7)
    for _ in range(SCENES):
        scene = touching_scene(generator, name)
        truth, contacts = scene.truth, found(scene)
        assert len(contacts) == len(truth.positions)
        for contact in contacts:
            distances = np.linalg.norm(truth.positions - contact.point.contact_position, axis=1)
            nearest = int(distances.argmin())
            assert distances[nearest] < 1e-8
            assert np.allclose(contact.point.contact_normal, truth.normals[nearest], atol=1e-7)
            assert abs(contact.distance - truth.gaps[nearest]) < 1e-8
            assert contact.in_contact and contact.probability >= 0.5


def test_the_rim_of_a_standing_cylinder_carries_what_mujocos_does():
    generator = np.random.default_rng(3)
    for name in ('cylinder on plane', 'cylinder on table'):
        scene = touching_scene(generator, name)
        contacts, radius = found(scene), scene.scene.tool[0].geometry.radius
        robot, pad = scene.robot(), scene.scene.tool[0]
        middle = (robot.placement(robot.frame('hand')) * pad.placement).translation
        assert len(contacts) == 4
        for contact in contacts:
            arm = contact.point.contact_position - middle
            arm -= contact.point.contact_normal * (contact.point.contact_normal @ arm)
            assert abs(np.linalg.norm(arm) - radius) < 1e-6
            assert np.allclose(contact.point.contact_normal, scene.truth.normals[0], atol=1e-6)
            assert abs(contact.distance + OVERLAP) < 1e-6


def test_covariances_are_honest():
    """Normalised errors squared within their 95 % interval, over scenes of eleven kinds."""
    generator = np.random.default_rng(11)
    squares, freedoms = np.zeros(2), np.zeros(2, dtype=int)
    for name in WITHOUT_SAMPLES * rounds(20, 50):
        scene = touching_scene(generator, name)
        for index, (error, covariance) in enumerate(errors_of(generator, scene)):
            square, freedom = normalized_square(error, covariance)
            squares[index] += square
            freedoms[index] += freedom
    for square, freedom in zip(squares, freedoms, strict=True):
        low, high = chi2.ppf((0.025, 0.975), freedom)
        assert low < square < high, (square / freedom, low / freedom, high / freedom)


def errors_of(generator, scene):
    """Return error and covariance of a contact's position and of its normal, with noise."""
    joints = measured_joints(generator, scene)
    contacts = found(scene, NOISY, joints, measured_scene(generator, scene.scene))
    true = scene.truth.positions[0]
    near = min(contacts, key=lambda c: np.linalg.norm(c.point.contact_position - true))
    turn = np.cross(scene.truth.normals[0], near.point.contact_normal)
    return (
        (near.point.contact_position - true, near.position_covariance),
        (turn, near.normal_covariance),
    )


def normalized_square(error, covariance):
    """Return the normalised error squared and its degrees of freedom."""
    variances, axes = np.linalg.eigh(covariance)
    kept = variances > 1e-6 * variances[-1]
    # What is said to be certain must be so.
    assert np.abs(axes[:, ~kept].T @ error).max(initial=0.0) < 1e-8
    parts = axes[:, kept].T @ error
    return float((parts**2 / variances[kept]).sum()), int(kept.sum())


@pytest.mark.parametrize(
    'name, kind, curvature',
    [
        ('box on plane', ContactKind.BODY_VERTEX, 0.0),
        ('box on peg', ContactKind.ENVIRONMENT_VERTEX, 0.0),
        ('box on ball', ContactKind.BODY_VERTEX, 20.0),
        ('sphere on plane', ContactKind.ENVIRONMENT_VERTEX, None),
    ],
)
def test_the_vertex_and_the_curved_side_are_told(name, kind, curvature):
    scene = touching_scene(np.random.default_rng(5), name)
    expected = 1.0 / scene.scene.tool[0].geometry.radius if curvature is None else curvature
    for contact in found(scene):
        assert contact.point.kind is kind
        assert np.allclose(contact.point.curvature, expected * np.eye(2), atol=1e-9)
