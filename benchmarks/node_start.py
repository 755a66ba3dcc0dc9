# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the node uses of processor and memory until its first answer, beside the bare node."""

from __future__ import annotations

from pathlib import Path

from measuring import Figure, figure_of
from process_load import ProcessLoad
import rclpy

from frictioncone_ros.ros.tools.probe import Probe
from frictioncone_ros.ros.tools.process import NodeProcess

BARE = (str(Path(__file__).with_name('pass_through_node.py')),)
STARTS = 5
QUIET = ('--log-level', 'fatal')
PATIENCE = 30.0
"""How long a node may take to answer [s]."""
Used = tuple[float, float]


def node_starts() -> list[Figure]:
    """Return processor time until the first answer, and resident memory then."""
    rclpy.init()
    try:
        ours, bare = [], []
        for number in range(STARTS):
            bare.append(used_until_answer(BARE, '/pass_through', f'bare_{number}'))
            ours.append(used_until_answer(None, '/frictioncone', f'node_{number}'))
    finally:
        rclpy.try_shutdown()
    rows = []
    for index, (name, unit) in enumerate((('start of the node', 's'), ('memory', 'MB'))):
        sides = [one[index] for one in ours], [one[index] for one in bare]
        rows.append(
            figure_of(
                'starting',
                f'{name}, until the first answer',
                sides,
                peer_name='pass-through node',
                unit=unit,
            )
        )
    return rows


def used_until_answer(program: tuple[str, ...] | None, target: str, name: str) -> Used:
    """Start a node and return its processor time [s] and memory [MB] when it answers."""
    parameters = {} if program else {'autostart': True, 'prediction_rate': 0.0}
    words = {'program': program} if program else {}
    with NodeProcess(parameters=parameters, ros_arguments=QUIET, **words) as node:
        probe = Probe(target, f'probe_of_{name}')
        if not probe.wait_for_target(PATIENCE):
            raise SystemExit(f'{target} does not answer')
        load = ProcessLoad(node.process.pid)
        used = load.processor_seconds(), load.resident_megabytes()
        probe.destroy_node()
    return used
