# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The contacts about the command's moment centre, of the last inputs that could be used."""

from __future__ import annotations

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.frames import FrameTree, UnknownTransformError
from frictioncone_ros.session.inputs.held_inputs import HeldInputs
from frictioncone_ros.session.placement import placed, Placement, require_within_reach
from frictioncone_ros.session.refusals import Refusals
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot


class PlacedInputs:
    """placement: the last one, None before; command: the one it was used with last."""

    def __init__(self) -> None:
        """Begin without inputs."""
        self.placement: Placement | None = None
        self.command: FramedCommand | None = None
        self._refused: tuple[Snapshot, str] | None = None

    def forget(self) -> None:
        """Begin anew."""
        self.placement = self.command = self._refused = None

    def find(
        self, inputs: HeldInputs, tree: FrameTree, settings: NodeSettings
    ) -> tuple[Placement | None, tuple[FilterCode, ...]]:
        """
        Return the placement of the present inputs; it counts once it is kept.

        Where they cannot be used: the last one that could, and the code that says why.
        """
        snapshot, command = inputs.contacts.value, inputs.commands.value
        if snapshot is None or command is None:
            return None, ()
        try:
            found = placed_within_reach(snapshot, command.frames, tree, settings, self.placement)
        except InvalidInputError as error:
            self._refuse(inputs.refusals, snapshot, str(error))
            return self.placement, (FilterCode.INVALID_CONTACTS,)
        except UnknownTransformError as error:
            inputs.refusals.add_once(FilterCode.TRANSFORM_UNAVAILABLE, str(error))
            return self.placement, (FilterCode.TRANSFORM_UNAVAILABLE,)
        inputs.refusals.forget(FilterCode.TRANSFORM_UNAVAILABLE)
        self._withdraw(inputs.refusals)
        return found, ()

    def _refuse(self, refusals: Refusals, snapshot: Snapshot, reason: str) -> None:
        """Say why a snapshot cannot be used; counted once a snapshot, not once a command."""
        code, before = FilterCode.INVALID_CONTACTS, self._refused
        if before is None or before[0] is not snapshot:
            refusals.add(code, reason)
        else:
            refusals.say(code, reason)
        self._refused = snapshot, reason

    def _withdraw(self, refusals: Refusals) -> None:
        """Say no longer what another command was the cause of; it stays counted."""
        if self._refused is None:
            return
        code, (_, reason) = FilterCode.INVALID_CONTACTS, self._refused
        if refusals.reasons.get(code) == reason:
            refusals.forget(code)

    def keep(self, placement: Placement, command: FramedCommand | None) -> None:
        """Keep what was found, and the command it is used with."""
        self.placement, self.command = placement, command


def placed_within_reach(
    snapshot: Snapshot,
    frames: Frames,
    tree: FrameTree,
    settings: NodeSettings,
    previous: Placement | None = None,
) -> Placement:
    """Return contacts about a moment centre; raise where a frame or a contact is unusable."""
    found = placed(snapshot, frames, tree, settings.held_object, previous)
    if found is not previous:
        require_within_reach(found.state, settings.number('max_contact_distance'))
    return found
