# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The scenes of `make demo`: what the planner asks for, how the body obeys, what is recorded."""

from frictioncone_ros.sim.demo.block import BlockDemo
from frictioncone_ros.sim.demo.filtered import run_unfiltered
from frictioncone_ros.sim.demo.planar import PegDemo, SeatDemo
from frictioncone_ros.sim.demo.record import DemoRecord, DemoRow, mode_letters
from frictioncone_ros.sim.demo.rod import RodDemo
from frictioncone_ros.sim.demo.scene import DemoScene, ModeObserver, ScriptedCommand

SCENES: dict[str, type[BlockDemo | RodDemo | SeatDemo | PegDemo]] = {
    'block': BlockDemo,
    'rod': RodDemo,
    'seat': SeatDemo,
    'peg': PegDemo,
}
"""The demos by the name used on the command line."""

__all__ = [
    'SCENES',
    'BlockDemo',
    'DemoRecord',
    'DemoRow',
    'DemoScene',
    'ModeObserver',
    'PegDemo',
    'RodDemo',
    'ScriptedCommand',
    'SeatDemo',
    'mode_letters',
    'run_unfiltered',
]
