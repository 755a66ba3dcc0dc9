# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Other solvers on the same question with the same answer, each at least three times slower.

Linear and cone programmes give the margin; quadratic ones the nearest forces (projection on the
polar cone, whose multipliers are the forces). Peers keep their prepared matrices between wrenches,
as we keep ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from exact_margin import exact_margin
from families._contacts import table_state, wrenches
from measuring import Case, Wrong
import numpy as np
from peers import peer
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from frictioncone_ros.analysis.feasibility import (
    certify,
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
    with_faces,
)
from frictioncone_ros.contact import CircularCone, FrictionPolygon
from frictioncone_ros.spatial import Array

CAUSE = (
    'a compiled solver called once beside an interpreted one: theirs is one call into C, ours '
    'many calls of NumPy that also prove the answer; Cython as it is gives a tenth (docs/speed.md)'
)
THREE_TIMES = 1.0 / 3.0
COUNT = 12
SLACK, LOOSE = 1e-6, 1e-4
"""How far a margin may be off beside the wrench's size [-]; interior points stop earlier."""
Solve = Callable[[Array], float]


def cases() -> Iterator[Case]:
    """Yield one row a solver."""
    polygons = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    asked = wrenches(polygons, COUNT)
    for name, make in MARGINS.items():
        solve = make(polygons)
        if solve is not None:
            question = Question(with_faces(polygons), asked, solve)
            yield question.row(f'polygon cones, margin beside {name}', name, by_margin=True)
    for name, make in NEAREST.items():
        solve = make(polygons)
        if solve is not None:
            question = Question(polygons, asked, solve)
            yield question.row(f'polygon cones, certificate beside {name}', name, by_margin=False)
    circles = contact_wrench_problem(table_state(CircularCone(0.6)))
    solve = clarabel_margin(circles)
    if solve is not None:
        question = Question(circles, asked, solve)
        yield question.row('circular, margin beside clarabel', 'clarabel', by_margin=True)


@dataclass(frozen=True)
class Question:
    """A prepared problem, wrenches and a peer: of a scaled wrench the margin or what is left."""

    problem: ContactWrenchProblem
    asked: list[Array]
    solve: Solve

    def row(self, title: str, name: str, by_margin: bool) -> Case:
        """Return the row; wrong is a margin that differs, or a membership."""
        targets = [self.problem.scaling * wrench for wrench in self.asked]
        ask = produce if by_margin else certify
        return Case(
            title,
            lambda: [ask(self.problem, wrench) for wrench in self.asked],
            lambda: [self.solve(target) for target in targets],
            name,
            THREE_TIMES,
            len(self.asked),
            len(self.asked),
            self.wrong_margins if by_margin else self.wrong_memberships,
            CAUSE,
        )

    def wrong_margins(self) -> Wrong:
        """Count margins that differ from the exact ones, of round cones from our proved ones."""
        ours = peer_wrong = count = 0
        for wrench in self.asked:
            scaled, said = self.problem.scaling * wrench, produce(self.problem, wrench)
            true: float | None = said.margin
            if self.problem.round_sets is None:
                found = exact_margin(self.problem.edge_wrenches, self.problem.depth_wrench, scaled)
                true = None if found is None else float(found)
            if true is None:
                continue
            count, size = count + 1, float(np.abs(scaled).max())
            ours += abs(said.margin - true) > SLACK * size or not said.certificate_holds()
            peer_wrong += not abs(self.solve(scaled) - true) <= LOOSE * size
        return Wrong(ours, peer_wrong, count)

    def wrong_memberships(self) -> Wrong:
        """Count memberships that differ from the sign of the exact margin."""
        ours = peer_wrong = count = 0
        for wrench in self.asked:
            scaled = self.problem.scaling * wrench
            size = float(np.abs(scaled).max())
            true = exact_margin(self.problem.edge_wrenches, self.problem.depth_wrench, scaled)
            if true is None or abs(float(true)) <= SLACK * size:
                continue
            count += 1
            ours += certify(self.problem, wrench).feasible != (true >= 0)
            peer_wrong += (self.solve(scaled) <= SLACK * size) != (true >= 0)
        return Wrong(ours, peer_wrong, count)


def highs_margin(problem: ContactWrenchProblem) -> Solve:
    """Return the linear programme for the margin by HiGHS as SciPy calls it."""
    count = problem.edge_wrenches.shape[1]
    table = np.column_stack((problem.edge_wrenches, problem.depth_wrench))
    cost = np.concatenate((np.zeros(count), (-1.0,)))
    bounds = [(0.0, None)] * count + [(None, None)]
    return lambda target: -linprog(cost, A_eq=table, b_eq=target, bounds=bounds).fun


def clarabel_margin(problem: ContactWrenchProblem) -> Solve | None:
    """Return the linear or second-order cone programme for the margin by Clarabel."""
    clarabel = peer('clarabel')
    if clarabel is None:
        return None
    rows, cones = _cones(problem, clarabel)
    columns = problem.edge_wrenches if problem.round_sets is None else problem.force_matrix
    count = columns.shape[1]
    top = np.column_stack((columns, problem.depth_wrench))
    table = csc_matrix(np.vstack((top, np.column_stack((-rows, np.zeros(len(rows)))))))
    cost = np.concatenate((np.zeros(count), (-1.0,)))
    quadratic, settings = csc_matrix((count + 1, count + 1)), clarabel.DefaultSettings()
    settings.verbose = False
    kinds = [clarabel.ZeroConeT(problem.dimension), *cones]

    def solve(target: Array) -> float:
        right = np.concatenate((target, np.zeros(len(rows))))
        solver = clarabel.DefaultSolver(quadratic, cost, table, right, kinds, settings)
        return float(solver.solve().x[-1])

    return solve


def _cones(problem: ContactWrenchProblem, clarabel: object) -> tuple[Array, list[object]]:
    """Return the rows that put loads, or circular contacts' forces, into their cones."""
    sets = problem.round_sets
    if sets is None:
        count = problem.edge_wrenches.shape[1]
        return np.eye(count), [clarabel.NonnegativeConeT(count)]  # type: ignore[attr-defined]
    scales = np.ones(problem.force_matrix.shape[1])
    scales[sets.starts] = sets.friction_limits
    kinds = [clarabel.SecondOrderConeT(3) for _ in sets.starts]  # type: ignore[attr-defined]
    return np.diag(scales), kinds


def drake_margin(problem: ContactWrenchProblem) -> Solve | None:
    """Return the linear programme for the margin in Drake, by the solver it chooses."""
    solvers = peer('pydrake.solvers')
    if solvers is None:
        return None
    programme = solvers.MathematicalProgram()
    count = problem.edge_wrenches.shape[1]
    unknown = programme.NewContinuousVariables(count + 1)
    table = np.column_stack((problem.edge_wrenches, problem.depth_wrench))
    balance = programme.AddLinearEqualityConstraint(table, np.zeros(problem.dimension), unknown)
    programme.AddBoundingBoxConstraint(0.0, np.inf, unknown[:count])
    programme.AddLinearCost(-unknown[-1])
    solver = solvers.MakeSolver(solvers.ChooseBestSolver(programme))

    def solve(target: Array) -> float:
        balance.evaluator().UpdateCoefficients(table, target)
        return float(solver.Solve(programme).GetSolution(unknown[-1]))

    return solve


def quadprog_nearest(problem: ContactWrenchProblem) -> Solve | None:
    """Return the distance of a target by projection on the polar cone."""
    quadprog = peer('quadprog')
    if quadprog is None:
        return None
    identity, rows = np.eye(problem.dimension), -problem.edge_wrenches
    none = np.zeros(rows.shape[1])
    return lambda target: float(np.linalg.norm(quadprog.solve_qp(identity, target, rows, none)[0]))


def daqp_nearest(problem: ContactWrenchProblem) -> Solve | None:
    """Return the same by DAQP."""
    daqp = peer('daqp')
    if daqp is None:
        return None
    identity, rows = np.eye(problem.dimension), np.ascontiguousarray(problem.edge_wrenches.T)
    upper, lower = np.zeros(len(rows)), np.full(len(rows), -1e30)
    kinds = np.zeros(len(rows), dtype=np.int32)
    return lambda target: float(
        np.linalg.norm(daqp.solve(identity, -target, rows, upper, lower, kinds)[0])
    )


def proxsuite_nearest(problem: ContactWrenchProblem) -> Solve | None:
    """Return the same by ProxQP, kept between targets."""
    proxsuite = peer('proxsuite')
    if proxsuite is None:
        return None
    rows = np.ascontiguousarray(problem.edge_wrenches.T)
    solver = proxsuite.proxqp.dense.QP(problem.dimension, 0, len(rows))
    solver.settings.eps_abs = 1e-9
    upper, lower = np.zeros(len(rows)), np.full(len(rows), -1e20)
    solver.init(
        np.eye(problem.dimension), np.zeros(problem.dimension), None, None, rows, lower, upper
    )

    def solve(target: Array) -> float:
        solver.update(g=-target)
        solver.solve()
        return float(np.linalg.norm(solver.results.x))

    return solve


MARGINS = {'HiGHS': highs_margin, 'clarabel': clarabel_margin, 'drake': drake_margin}
NEAREST = {
    'quadprog': quadprog_nearest,
    'daqp': daqp_nearest,
    'proxsuite': proxsuite_nearest,
}
