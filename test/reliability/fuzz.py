# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Seeded random sequences of everything that can come from outside, as plain steps.

One scenario is a pure function of (seed, index): what the filter answers changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from fuzz_contacts import jittered, random_contacts, unit
from fuzz_settings import random_settings, Scale
import numpy as np
from numpy.random import default_rng, Generator
from records import Array, PARTS, PlainContact

Event = tuple[str, Any]


@dataclass(frozen=True, eq=False)
class Step:
    """What happens, in order, before the tick at `now` [s]; stamp_clock: of the other clock."""

    now: float
    stamp_clock: float
    events: tuple[Event, ...]
    reset: bool = False


@dataclass(eq=False)
class World:
    """What goes on outside; the episode counts how many ticks something stays silent."""

    rng: Generator
    scale: Scale
    size: int
    chaos: float
    contacts: tuple[PlainContact, ...] = ()
    base: tuple[PlainContact, ...] = ()
    wrench: Array = field(default_factory=lambda: np.zeros(6))
    motion: Array = field(default_factory=lambda: np.zeros(6))
    parts: tuple[str, ...] = ('wrench',)
    silent: dict[str, int] = field(default_factory=dict)
    styles: dict[str, Any] = field(default_factory=dict)
    pressed: bool = False
    active: bool = True
    sequence: int = 0


def scenario(seed: int, index: int, count: int) -> Iterator[Step]:
    """Yield `count` steps of the scenario (seed, index)."""
    world = begun(seed, index)
    rng, now, clock = world.rng, 100.0, 1e5
    for number in range(count):
        seconds = world.scale.seconds * rng.uniform(0.5, 1.5)
        chance = rng.random()
        if chance < 0.01 * world.chaos:
            seconds = float(rng.choice([0.0, 0.05, 0.15, 0.3, 2.0]))
        jump = (
            float(rng.choice([-5.0, -0.15, 0.15, 5.0]))
            if (rng.random() < 0.003 * world.chaos)
            else 0.0
        )
        now, clock = now + seconds, clock + seconds + jump
        events = tuple(_events(world, clock, number))
        yield Step(now, clock, events, reset=rng.random() < (0.2 if world.pressed else 0.02))


def begun(seed: int, index: int) -> World:
    """Return the world in which a scenario begins."""
    rng = default_rng([seed, index])
    scale = Scale(
        *(
            float(10.0 ** rng.uniform(*span))
            for span in ((-3.0, 4.0), (-2.0, 0.0), (-2.0, 0.5), (-3.0, -1.7))
        )
    )
    world = World(rng, scale, int(rng.choice([2, 3, 3])), float(rng.choice([0.0, 1.0, 1.0, 5.0])))
    world.styles = {
        'contacts': str(rng.choice(['still', 'jitter', 'anew', 'flicker', 'moving'])),
        'jitter': float(10.0 ** rng.uniform(-7.0, -1.5)),
        'command': str(rng.choice(['still', 'noise', 'wave', 'anew'])),
        'noise': float(10.0 ** rng.uniform(-5.0, -1.5)),
        'settings': float(rng.choice([0.0, 0.2, 0.5])),
        'stamps': bool(rng.random() < 0.5),
        'frames': bool(rng.random() < 0.7),
        'modes': bool(rng.random() < 0.5),
        'mixed': bool(rng.random() < 0.15),
        'verdicts': bool(rng.random() < 0.3),
        'still': bool(rng.random() < 0.3),
    }
    if rng.random() < 0.15:
        # So quiet that what comes and goes by noise alone is seen.
        world.chaos = 0.0
        world.styles |= {
            'contacts': 'still',
            'command': 'noise',
            'frames': False,
            'modes': False,
            'mixed': False,
            'verdicts': False,
            'still': True,
        }
    _new_contacts(world)
    _new_command(world)
    return world


def _events(world: World, clock: float, number: int) -> Iterator[Event]:
    """Yield what happens before one tick; at the first one everything is set up."""
    rng, chaos, first = world.rng, world.chaos, number == 0
    if first or rng.random() < 0.004 * chaos:
        yield 'settings', random_settings(rng, world.scale, world.styles['settings'])
    yield from _operator(world, first)
    if world.styles['frames'] and rng.random() < 0.01 * max(chaos, 0.5):
        yield 'frames', _random_frames(rng)
    if world.styles['modes'] and (first or rng.random() < 0.02 * chaos):
        yield 'mode', _random_mode(world)
    if world.styles['verdicts'] and rng.random() < 0.05:
        yield 'verdict', (int(rng.integers(0, 3)), bool(rng.random() < 0.8))
    if _speaks(world, 'contacts', 0.004) and (first or rng.random() < 0.6):
        _next_contacts(world)
        yield 'contacts', (world.contacts, 3 if world.size == 2 else 6, _stamp(world, clock))
    if _speaks(world, 'command', 0.004):
        _next_command(world)
        yield 'command', (_commanded(world), _stamp(world, clock))
    if rng.random() < 0.005 * chaos:
        yield 'absurd', str(rng.choice(['nan wrench', 'inf twist', 'nan contact', 'bad normal']))


def _operator(world: World, first: bool) -> Iterator[Event]:
    """Yield stop button, lifecycle, service and a second commander."""
    rng, chaos = world.rng, world.chaos
    if first:
        yield 'active', True
    if rng.random() < (0.2 if world.pressed else 0.003 * chaos):
        world.pressed = not world.pressed
        yield 'pressed', world.pressed
    if rng.random() < (0.2 if not world.active else 0.002 * chaos):
        world.active = not world.active
        yield 'active', world.active
    if rng.random() < 0.006 * chaos:
        yield 'enabled', bool(rng.random() < 0.7)
    if rng.random() < 0.004 * chaos:
        yield 'publishers', int(rng.choice([1, 1, 2]))


def _speaks(world: World, what: str, chance: float) -> bool:
    """Tell whether an input speaks now; silence lasts up to forty ticks."""
    left = world.silent.get(what, 0)
    if not left and world.rng.random() < chance * world.chaos:
        left = int(world.rng.integers(3, 40))
    world.silent[what] = max(0, left - 1)
    return not left


def _stamp(world: World, clock: float) -> float | None:
    """Return when it was measured, mostly just now; None without stamps."""
    if not world.styles['stamps']:
        return None
    late = world.rng.random() < 0.005 * world.chaos
    return clock - (float(world.rng.choice([0.3, 0.15, -0.15])) if late else 1e-3)


def _next_contacts(world: World) -> None:
    rng, style = world.rng, world.styles['contacts']
    often = style == 'anew' or world.styles['mixed']
    if rng.random() < (0.05 if often else 0.002 * world.chaos):
        if world.styles['mixed']:
            world.size = int(rng.choice([2, 3]))
        _new_contacts(world)
    elif style == 'jitter':
        world.contacts = jittered(rng, world.base, world.styles['jitter'], world.scale.length)
    elif style == 'moving':
        world.contacts = jittered(rng, world.contacts, world.styles['jitter'], world.scale.length)
    elif style == 'flicker' and rng.random() < 0.1:
        kept = float(rng.choice([0.0, 0.6, 1.0]))
        world.contacts = tuple(c for c in world.base if rng.random() < kept)


def _new_contacts(world: World) -> None:
    nothing = world.rng.random() < 0.05
    found = random_contacts(world.rng, world.size, world.scale.length)
    if world.styles['still']:
        found = tuple(replace(contact, surface=None) for contact in found)
    world.base = world.contacts = () if nothing else found


def _next_command(world: World) -> None:
    rng, style = world.rng, world.styles['command']
    if rng.random() < (0.05 if style == 'anew' else 0.004 * world.chaos):
        _new_command(world)
    elif style == 'noise':
        noise, (force, _, speed, _) = world.styles['noise'], world.scale
        world.motion = world.motion + noise * speed * rng.normal(size=6)
        world.wrench = world.wrench + noise * force * rng.normal(size=6)
    elif style == 'wave':
        turn = rng.normal(size=6) * 0.05
        world.wrench = world.wrench + turn * np.linalg.norm(world.wrench)
    if rng.random() < 0.01 * world.chaos:
        world.parts = tuple(part for part in PARTS if rng.random() < 0.6)


def _new_command(world: World) -> None:
    """Draw a command; three of four press against the contacts, which may carry it."""
    rng, (force, length, speed, _) = world.rng, world.scale
    units = np.array([1.0, 1.0, 1.0, length, length, length])
    world.wrench = force * units * rng.normal(size=6) * 10.0 ** rng.uniform(-1.0, 0.5)
    if world.base and rng.random() < 0.75:
        world.wrench = np.zeros(6)
        for contact in world.base:
            normal, arm = np.zeros(3), np.zeros(3)
            normal[: world.size], arm[: world.size] = contact.normal, contact.position
            push = (
                force
                * rng.uniform(0.0, 1.0)
                * (
                    normal
                    + 0.3 * rng.normal() * unit(np.append(rng.normal(size=world.size), 0.0)[:3])
                )
            )
            world.wrench -= np.concatenate((push, np.cross(arm, push)))
    world.motion = speed * rng.normal(size=6) / np.array([1.0, 1.0, 1.0, *[length] * 3])
    if rng.random() < 0.2:
        world.wrench *= 10.0 ** rng.uniform(-2.0, 2.0)
        world.motion *= 10.0 ** rng.uniform(-1.0, 2.0)
    if rng.random() < 0.5:
        world.parts = tuple(part for part in PARTS if rng.random() < 0.7)


def _commanded(world: World) -> dict[str, Array]:
    """Return the commanded parts, (6,) each about the origin of the base frame."""
    values = {'wrench': world.wrench, 'twist': world.motion, 'accel': 0.5 * world.motion[::-1]}
    return {part: values[part].copy() for part in world.parts}


def _random_mode(world: World) -> str | None:
    """Return letters, mostly one a contact, None for no desired mode."""
    rng = world.rng
    if rng.random() < 0.2:
        return None
    letters = '**fflrs' if world.size == 2 else '**ffdDs'
    count = len(world.base) + (int(rng.integers(-1, 2)) if rng.random() < 0.1 else 0)
    drawn = [str(rng.choice(list(letters))) for _ in range(max(count, 0))]
    return ''.join(
        f'd[{rng.integers(-179, 180)}]' if letter == 'D' else letter for letter in drawn
    )


def _random_frames(rng: Generator) -> dict[str, Any]:
    """Return which frames commands and contacts use from now on; some are not known."""
    unknown = rng.random() < 0.15
    return {
        'axes': 'ghost' if unknown else str(rng.choice(['base', 'cell', 'tool'])),
        'reference': str(rng.choice(['', 'base', 'tool', 'far'])),
        'contacts': str(rng.choice(['base', 'base', 'twin', 'cell'])),
        'hidden': 'tool' if rng.random() < 0.1 else '',
    }
