# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pictures of answers; Matplotlib is optional."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.analysis.feasibility import WrenchVerdict
from frictioncone_ros.analysis.motions import MotionSet
from frictioncone_ros.analysis.support import CarriedVerdict
from frictioncone_ros.cli.report import number
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import FormationPlacement, ManipulationSystem
from frictioncone_ros.plotting import (
    acceleration_figure,
    force_plane_figure,
    ForcePlane,
    formation_figure,
    save_figure,
    wrench_cone_figure,
)
from frictioncone_ros.plotting.style import (
    BLACK,
    BLUE,
    GREY,
    legend_above,
    new_figure,
    ORANGE,
    require_format,
)
from frictioncone_ros.spatial.arrays import Array, PLANAR

WINDOW = 2.0
"""Half of a force plane's width, in parts of the scene's wrench [-]."""


def draw_forces(path: str, verdict: WrenchVerdict | CarriedVerdict) -> None:
    """Draw the normal force of each contact and how much of its friction it uses."""
    require_format(path)
    names = (
        verdict.support.problem.state.names
        if isinstance(verdict, CarriedVerdict)
        else (verdict.problem.state.names)
    )
    figure = new_figure(8.0, 0.4 * len(names) + 1.6)
    left, right = figure.subplots(1, 2, sharey=True)
    places = np.arange(len(names))
    figure.suptitle(forces_said(verdict), fontsize=9)
    left.barh(places, verdict.normal_forces, color=BLUE)
    left.set(xlabel='normal force [N]', yticks=places, yticklabels=names)
    right.barh(places, verdict.utilisations, color=ORANGE, hatch='//', edgecolor='white')
    right.axvline(1.0, color=GREY, linestyle='--')
    right.set(xlabel='friction used [-]; 1: about to slip')
    left.invert_yaxis()
    save_figure(figure, path)


def forces_said(verdict: WrenchVerdict | CarriedVerdict) -> str:
    """Return whether the forces of a verdict are those that occur."""
    if isinstance(verdict, CarriedVerdict):
        return 'contact forces that occur'
    if verdict.feasible:
        return 'contact forces that would do, but do not occur'
    return 'not carried: no contact forces resist the wrench'


def draw_margins(path: str, name: str, values: Array, margins: Array) -> None:
    """Draw margins [N] over one variation; infinite ones are left out."""
    require_format(path)
    figure = new_figure(6.0, 4.0)
    axes = figure.subplots()
    carried = margins >= 0.0
    for chosen, colour, marker, said in (
        (carried, BLUE, 'o', 'carried'),
        (~carried, ORANGE, 'x', 'not carried'),
    ):
        shown = chosen & np.isfinite(margins)
        if shown.any():
            axes.plot(values[shown], margins[shown], marker, color=colour, ms=4, label=said)
    axes.axhline(0.0, color=GREY, linestyle='--')
    hidden = int((~np.isfinite(margins)).sum())
    if hidden:
        axes.set_title(f'{hidden} of {len(margins)} without a finite margin: not drawn', size=9)
    unit = '[N]' if name in {'fx', 'fy', 'fz'} else '[-]' if len(name) > 3 else '[Nm]'
    axes.set(xlabel=f'{name} {unit}', ylabel='margin [N]')
    legend_above(figure, axes)
    save_figure(figure, path)


def draw_accelerations(path: str, state: ContactState, found: MotionSet, kind: str) -> None:
    """Draw the accelerations, or quasistatic twists, of every motion of a planar scene."""
    require_format(path)
    _require_planar(state)
    save_figure(acceleration_figure(found, kind), path)


def draw_force_plane(path: str, state: ContactState, wrench: Array | None) -> None:
    """Draw which modes can happen over fx and the moment, beside the scene's wrench."""
    require_format(path)
    _require_planar(state)
    origin = np.zeros(PLANAR) if wrench is None else wrench
    force = WINDOW * float(np.linalg.norm(origin[:2])) or 1.0
    moment = force * state.characteristic_length
    moment = max(moment, WINDOW * abs(float(origin[2])))
    plane = ForcePlane(origin * (0.0, 1.0, 0.0), (0, 2), (-force, force, -moment, moment))
    figure = force_plane_figure(state, plane)
    (axes,) = figure.axes
    axes.set_title(f'$f_y$ = {number(float(origin[1]))} N; *: the wrench of the scene', size=9)
    axes.plot(origin[0], origin[2], '*', color=BLACK, ms=9, markeredgecolor='white', zorder=6)
    save_figure(figure, path)


def draw_cone(path: str, state: ContactState, kind: str, cone: PolyhedralCone) -> None:
    """Draw a cone of planar wrenches."""
    require_format(path)
    _require_planar(state)
    save_figure(wrench_cone_figure({kind: cone}, state.characteristic_length), path)


def draw_poses(
    path: str,
    system: ManipulationSystem,
    poses: Sequence[FormationPlacement],
    names: Sequence[str],
) -> None:
    """Draw a sheet of poses under the names that the table has."""
    require_format(path)
    save_figure(formation_figure(system, poses, names), path)


def _require_planar(state: ContactState) -> None:
    if state.dimension != PLANAR:
        given = f'a scene of dimension {state.dimension}'
        raise InvalidInputError('--plot', given, 'a planar one')
