# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Round trip through the node with four contacts, beside a bare pass-through node.

Three processes of the same message types are driven in turn, in rounds, within one run: the bare
one, the node, and the node that predicts modes 50 times a second. Wall time here, for that is
what a controller waits; processor time of each process from the kernel's accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from measuring import Figure, figure_of
from process_load import ProcessLoad

RATES = {250.0: 0.5, 500.0: 0.5, 1000.0: 1.0}
"""Commands a second, and how long [s] a round lasts."""
ROUNDS = 30
SETTLING = 0.5
"""Each turn begins with so long [s] that does not count: the ramp after the pause."""
AIMED = 1000.0
QUIET = ('--log-level', 'fatal')
TARGETS = {
    'node': {'median': 1.3, '99th': 1.5, 'processor': 1.8, 'loss': 0.005},
    'predicting': {'median': 1.5, '99th': 2.0, 'loss': 0.02},
}
"""At AIMED commands a second; the loss in commands of all that may be lost beyond the bare."""
PERCENTILES = {'median': 50.0, '99th': 99.0, '99.9th': 99.9}
BARE = (str(Path(__file__).resolve().parents[1] / 'pass_through_node.py'),)
NAMES = {
    'bare': '/pass_through',
    'node': '/plain/frictioncone',
    'predicting': '/predicting/frictioncone',
}
PLAIN = {'autostart': True, 'prediction_rate': 0.0}
PREDICTING = {
    'autostart': True,
    'prediction_rate': 50.0,
    'object_mass': 1.0,
    'object_inertia': '[0.01, 0.01, 0.01, 0.0, 0.0, 0.0]',
    'static_transforms': "['base tool 0 0 0.1 0 0 0 1']",
}
CAUSE = 'docs/robot/node.md says what was tried; on a loaded machine the percentiles are its load'
Samples = dict[str, dict[str, list[float]]]


def cases() -> Iterator[Figure]:
    """Yield the rows of every rate, and memory."""
    if find_spec('rclpy') is None or find_spec('frictioncone_ros.msg') is None:
        print('  ROS 2 or the built messages are missing; not run')
        return
    import rclpy  # noqa: PLC0415

    from frictioncone_ros.ros.tools.process import NodeProcess  # noqa: PLC0415

    def started(parameters: Mapping[str, object], namespace: str) -> NodeProcess:
        return NodeProcess(
            parameters=parameters, ros_arguments=(*QUIET, '-r', f'__ns:=/{namespace}')
        )

    rclpy.init()
    try:
        with (
            NodeProcess(BARE) as bare,
            started(PLAIN, 'plain') as node,
            started(PREDICTING, 'predicting') as predicting,
        ):
            processes = {'bare': bare, 'node': node, 'predicting': predicting}
            pids = {name: one.process.pid for name, one in processes.items()}
            yield from measured_rates(pids)
    finally:
        rclpy.try_shutdown()


def measured_rates(pids: Mapping[str, int]) -> Iterator[Figure]:
    """Drive all in turn at each rate; yield the rows."""
    from frictioncone_ros.ros.tools.probe import Probe  # noqa: PLC0415

    probes = {name: Probe(target, f'probe_of_{name}') for name, target in NAMES.items()}
    for name, probe in probes.items():
        if not probe.wait_for_target(30.0):
            raise SystemExit(f'the probe of {name} found nobody to talk to')
    loads = {name: ProcessLoad(pid) for name, pid in pids.items()}
    begun = {name: load.resident_megabytes() for name, load in loads.items()}
    for rate, seconds in RATES.items():
        samples: Samples = {name: {} for name in probes}
        for _ in range(ROUNDS):
            for name, probe in probes.items():
                probe.run(SETTLING, rate)
                loads[name].share()
                report = probe.run(seconds, rate)
                kept = samples[name]
                kept.setdefault('processor', []).append(loads[name].share())
                kept.setdefault('loss', []).append(report.loss)
                for title, percent in PERCENTILES.items():
                    kept.setdefault(title, []).append(report.percentile(percent))
        for name in ('node', 'predicting'):
            yield from rows(f'{rate:g} Hz, {name}', rate, samples[name], samples['bare'])
    for name, load in loads.items():
        now = load.resident_megabytes()
        words = f'memory of {name} after all rounds beside before'
        yield figure_of(
            'roundtrip', words, ([now], [begun[name]]), peer_name='before', target=1.1, unit='MB'
        )


def rows(
    title: str, rate: float, ours: dict[str, list[float]], bare: dict[str, list[float]]
) -> Iterator[Figure]:
    """Yield percentiles, processor, and what is lost beyond the bare one's."""
    aims = TARGETS[title.rpartition(' ')[2]] if rate == AIMED else {}
    for what in (*PERCENTILES, 'processor'):
        yield figure_of(
            'roundtrip',
            f'{title}: {what}',
            (ours[what], bare[what]),
            peer_name='pass-through node',
            target=aims.get(what),
            unit='cores' if what == 'processor' else 's',
            cause=CAUSE,
        )
    # Answered beside answered: the bare one's loss may be nothing.
    unanswered = [1.0 + one for one in ours['loss']], [1.0 + one for one in bare['loss']]
    lost = aims.get('loss')
    yield figure_of(
        'roundtrip',
        f'{title}: 1 + share lost',
        tuple([sum(side) / len(side)] * 2 for side in unanswered),  # type: ignore[arg-type]
        peer_name='pass-through node',
        target=None if lost is None else 1.0 + lost,
        unit='',
        cause=CAUSE,
    )
