# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What would be sent for a command in the long run: a question, of which nothing is remembered."""

from __future__ import annotations

from dataclasses import replace

from frictioncone_ros.contact import ContactMode
from frictioncone_ros.control.situation import ModeVerdict
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.pipeline import assess
from frictioncone_ros.pipeline.assess import STEADY_SITUATION
from frictioncone_ros.session.modes.desired_mode import FREE
from frictioncone_ros.session.outcome import Outcome, outcome_of
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import FramedCommand


def steady_answer(
    command: FramedCommand,
    placement: Placement,
    mode: ContactMode | None,
    modes: ModeVerdict | None,
    settings: NodeSettings,
) -> Outcome:
    """
    Return what would be sent for a command on contacts, after all ramps.

    mode: the desired one, of the placement's contacts. modes: what is predicted of the command,
    None where it was not asked.
    """
    situation = replace(STEADY_SITUATION, modes=(modes if placement.state.contact_count else FREE))
    setpoints = placement.setpoints(command, mode)
    assessment = assess(placement.state, setpoints, settings.filter, situation=situation)
    return outcome_of(assessment, command, placement)
