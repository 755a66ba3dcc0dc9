# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How long the worst accepted snapshots take: conversion, answer and message, all contacts new.

Every limit, rate and margin is set, and the command is beyond them. Needs rclpy and our messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

from families._contacts import NNLS
from measuring import Case
import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.node_interface import node_settings

SETTINGS = node_settings(
    {
        'max_contacts': 64,
        'max_force_rate': 50.0,
        'max_moment_rate': 10.0,
        'max_force': 30.0,
        'max_normal_force': 5.0,
        'margin': 0.5,
        'max_removed_fraction': 1.0,
    }
)
SNAPSHOTS = 40
"""So many are taken in turn; before one comes again the friction of 39 others has been seen."""


CAUSE = (
    'the largest snapshot accepted, all of it new: a limit surface has three axes a contact, '
    'for springs as for rays; what takes longer than the time budget is answered with OVERRUN'
)


def worst_snapshots(bare: tuple[Callable[[], object], float], target: float) -> Iterator[Case]:
    """Yield a row a count and kind of contact; none where ROS is missing."""
    if find_spec('rclpy') is None or find_spec('frictioncone_ros.msg') is None:
        return
    generator = np.random.default_rng(1)
    for count in (16, 64):
        for name, make in models(count, generator).items():
            yield Case(
                f'snapshot of {count} new contacts, {name}: read, answered, written',
                Receiver(count, make, generator),
                bare[0],
                NNLS,
                target,
                peer_asks=bare[1],
                cause=CAUSE,
            )


def models(count: int, generator: np.random.Generator) -> dict[str, Callable[[], FrictionModel]]:
    """Return makers of friction by name; no two are alike, so that nothing is known before."""
    edges = min(64, 1024 // count)

    def coefficient() -> float:
        return float(generator.uniform(0.3, 0.6))

    return {
        'circular': lambda: CircularCone(coefficient()),
        'pyramid': lambda: FrictionPyramid(coefficient()),
        f'polygon of {edges}': lambda: FrictionPolygon(coefficient(), edges),
        'soft finger': lambda: SoftFinger(coefficient(), 0.02),
        f'soft finger of {edges}': lambda: SoftFinger(coefficient(), 0.02, edges),
    }


def contacts(
    count: int, make: Callable[[], FrictionModel], generator: np.random.Generator
) -> ContactState:
    """Return contacts in random places with normals in the upper half."""
    points = []
    for index in range(count):
        normal = generator.standard_normal(3)
        normal[2] = abs(normal[2]) + 0.3
        points.append(
            ContactPoint(
                0.3 * generator.standard_normal(3),
                normal / np.linalg.norm(normal),
                make(),
                name=f'c{index}',
            )
        )
    return ContactState(points)


class Receiver:
    """A node's core that takes a new snapshot and a command beyond all limits at each call."""

    def __init__(
        self, count: int, make: Callable[[], FrictionModel], generator: np.random.Generator
    ) -> None:
        """Prepare snapshots of contacts as messages, as many as a run takes."""
        from frictioncone_ros.ros.conversions import snapshot_to_message  # noqa: PLC0415
        from frictioncone_ros.ros.conversions.answers import AnswerWriter  # noqa: PLC0415
        from frictioncone_ros.session.filter_core import FilterCore  # noqa: PLC0415
        from frictioncone_ros.session.frames import StaticFrames  # noqa: PLC0415
        from frictioncone_ros.session.values import Frames, Snapshot  # noqa: PLC0415

        self.core, self.writer = FilterCore(SETTINGS, StaticFrames(())), AnswerWriter()
        self.core.activate()
        self.core.awaits_emergency_stop = False
        self.base, self.generator, self.calls = Frames('base', 'base', 'base'), generator, 0
        self.messages = [
            snapshot_to_message(Snapshot(contacts(count, make, generator), 'base'))
            for _ in range(SNAPSHOTS)
        ]

    def __call__(self) -> object:
        """Take one snapshot and one command, answer, and write the answer."""
        from frictioncone_ros.messages.contacts import admitted_snapshot  # noqa: PLC0415
        from frictioncone_ros.session.outcome import output_parts  # noqa: PLC0415
        from frictioncone_ros.session.reports import status_of  # noqa: PLC0415
        from frictioncone_ros.session.values import FramedCommand  # noqa: PLC0415

        self.calls += 1
        now = 1.0 + 0.01 * self.calls
        parts = {
            'wrench': 50.0 * self.generator.standard_normal(6),
            'twist': self.generator.standard_normal(6),
        }
        message = self.messages[self.calls % SNAPSHOTS]
        self.core.take_contacts(admitted_snapshot(message, SETTINGS), now)
        self.core.take_command(FramedCommand(self.base, parts), now)
        outcome = self.core.tick(now, now)
        return self.writer.write(outcome, output_parts(outcome), status_of(outcome, self.core))
