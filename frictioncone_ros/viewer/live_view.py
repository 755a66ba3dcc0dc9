# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a running filter sees, in the live view: it follows, until a person asks something else."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import Array
from frictioncone_ros.viewer.contact_view import ContactView


@dataclass(frozen=True, eq=False)
class Moment:
    """Contacts, the external wrench (d,) on the body [N, Nm], and what the filter says of it."""

    state: ContactState
    external_wrench: Array
    words: str


class LiveView:
    """A contact view that shows one moment after the other while its box is ticked."""

    def __init__(self, first: Moment, port: int) -> None:
        """Start the page with a first moment."""
        self.page = ContactView(first.state, first.external_wrench, port)
        self._dimension = first.state.dimension
        self._follow = self.page.server.gui.add_checkbox('follow the node', True)
        self.page.when_touched(self.stay)
        self.show(first)

    @property
    def follows(self) -> bool:
        """Whether the box is ticked."""
        return bool(self._follow.value)

    def stay(self) -> None:
        """Show no further moment: a person has set a wrench to see what it does."""
        self._follow.value = False

    def follow(self) -> None:
        """Show what comes again."""
        self._follow.value = True

    def show(self, moment: Moment) -> None:
        """Show a moment, where it is followed and of the same space."""
        if self.follows and moment.state.dimension == self._dimension:
            self.page.show(moment.state, moment.external_wrench, moment.words)

    def close(self) -> None:
        """Stop the page."""
        self.page.close()
