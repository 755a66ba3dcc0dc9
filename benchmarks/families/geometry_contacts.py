# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contacts by geometry, an arm of 7 joints: beside Pinocchio's kinematics and Coal's queries alone.

What the node uses of a core over DDS: `python benchmarks/bench_geometry_contacts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
import tempfile

from bench_geometry_contacts import JOINTS, moving, NOISE, scene_text, tip_of_arm, URDF
from families._contacts import bare_nnls, NNLS
from measuring import Case
import numpy as np
from peers import peer


def cases() -> Iterator[Case]:
    """Yield kinematics and contacts of a joint state."""
    pinocchio = peer('pinocchio')
    if pinocchio is None or peer('coal') is None:
        print('  Pinocchio or Coal is missing (extra `geometry`); not run')
        return
    from frictioncone_ros.estimation.geometry import (  # noqa: PLC0415
        contact_finder,
        robot,
        scene,
        uncertainty,
    )

    path = Path(tempfile.mkdtemp()) / 'scene.yaml'
    path.write_text(scene_text(tip_of_arm()), encoding='utf-8')
    arm = robot.Robot(URDF)
    given = contact_finder.GeometrySettings(deviations=uncertainty.Deviations(**NOISE))
    finder = contact_finder.ContactFinder(arm, scene.read_scene(path, arm.root), given)
    count = iter(range(10**9))

    def update() -> None:
        arm.update(JOINTS, moving(next(count)), [0.0] * 7)

    update()
    model = pinocchio.buildModelFromXML(URDF)
    data = model.createData()

    def bare() -> None:
        posture = np.array(moving(next(count)))
        pinocchio.forwardKinematics(model, data, posture, np.zeros(7))
        pinocchio.updateFramePlacements(model, data)
        pinocchio.computeJointJacobians(model, data, posture)

    yield Case('kinematics of a joint state', update, bare, 'Pinocchio alone')
    work, asks = bare_nnls()
    found = len(finder.contacts(0).contacts)
    yield Case(
        f'{found} contacts and candidates, 3 tool shapes and 20 around',
        lambda: finder.contacts(0),
        work,
        NNLS,
        peer_asks=asks,
    )
