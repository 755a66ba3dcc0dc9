# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a running node hears of contacts and sends, in the browser."""

from __future__ import annotations

import sys
from types import SimpleNamespace

from rcl_interfaces.srv import GetParameters
from rclpy.parameter import parameter_value_to_python

from frictioncone_ros.control.status import code_name
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.messages.numbers import six_from_message
from frictioncone_ros.msg import ContactModePrediction, ContactStateArray, FilteredCommand
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.node_interface.contact_parameters import ESTIMATES
from frictioncone_ros.ros.conversions.neighbour import modes_from_message
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.ros.tools.terminal.caller import Caller, DONE, NodeSilentError, run_verb
from frictioncone_ros.ros.tools.terminal.contacts import listened_to
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.placement import placed
from frictioncone_ros.session.values import Frames
from frictioncone_ros.viewer.live_view import LiveView, Moment

PERIOD = 0.1
"""Moments are shown at most so often [s]."""

SHARED = ('static_transforms', *(one.name for one in ESTIMATES))
"""Parameters of the node by which its contacts are read here."""


class LatestMessages:
    """The newest of what a node hears and says."""

    def __init__(self, caller: Caller) -> None:
        """Ask the node for its frames, and listen beside it."""
        self.contacts: ContactStateArray | None = None
        self.answer: FilteredCommand | None = None
        self.modes: ContactModePrediction | None = None
        request = GetParameters.Request(names=list(SHARED))
        answered = caller.call(GetParameters, 'get_parameters', request).values
        values = (parameter_value_to_python(value) for value in answered)
        self._settings = node_settings(dict(zip(SHARED, values, strict=True)))
        self._tree = StaticFrames(self._settings.placed_frames)
        listen, target = caller.node.create_subscription, caller.target
        listen(ContactStateArray, listened_to(caller), self._on_contacts, INPUT)
        listen(FilteredCommand, f'{target}/filtered_command', self._on_answer, OUTPUT)
        listen(ContactModePrediction, f'{target}/contact_modes', self._on_modes, OUTPUT)

    @property
    def is_whole(self) -> bool:
        """Whether there is something to show."""
        return self.contacts is not None and self.answer is not None

    def moment(self) -> Moment:
        """Return what is heard as contacts about the command's moment centre."""
        contacts, answer = self.contacts, self.answer
        if contacts is None or answer is None:
            raise NodeSilentError('nothing was heard yet')
        snapshot = admitted_snapshot(contacts, self._settings)
        frames = Frames(
            answer.header.frame_id, answer.controlled_frame_id, answer.reference_frame_id
        )
        placement = placed(snapshot, frames, self._tree, None)
        wrench = placement.to_contact_frame(six_from_message(answer.wrench, 'wrench'))
        return Moment(placement.state, wrench, self._words(answer))

    def _words(self, answer: FilteredCommand) -> str:
        margin = f', margin {answer.margin:.3g} N' if answer.has_margin else ''
        predicted = ''
        if self.modes is not None:
            modes = ' '.join(mode.text or '-' for mode in modes_from_message(self.modes))
            predicted = f', predicted {modes or "none"}'
        return f'node: {code_name(answer.status.code)}{margin}{predicted}'

    def _on_contacts(self, message: ContactStateArray) -> None:
        self.contacts = message

    def _on_answer(self, message: FilteredCommand) -> None:
        self.answer = message

    def _on_modes(self, message: ContactModePrediction) -> None:
        self.modes = message


def view(caller: Caller, options: SimpleNamespace) -> int:
    """Serve the page until Ctrl-C; raise where nothing is heard."""
    latest = LatestMessages(caller)
    if not caller.wait_until(lambda: latest.is_whole):
        raise NodeSilentError(
            f'{caller.target}: no contacts or no filtered command within {caller.timeout:g} s; '
            f'{caller.silence()}'
        )
    live = LiveView(latest.moment(), options.port)
    print(f'{caller.target}: look at http://localhost:{live.page.port}; Ctrl-C ends', flush=True)
    try:
        serve(caller, latest, live)
    finally:
        live.close()
    return DONE


def serve(caller: Caller, latest: LatestMessages, live: LiveView) -> None:
    """Show what comes, until the process is interrupted."""
    shown = latest.answer
    while True:
        # What comes meanwhile is seen later: a page needs no more than a few moments a second.
        caller.wait_until(lambda: False, PERIOD)
        if latest.answer is shown:
            continue
        shown = latest.answer
        try:
            live.show(latest.moment())
        except FrictionConeError as error:
            # As of frames that are not known: the next may be.
            print(f'not shown: {error}', file=sys.stderr, flush=True)


if __name__ == '__main__':
    sys.exit(run_verb(view))
