# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where several limits follow each other, the one that is found does not turn with the axes."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import will_produce
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger

TURNS = {
    'axes in a ring': np.array(((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))),
    'a third of a turn and more': np.array(((2.0, -1.0, 2.0), (2.0, 2.0, -1.0), (-1.0, 2.0, 2.0)))
    / 3.0,
}
CONTACTS = (
    ((-0.2, 0.42, -0.25), (0.24, -0.33, 0.91), (-0.7, -1.9, -0.6), CircularCone(0.8), 0.0),
    (
        (-0.45, 0.47, -0.11),
        (0.57, -0.72, 0.41),
        (-0.4, 0.0, 1.4),
        SoftFinger(0.8, 0.005, independent=True),
        1.0,
    ),
    ((0.65, -0.89, 0.36), (-0.51, 0.86, 0.08), (-1.0, 1.5, -1.1), SoftFinger(0.0, 0.005), 5.0),
)
WRENCH = np.array((0.436, -0.873, 0.934, -0.224, -0.013, 0.46))


def turned(turn: np.ndarray) -> ContactState:
    return ContactState(
        [
            ContactPoint(
                turn @ place,
                turn @ normal / np.linalg.norm(normal),
                friction,
                tangent_hint=turn @ tangent,
                internal_force=squeeze,
            )
            for place, normal, tangent, friction, squeeze in CONTACTS
        ]
    )


@pytest.mark.parametrize('name', TURNS)
def test_the_first_limit_is_the_same_in_turned_axes(name: str) -> None:
    """The first step along the ray was as long as the largest entry of the wrench: 35 % apart."""
    turn, wrench = TURNS[name], WRENCH.reshape(2, 3)
    expected = will_produce(turned(np.eye(3)), WRENCH)
    found = will_produce(turned(turn), (wrench @ turn.T).ravel())
    assert found.carried
    assert expected.carried
    assert found.margin == pytest.approx(expected.margin, rel=1e-3)
