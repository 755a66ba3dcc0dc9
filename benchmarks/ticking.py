# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""assess() called as the node calls it: the clock goes on, the memory is handed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionModel
from frictioncone_ros.control import FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess, Assessment
from frictioncone_ros.spatial import Inertia

SETTINGS = FilterSettings(margin=0.2, max_force=50.0, max_linear_speed=1.0)
BODY = Inertia.spatial_body(2.0, 0.01 * np.eye(3))
CARRIED = np.array([1.0, 0.5, -20.0, 0.02, 0.01, 0.01])
SLIPPING = np.array([15.0, 0.5, -20.0, 0.02, 0.01, 0.01])
TWIST = np.array([0.1, 0.0, 0.1, 0.0, 0.0, 0.1])
RAMP_TICKS = 600
NOISE, COMMANDS = 1e-3, 61
"""Commands change by so much of themselves from tick to tick [-]; so many come in turn.

The same command about the same contacts has the answer it had, which is nothing to measure.
"""
MOVED = 1e-9
"""How far contacts that are new have moved [m]: the same bits would be recognised."""


def ring(count: int, friction: FrictionModel) -> ContactState:
    """Return contacts on a ring below the body, their normals leaning a little each way."""
    angles = 2.0 * np.pi * np.arange(count) / count
    points = []
    for index, angle in enumerate(angles):
        normal = np.array([0.1 * np.cos(3 * index), 0.1 * np.sin(5 * index), 1.0])
        position = np.array([0.1 * np.cos(angle), 0.1 * np.sin(angle), -0.05])
        points.append(ContactPoint(position, normal / np.linalg.norm(normal), friction))
    return ContactState(points, BODY)


def command(state: ContactState, wrench: np.ndarray) -> Setpoints:
    """Return a command of this force; at a single contact, acting through it."""
    if state.contact_count == 1:
        wrench = np.concatenate((wrench[:3], np.cross(state.positions[0], wrench[:3])))
    return Setpoints(wrench, TWIST)


@dataclass
class Ticker:
    """Calls assess(), with contacts that moved a little before each call where asked for."""

    state: ContactState
    setpoints: Sequence[Setpoints]
    memory: FilterMemory = field(default_factory=FilterMemory)
    now: float = 0.0
    count: int = 0
    renew: bool = False
    settings: FilterSettings = SETTINGS

    def __call__(self) -> Assessment:
        """Make one tick."""
        self.now += 1e-3
        state = moved(self.state, MOVED * self.now) if self.renew else self.state
        moment = Situation(
            now=self.now,
            stamp_clock=self.now,
            command_received=self.now,
            command_stamp=self.now,
            contacts_received=self.now,
            contacts_stamp=self.now,
        )
        asked = self.setpoints[self.count % len(self.setpoints)]
        answer = assess(state, asked, self.settings, self.memory, moment)
        self.memory = answer.memory
        self.count += 1
        return answer


def moved(state: ContactState, distance: float) -> ContactState:
    """Return a state with contacts made anew, moved by a distance along every axis [m]."""
    contacts = [
        ContactPoint(contact.contact_position + distance, contact.contact_normal, contact.friction)
        for contact in state.contacts
    ]
    return ContactState(contacts, state.inertia, twist=state.twist)


def settled(
    state: ContactState,
    wrench: np.ndarray,
    renew: bool = False,
    settings: FilterSettings = SETTINGS,
    noise: float = NOISE,
) -> Ticker:
    """Return a ticker past its recovery ramp; noise: of its commands [-], 0 for one for ever."""
    generator = np.random.default_rng(1)
    factors = 1.0 + noise * generator.standard_normal((COMMANDS if noise else 1, wrench.size))
    commands = [command(state, factor * wrench) for factor in factors]
    ticker = Ticker(state, commands, renew=renew, settings=settings)
    for _ in range(RAMP_TICKS):
        ticker()
    return ticker
