# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every motion of a box on four contacts in space beside nnls, MuJoCo and Drake's Moby LCP.

Wrenches change by a part in a thousand from question to question, as a planner's do; what was
worked out for the same contacts is there. Rows with new contacts have none of it. MuJoCo and the
LCP give one motion, without saying whether there are more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from families._contacts import bare_nnls, NNLS
from measuring import Case, Wrong
import numpy as np
from peers import peer
from ticking import MOVED, moved

from frictioncone_ros.analysis.motions import find_spatial_motions
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

UP = (0.0, 0.0, 1.0)
LEGS = [(x, y, -0.5) for x in (1.0, -1.0) for y in (1.0, -1.0)]
RESIDUAL = 1e-6
"""Motions whose laws are broken by more count as wrong [-]."""
PUSHES = {
    'at rest, held': ((0.0,) * 6, (2.0, 1.0, -9.81, 0.0, 0.0, 0.0)),
    'at rest, pushed': ((0.0,) * 6, (6.0, 3.0, -9.81, 0.0, 0.0, 0.0)),
    'at rest, turned': ((0.0,) * 6, (1.0, 3.0, -9.81, 0.0, 0.0, 9.0)),
    'at rest, tipped': ((0.0,) * 6, (6.0, 0.0, -9.81, 0.0, 12.0, 0.0)),
    'sliding': ((1.0, 0.5, 0.0, 0.0, 0.0, 0.0), (1.0, 0.0, -9.81, 0.0, 0.0, 0.0)),
}
CIRCULAR, CORNER = 60.0, 300.0
MODELS: dict[str, tuple[FrictionModel, float | None]] = {
    'circular': (CircularCone(0.5), CIRCULAR),
    'pyramid': (FrictionPyramid(0.5), None),
    'soft finger': (SoftFinger(0.5, 0.1), None),
    'polygon of 8': (FrictionPolygon(0.5, 8), None),
}
NOISE, WRENCHES = 1e-3, 61
"""Wrenches differ by so much of themselves [-]; so many come in turn."""
CAUSE = (
    'each mode that is possible is solved and proved by itself in NumPy; the others are refuted '
    'by the certificates of questions before (docs/speed.md)'
)


class Questions:
    """One question after the other about a state: another wrench each time, or contacts too."""

    def __init__(self, state: ContactState, wrench: object, *, renew: bool = False) -> None:
        factors = 1.0 + NOISE * np.random.default_rng(1).standard_normal((WRENCHES, 6))
        self.state, self.renew, self.count = state, renew, 0
        self.wrenches = factors * np.asarray(wrench, dtype=float)

    def __call__(self) -> object:
        """Ask the next question."""
        self.count += 1
        state = moved(self.state, MOVED * self.count) if self.renew else self.state
        return find_spatial_motions(state, self.wrenches[self.count % WRENCHES])


def box(friction: FrictionModel, twist: tuple[float, ...]) -> ContactState:
    """Return a 1 kg box on four legs."""
    contacts = [ContactPoint(leg, UP, friction) for leg in LEGS]  # type: ignore[arg-type]
    return ContactState(
        contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)), twist=np.array(twist)
    )


def corner() -> ContactState:
    """Return a box on four legs against two walls, four circular contacts more."""
    walls = [((-1.0, y, 0.0), (1.0, 0.0, 0.0)) for y in (1.0, -1.0)]
    walls += [((x, -1.0, 0.0), (0.0, 1.0, 0.0)) for x in (1.0, -1.0)]
    places = [*((leg, UP) for leg in LEGS), *walls]
    contacts = [ContactPoint(p, n, CircularCone(0.5)) for p, n in places]  # type: ignore[arg-type]
    return ContactState(contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)))


def cases() -> Iterator[Case]:
    """Yield a row a model and push, the corner, and the one motion others give."""
    bare, count = bare_nnls()
    for name, (friction, target) in MODELS.items():
        for push, (twist, wrench) in PUSHES.items():
            state = box(friction, twist)
            yield Case(
                f'{name}, {push}',
                Questions(state, wrench),
                bare,
                NNLS,
                target,
                peer_asks=count,
                wrong=lambda s=state, w=wrench: unproved(s, w),
                cause=CAUSE,
                guard=name == 'circular' and push == 'at rest, pushed',
            )
    pushed = np.array((-2.0, -1.0, -9.81, 0.0, 0.0, 0.0))
    cornered = corner()
    yield Case(
        'circular, box in a corner, 8 contacts',
        Questions(cornered, pushed),
        bare,
        NNLS,
        CORNER,
        peer_asks=count,
        wrong=lambda: unproved(corner(), pushed),
        cause=CAUSE,
    )
    twist, push = PUSHES['at rest, pushed']
    for name, state, asked in (
        ('circular, at rest, pushed', box(CircularCone(0.5), twist), np.array(push)),
        ('circular, box in a corner, 8 contacts', cornered, pushed),
    ):
        yield Case(
            f'{name}, contacts new each time',
            Questions(state, asked, renew=True),
            bare,
            NNLS,
            peer_asks=count,
        )
    yield from _others()


def unproved(state: ContactState, wrench: object) -> Wrong:
    """Count motions that break a law, and a search that did not end."""
    found = find_spatial_motions(state, wrench)  # type: ignore[arg-type]
    broken = sum(motion.certificate.worst > RESIDUAL for motion in found)
    return Wrong(broken + (not found.exhaustive), None, len(found) + 1)


def _others() -> Iterator[Case]:
    twist, wrench = PUSHES['at rest, pushed']
    for name, make in (('MuJoCo, one step', mujoco_step), ('Drake Moby LCP, one', moby_motion)):
        state = box(FrictionPyramid(0.5), twist)
        solve = make(state, np.array(wrench))
        if solve is None:
            continue
        yield Case(
            f'pyramid, at rest, pushed: all motions beside {name}',
            Questions(state, wrench),
            solve,
            name,
        )


def moby_motion(state: ContactState, wrench: np.ndarray) -> Callable[[], object] | None:
    """Return Stewart and Trinkle's complementarity problem of pyramids, solved by Lemke."""
    solvers = peer('pydrake.solvers')
    if solvers is None:
        return None
    jacobian = contact_jacobian(state).reshape(-1, 3, 6)
    normals = jacobian[:, 0]
    tangents = np.concatenate([np.vstack((j[1], -j[1], j[2], -j[2])) for j in jacobian])
    inverse = np.linalg.inv(state.inertia.matrix)  # type: ignore[union-attr]
    count = len(normals)
    belongs = np.kron(np.eye(count), np.ones((4, 1)))
    both = np.vstack((normals, tangents))
    top = np.hstack((both @ inverse @ both.T, np.vstack((np.zeros((count, count)), belongs))))
    bottom = np.hstack((0.5 * np.eye(count), -belongs.T, np.zeros((count, count))))
    matrix = np.vstack((top, bottom))
    right = np.concatenate((both @ inverse @ wrench, np.zeros(count)))
    programme = solvers.MathematicalProgram()
    unknown = programme.NewContinuousVariables(len(right))
    programme.AddLinearComplementarityConstraint(matrix, right, unknown)
    solver = solvers.MobyLcpSolver()
    return lambda: solver.Solve(programme, None, None)


def mujoco_step(state: ContactState, wrench: np.ndarray) -> Callable[[], object] | None:
    """Return MuJoCo's forward dynamics of the box on its feet, with pyramids."""
    mujoco = peer('mujoco')
    if mujoco is None:
        return None
    feet = ''.join(
        f'<geom type="sphere" size="0.01" pos="{x} {y} {z + 0.01}" friction="0.5"/>'
        for x, y, z in LEGS
    )
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><option cone="pyramidal"/><worldbody><geom type="plane" size="9 9 1"/>'
        f'<body pos="0 0 0.4999"><freejoint/><inertial pos="0 0 0" mass="1" '
        f'diaginertia="0.5 0.5 0.5"/>{feet}</body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    data.xfrc_applied[1] = np.array(wrench) - (0, 0, -9.81, 0, 0, 0)
    return lambda: mujoco.mj_forward(model, data)
