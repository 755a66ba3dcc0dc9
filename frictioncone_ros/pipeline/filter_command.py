# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One command filtered by itself: the whole flow without clock and memory."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.constraints import as_mode
from frictioncone_ros.contact import ContactMode, ContactState, require_state
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline.assess import assess
from frictioncone_ros.pipeline.assessment import Assessment

DEFAULT_SETTINGS = FilterSettings()


def filter_command(
    state: ContactState,
    command: Setpoints | ArrayLike | None = None,
    settings: FilterSettings = DEFAULT_SETTINGS,
    *,
    twist: ArrayLike | None = None,
    mode: ContactMode | str | None = None,
) -> Assessment:
    """
    Return what the filter sends for one command, what it removed and why.

    The answer for a fresh command that has been followed for long; a controller that asks every
    tick uses `assess`, which knows time and what was sent before.

    Parameters
    ----------
    state: what is touched.
    command: (d,) wrench from the robot on the environment about the reference point [N, Nm], a
        tuple will do; or `control.Setpoints`; None: no force is asked for.
    settings: margins, limits and policies; by default no limit and no margin.
    twist: (d,) of the moving body [m/s, rad/s], beside a wrench.
    mode: what each contact is desired to do, as 'ff' or a ContactMode, beside a wrench.

    Returns
    -------
    Assessment: command to send, margin [N], codes and text.

    Raises
    ------
    InvalidInputError: where a part is not what it should be or does not fit the contacts.
    """
    require_state(state)
    _require_settings(settings)
    return assess(state, _setpoints(state, command, twist, mode), settings)


def _require_settings(settings: object) -> None:
    if not isinstance(settings, FilterSettings):
        expected = 'FilterSettings: FilterSettings(margin=0.5) makes some'
        raise InvalidInputError('settings', settings, expected)


def _setpoints(
    state: ContactState,
    command: Setpoints | ArrayLike | None,
    twist: ArrayLike | None,
    mode: ContactMode | str | None,
) -> Setpoints:
    if isinstance(command, Setpoints):
        if twist is not None or mode is not None:
            raise InvalidInputError(
                'twist or mode beside Setpoints',
                (twist, mode),
                'None, for set-points have their own',
            )
        return command
    desired = None if mode is None else as_mode(state, mode)
    return Setpoints(command, twist, mode=desired)  # type: ignore[arg-type]  # checked inside
