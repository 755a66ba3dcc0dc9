# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the demo needs of a scene: a script of commands and a body that obeys them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import (
    contact_velocities,
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array, PLANAR

SLIDING_SPEED = 2e-3
"""A contact point that moves faster than this along its surface is seen to slide [m/s]."""

OPEN_TIME = 0.05
"""A contact that did not touch for this long is seen to have separated [s]."""


@dataclass(frozen=True, eq=False)
class ScriptedCommand:
    """
    What the planner of the demo asks for.

    wrench: (d,) from the robot on the environment [N, Nm]. twist: (d,) or None where no motion is
    asked for. mode: what each of the scene's contacts is desired to do, in their order.
    phase: a few words for people.
    """

    wrench: Array
    twist: Array | None
    mode: str
    phase: str


class DemoScene(ABC):
    """A simulated body with contacts, stepped at 1 kHz by a hybrid controller."""

    name: str
    duration: float
    contact_names: tuple[str, ...]
    dimension: int
    mass: float
    """Mass of the moving body as the filter is told it [kg]."""
    rotational_inertia: tuple[float, float, float]
    """Diagonal of its rotational inertia, likewise [kg m^2]."""

    @property
    @abstractmethod
    def time(self) -> float:
        """Simulated time [s]."""

    @abstractmethod
    def script(self, time: float) -> ScriptedCommand:
        """Return what the planner asks for at a time [s]."""

    @abstractmethod
    def drive(self, wrench: Array, twist: Array | None) -> None:
        """Apply a wrench, follow a twist (rest where there is none), for one step of 1 ms."""

    @abstractmethod
    def contacts(self) -> ContactSnapshot:
        """Return what an estimator without faults reports, twist included."""

    def near(self) -> tuple[NearContact, ...]:
        """Return the pairs that do not touch, where an estimator sees them coming."""
        return ()

    @abstractmethod
    def place(self) -> Array:
        """Return where the body's reference point is, seen from where it started (2 or 3,) [m]."""

    def travelled(self) -> float:
        """Return how far the body is from where it started [m]."""
        return float(np.linalg.norm(self.place()))


class ModeObserver:
    """Sees what each contact of a scene does, from one step to the next."""

    def __init__(self, contact_names: tuple[str, ...]) -> None:
        """Start with every contact unseen."""
        self._touched = dict.fromkeys(contact_names, -np.inf)
        self._slip: dict[str, Array] = {}

    def observe(self, snapshot: ContactSnapshot) -> ContactMode:
        """Return the mode of all the scene's contacts at this instant."""
        state = snapshot.state
        for name, velocity in zip(state.names, contact_velocities(state), strict=True):
            self._touched[name] = snapshot.time
            self._slip[name] = velocity[1:]
        return ContactMode(
            tuple(self._interaction(name, snapshot.time, state) for name in self._touched)
        )

    def _interaction(self, name: str, time: float, state: ContactState) -> Interaction:
        if time - self._touched[name] > OPEN_TIME:
            return SEPARATING
        slip = self._slip[name]
        if float(np.linalg.norm(slip)) <= SLIDING_SPEED:
            return FIXED
        if state.dimension == PLANAR:
            return SLIDING_LEFT if slip[0] > 0.0 else SLIDING_RIGHT
        return Interaction(InteractionKind.SLIDING)
