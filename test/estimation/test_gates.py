# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whatever stands for an argument of the estimation room: an answer, or an error of the family."""

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from slide_robot import scene, SLIDE

from frictioncone_ros.estimation import (
    calibration,
    calibration_files,
    estimate,
    friction_memory,
    learned_friction,
    plausibility,
    sensing,
    static_contacts,
    surfaces,
    wrench_estimator,
    wrench_shares,
)
from frictioncone_ros.estimation.geometry import (
    contact_finder,
    libraries,
    patch,
    placed_shape,
    robot,
    uncertainty,
)
from frictioncone_ros.exceptions import FrictionConeError

HOSTILE = (
    *(None, True, -1, 10**400, np.nan, np.inf, 5e-324, 1.7e308, 1j, '', 'ff', b'ff', [], {}, len),
    *(
        [None] * 6,
        (0.0, 0.0, 1.0),
        np.zeros(6),
        [np.nan] * 3,
        [1.7e308] * 6,
        np.full((6, 6), np.nan),
    ),
    *(np.eye(6), np.zeros((0, 3)), np.array(['a'] * 3), object()),
)
BALL = surfaces.surface('sphere 0.03')
LOAD = calibration.no_load()
ROBOT, SCENE = robot.Robot(SLIDE), scene()
BOX, AT = SCENE.tool[0].geometry, libraries.coal.Transform3s.Identity()
FINDER, POSE = patch.PatchFinder(0.01, 0.001, 4), placed_shape.se3((0, 0, 0), (0, 0, 0))
COVARIANCE = np.eye(6)
CALLS = {
    'calibrated_load': (calibration.calibrated_load, ([], (0.1, 0.01))),
    'reading': (LOAD.reading, (np.ones(3),)),
    'pose recorder': (calibration.PoseRecorder, (0.5,)),
    'read_load': (calibration_files.read_load, (Path('none'),)),
    'rotated': (estimate.rotated, (POSE, np.eye(3))),
    'interval': (friction_memory.FrictionInterval, (0.1, 0.2)),
    'friction_reading': (friction_memory.friction_reading, (np.ones(3),) * 2 + (np.eye(3),) * 2),
    'flat_patches': (learned_friction.flat_patches, ([],)),
    'warnings': (plausibility.snapshot_complaints, (0.1, 1, plausibility.Suspicion(0.1, 1.0))),
    'surface': (surfaces.surface, ('sphere 0.1',)),
    'sensed_contact': (
        sensing.sensed_contact,
        (np.array((0, 0, -9.0, 0, 0, 0)), BALL, sensing.SensingNoise(COVARIANCE)),
    ),
    'static contacts': (static_contacts.read_static_contacts, (Path('none'),)),
    'thresholds': (wrench_estimator.TouchThresholds, (2.0, 1.0)),
    'measured wrench': (wrench_estimator.MeasuredWrench, (np.zeros(6), COVARIANCE)),
    'touch_probability': (wrench_estimator.touch_probability, (np.ones(3), np.eye(3))),
    'force_shares': (wrench_shares.force_shares, (np.ones(6), COVARIANCE, [])),
    'gaps': (contact_finder.GeometrySettings, (0.0005, 0.002, 0.01, 0.0005, 4)),
    'touch memory': (contact_finder.TouchMemory, (0.0, 0.1)),
    'all_corners': (FINDER.all_corners, (BOX, AT, BOX, AT)),
    'spread': (patch.spread, (np.eye(3), np.ones(3), 3)),
    'half_space': (placed_shape.half_space, ((0.0, 0.0, 1.0),)),
    'se3': (placed_shape.se3, ((0, 0, 0), (0, 0, 0))),
    'robot': (robot.Robot, (SLIDE,)),
    'update': (ROBOT.update, (['down'], [0.0], [0.0], 1)),
    'placement': (ROBOT.placement, (1,)),
    'jacobian': (ROBOT.jacobian, (1,)),
    'missing': (ROBOT.missing, (frozenset((1,)),)),
    'pose_covariance': (uncertainty.pose_covariance, (np.ones(3), 0.1, 0.1)),
    'chance_below': (uncertainty.chance_below, (0.1, 0.1, 0.1)),
    'deviations': (uncertainty.Deviations, (0.1, 0.1, 0.1, 0.1, 0.1)),
}


@pytest.mark.parametrize('name', CALLS)
def test_a_wrong_object_is_refused_in_the_family(name):
    function, right = CALLS[name]
    for place in range(len(right)):
        for value in HOSTILE:
            given = (*right[:place], value, *right[place + 1 :])
            try:
                with suppress(FrictionConeError):
                    function(*given)
            except Exception as error:
                pytest.fail(f'{name}({place}: {value!r}): {type(error).__name__}: {error}')
