# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Kinematic modes of a planar body: every string of interactions that some twist realises.

No forces yet. The zero motion (all fixed) counts where no surface moves. The search follows the
faces of the polyhedron of legal twists (planar_cells), so it costs what it finds and not 4^n.
"""

from __future__ import annotations

from frictioncone_ros.analysis.modes.planar_twists import planar_mode_strings
from frictioncone_ros.contact import ContactMode, ContactState


def planar_kinematic_modes(state: ContactState) -> tuple[ContactMode, ...]:
    """
    Return every contact mode of a planar state that some twist realises, in order of letters.

    Letters are s, f, l, r. With moving surfaces the velocities are relative to them: a twist that
    keeps every contact may then not exist, and surfaces that close in on the body leave no mode.
    The state's own twist plays no part.
    """
    return tuple(ContactMode.parse(letters) for letters in planar_mode_strings(state))
