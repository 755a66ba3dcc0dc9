# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts of a sliding body flicker in an engine; an estimator remembers them for a moment."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState
from frictioncone_ros.sim.snapshot import ContactSnapshot

MEMORY_TIME = 0.1
"""A contact is reported until it was not seen for so long [s]; its force is then zero."""


class ContactMemory:
    """Adds to a snapshot the contacts that were touching a moment ago."""

    def __init__(self) -> None:
        """Begin without memories."""
        self._seen: dict[str, tuple[float, ContactPoint]] = {}

    def remember(self, snapshot: ContactSnapshot) -> ContactSnapshot:
        """Return the snapshot with what is remembered, contacts in order of their names."""
        state = snapshot.state
        for contact in state.contacts:
            self._seen[contact.name] = snapshot.time, contact
        kept = [
            contact
            for _, (time, contact) in sorted(self._seen.items())
            if snapshot.time - time <= MEMORY_TIME
        ]
        forces = [snapshot.force_of(contact.name) for contact in kept]
        remembered = ContactState(
            kept, state.inertia, state.twist, state.reference_point, state.dimension
        )
        rows = np.array(forces).reshape(-1, snapshot.forces.shape[1])
        return ContactSnapshot(snapshot.time, remembered, rows)
