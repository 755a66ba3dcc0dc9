# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The watchdog's looks between commands: what they find is published, or leaves nothing behind."""

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterCode
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

BASE = Frames('base', 'base', 'base')
PERIOD = 0.01
NOISE = np.array([0.5, 0.5, 0.5, 0.02, 0.02, 0.02])


def uneven(turn: float) -> ContactState:
    """Return four feet on uneven ground, a little further round: which slips first is a search."""
    angles = turn + np.array([0.1, 1.7, 3.3, 4.9])
    ground = 0.3 * np.sin(3.0 * angles)
    points = np.stack((np.cos(angles), np.sin(angles), ground), axis=1)
    normals = np.stack((0.3 * np.sin(5.0 * angles), 0.2 * np.cos(2.0 * angles), angles**0), axis=1)
    return ContactState(
        [
            ContactPoint(0.1 * point, normal / np.linalg.norm(normal), CircularCone(0.5))
            for point, normal in zip(points, normals, strict=True)
        ]
    )


def core_of(**values):
    core = FilterCore(node_settings({'margin': 0.1, **values}), StaticFrames(()))
    core.activate()
    return core


def answers(looks: int, seed: int, **values):
    """Return what 150 commands are answered with, so many looks after each, and if all agree."""
    rng = np.random.default_rng(seed)
    core, found, spoke = core_of(**values), [], 0
    wrench = np.array([12.0, 6.0, -20.0, 0.0, 0.0, 0.0])
    for number in range(150):
        now = 1.0 + number * PERIOD
        if number % 4 == 0:
            core.take_contacts(Snapshot(uneven(seed + 1e-3 * number), 'base'), now)
        wrench = wrench + NOISE * rng.normal(size=6)
        core.take_command(FramedCommand(BASE, {'wrench': wrench}), now)
        found.append(output_parts(core.tick(now, now))['wrench'])
        for look in range(looks):
            moment = now + (look + 1) * PERIOD / (looks + 1)
            spoke += core.look(moment, moment).publish
    return np.array(found), spoke


@pytest.mark.parametrize('seed', range(rounds(2, 4)))
def test_answers_are_the_same_however_often_somebody_looked(seed):
    alone, _ = answers(0, seed, recovery_ramp_duration=0.0, time_budget=1.0)
    looked_at, spoke = answers(3, seed, recovery_ramp_duration=0.0, time_budget=1.0)
    assert alone.any(axis=1).sum() > 100
    # The first look finds that the ramp is over.
    assert spoke == 1
    assert alone.tobytes() == looked_at.tobytes()


def test_a_look_speaks_where_the_output_changes_and_only_there():
    core = core_of(command_timeout=0.1, contacts_timeout=10.0, recovery_ramp_duration=0.0)
    core.take_contacts(Snapshot(uneven(0.0), 'base'), 1.0)
    core.take_command(FramedCommand(BASE, {'wrench': np.array((0.0, 0, -10, 0, 0, 0))}), 1.0)
    assert core.tick(1.0, 1.0).publish
    assert core.tick(1.01, 1.01).publish
    before = core.memory
    assert not core.look(1.05, 1.05).publish
    assert core.memory.time == before.time
    assert core.memory.target is before.target
    late = core.look(1.2, 1.2)
    assert late.publish
    assert FilterCode.COMMAND_STALE in late.codes
    assert core.memory.time == 1.2


def test_a_look_at_new_contacts_publishes_what_they_carry_less():
    core = core_of(recovery_ramp_duration=0.0, contacts_timeout=10.0)
    floor = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.5))])
    core.take_contacts(Snapshot(floor, 'base'), 1.0)
    for now in (1.0, 1.01):
        core.take_command(FramedCommand(BASE, {'wrench': np.array((3.0, 0, -10, 0, 0, 0))}), now)
        assert output_parts(core.tick(now, now))['wrench'][0] > 2.5
    ice = ContactState([ContactPoint((0, 0, 0), (0, 0, 1), CircularCone(0.05))])
    core.take_contacts(Snapshot(ice, 'base'), 1.02)
    look = core.look(1.03, 1.03)
    assert look.publish
    assert output_parts(look)['wrench'][0] < 0.55
    assert not core.look(1.04, 1.04).publish
