# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Erdmann's three contacts on an edge (1993, section 5.2): composite cone and its four faces."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from frictioncone_ros.cones import composite_wrench_cone, contact_wrench_cone, PolyhedralCone
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.spatial import Array

try:
    from matplotlib.figure import Figure
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
except ImportError:
    Figure = None

FRICTION = 0.25
POSITIONS = ((-1.0, -1.0), (1.0, -1.0), (0.0, -1.0))
COLORS = ('tab:blue', 'tab:orange', 'tab:green')


def three_contacts() -> ContactState:
    """Return the contacts 1 (left), 2 (right), 3 (middle); radius of gyration 1 m."""
    friction = CircularCone(FRICTION)
    return ContactState(
        [
            ContactPoint(position, (0.0, 1.0), friction, name=f'contact {index + 1}')
            for index, position in enumerate(POSITIONS)
        ]
    )


def readable(rows: Array) -> Array:
    """Return face rows scaled to a smallest non-zero entry of one."""
    sizes = np.where(np.abs(rows) > 1e-9, np.abs(rows), np.inf)
    return np.round(rows / sizes.min(axis=1, keepdims=True), 9) + 0.0


def print_cone(cone: PolyhedralCone) -> None:
    """Print the faces as inequalities on (Fx, Fy, tau / rho)."""
    for row in readable(cone.faces):
        terms = ' '.join(
            f'{value:+g} {name}'
            for value, name in zip(row, ('Fx', 'Fy', 'tau/rho'), strict=True)
            if value
        )
        print(f'  {terms} <= 0')


def draw(state: ContactState, cone: PolyhedralCone, path: Path) -> None:
    """Draw the sheets of the three contacts and the composite cone up to Fy = 1."""
    if Figure is None:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib')
    figure = Figure(figsize=(7.0, 6.0), layout='constrained')
    axes = figure.add_subplot(projection='3d')
    for index, color in enumerate(COLORS):
        edges = contact_wrench_cone(state, index).generators
        sheet = [np.zeros(3), *(edges / edges[1]).T]
        axes.add_collection3d(Poly3DCollection([_axes_order(sheet)], alpha=0.35, color=color))
        axes.plot([], [], [], color=color, label=state.names[index])
    corners = (cone.generators / cone.generators[1]).T
    for row in cone.faces:
        touching = corners[np.abs(corners @ row) < 1e-9]
        face = [np.zeros(3), *touching]
        axes.add_collection3d(
            Poly3DCollection(
                [_axes_order(face)],
                alpha=0.08,
                facecolor='grey',
                edgecolor='black',
                linestyle='--',
            )
        )
    axes.set(
        xlim=(-0.5, 0.5),
        ylim=(-1.5, 1.5),
        zlim=(0.0, 1.0),
        xlabel='$F_x$ [N]',
        ylabel=r'$\tau/\rho$ [N]',
        zlabel='$F_y$ [N]',
        title=f'Composite friction cone of three contacts, mu = {FRICTION}',
    )
    axes.legend(loc='upper left')
    axes.view_init(elev=18.0, azim=-60.0)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def _axes_order(points: list[Array]) -> Array:
    """Return wrenches (fx, fy, tau) as plotted points (fx, tau, fy): the cone opens upwards."""
    return np.array(points)[:, [0, 2, 1]]


def main(arguments: list[str] | None = None) -> int:
    """Print the four faces and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    directory: Path = parser.parse_args(arguments).output_directory
    state = three_contacts()
    cone = composite_wrench_cone(state).minimal()
    print(f'Reaction forces of three contacts, mu = {FRICTION}: {cone.faces.shape[0]} faces')
    print_cone(cone)
    path = directory / 'composite_friction_cone.png'
    try:
        draw(state, cone, path)
        print(f'picture: {path}')
    except MissingDependencyError as error:
        print(f'no picture: {error}')
    return 0


if __name__ == '__main__':
    raise SystemExit(main())
