# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact modes, predictions of them and wrench cones as messages."""

from __future__ import annotations

from array import array
from math import cos, inf, sin

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState, Interaction
from frictioncone_ros.messages.constants import INTERACTIONS
from frictioncone_ros.msg import ContactMode as ContactModeMessage
from frictioncone_ros.msg import ContactModePrediction, WrenchCone
from frictioncone_ros.pipeline.prediction import ModeAnswer
from frictioncone_ros.pipeline.wrench_cone import EDGE_COUNT, WrenchConeAnswer
from frictioncone_ros.ros.conversions.geometry import (
    six_to_message,
    time_to_message,
    vector_to_message,
)
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import Array, PLANAR


def mode_to_message(
    mode: ContactMode, state: ContactState, turn: Array | None = None
) -> ContactModeMessage:
    """Return a mode of a state as a message; turn (3, 3) takes the state's axes to others."""
    message = ContactModeMessage(text=str(mode))
    if len(mode) != state.contact_count:
        return message
    message.contact_names = [str(name) for name in state.names]
    message.interactions = [INTERACTIONS[interaction.kind.name] for interaction in mode]
    if any(interaction.direction is not None for interaction in mode):
        axes = np.eye(3) if turn is None else turn
        message.sliding_directions = [
            vector_to_message(axes @ _slip(interaction, state, place))
            for place, interaction in enumerate(mode)
        ]
    return message


def _slip(interaction: Interaction, state: ContactState, place: int) -> Array:
    """Return the unit direction of sliding (3,), zero where there is none."""
    if interaction.direction is None or state.dimension == PLANAR:
        return np.zeros(3)
    _, first, second = state.contacts[place].frame
    return cos(interaction.direction) * first + sin(interaction.direction) * second


_VERDICTS = {
    None: ContactModePrediction.NOT_KNOWN,
    True: ContactModePrediction.CONSISTENT,
    False: ContactModePrediction.INCONSISTENT,
}
"""Whether the desired mode will come about, as the message says it."""


def prediction_to_message(
    answer: ModeAnswer, judged: Outcome, stamp: int
) -> ContactModePrediction:
    """Return a prediction for an outcome, along the command's axes, stamped now [ns]."""
    message = ContactModePrediction(
        reference_frame_id=str(judged.command.frames.reference),
        command_stamp=time_to_message(judged.command.stamp),
        compute_time=float(answer.compute_time),
        exhaustive=bool(answer.exhaustive),
        text=str(answer.text),
    )
    message.header.stamp = time_to_message(stamp)
    message.header.frame_id = str(judged.command.frames.axes)
    placement = judged.placement
    if placement is None:
        return message
    message.contacts_stamp = time_to_message(placement.snapshot.stamp)
    rotation = placement.poses.axes.rotation
    message.horizon = float(answer.horizon)
    message.modes = _modes(answer, placement)
    if answer.commanded is not None and answer.commanded.answered:
        message.has_commanded_modes = True
        message.commanded_modes = _modes(answer.commanded, placement)
        message.commanded_exhaustive = bool(answer.commanded.exhaustive)
    message.accelerations = [
        six_to_message(placement.to_command_frame(one.twist_rate), 'accel') for one in answer.modes
    ]
    message.acceleration_dimensions = [int(one.dimension) for one in answer.modes]
    # A mode without strict conditions has an infinite margin; messages are always finite.
    unbounded = [one.margin == inf for one in answer.modes]
    message.mode_margins_unbounded = unbounded
    message.mode_margins = [
        0.0 if endless else float(one.margin)
        for one, endless in zip(answer.modes, unbounded, strict=True)
    ]
    if answer.desired_mode is not None:
        message.has_desired_mode = True
        message.desired_mode = mode_to_message(answer.desired_mode, placement.state, rotation)
        message.desired_mode_consistent = bool(answer.desired_consistent)
        message.desired_mode_verdict = _VERDICTS[answer.desired_consistent]
        message.desired_mode_unique = bool(answer.desired_unique)
    return message


def _modes(answer: ModeAnswer, placement: Placement) -> list[ContactModeMessage]:
    """Return the modes of an answer, naming contacts that will be made too."""
    state = placement.state if answer.contacts is None else answer.contacts
    rotation = placement.poses.axes.rotation
    return [mode_to_message(one.mode, state, rotation) for one in answer.modes]


def cone_to_message(answer: WrenchConeAnswer, snapshot: Snapshot, reference: str) -> WrenchCone:
    """Return a cone along the axes of the contacts' frame, about a reference frame's origin."""
    message = WrenchCone(
        reference_frame_id=str(reference),
        dimension=int(snapshot.state.dimension),
        strictly_feasible=bool(answer.strictly_feasible),
        characteristic_length=float(answer.characteristic_length),
        approximated=bool(answer.approximated),
        polygon_edge_count=EDGE_COUNT if answer.approximated else 0,
    )
    message.header.frame_id = str(snapshot.frame)
    message.header.stamp = time_to_message(snapshot.stamp)
    if answer.mode is not None:
        message.mode = mode_to_message(answer.mode, snapshot.state)
    if answer.cone is not None:
        message.generators = _one_after_another(answer.cone.generators.T)
        message.lineality = _one_after_another(answer.cone.lineality.T)
        message.faces = _one_after_another(answer.cone.faces)
        message.equalities = _one_after_another(answer.cone.equalities)
    return message


def _one_after_another(rows: Array) -> array[float]:
    return array('d', rows.ravel().tolist())
