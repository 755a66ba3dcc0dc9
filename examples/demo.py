# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node as a process of its own, and a client that sends it commands over DDS."""

from __future__ import annotations

import argparse
import sys

import rclpy

from frictioncone_ros.ros.probe import Probe, Report
from frictioncone_ros.ros.process import NodeProcess


def main() -> int:
    """Run the round trip and print what came back; 1 where nothing did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--seconds', type=float, default=5.0, help='how long to send (5)')
    parser.add_argument('--rate', type=float, default=200.0, help='commands a second (200)')
    options = parser.parse_args()
    rclpy.init()
    try:
        with NodeProcess(parameters={'autostart': True}) as node:
            print(f'node started as process {node.process.pid}')
            report = send(options.seconds, options.rate)
        print(f'node ended with exit code {node.process.returncode}')
    finally:
        rclpy.try_shutdown()
    show(report)
    return 0 if report.received else 1


def send(seconds: float, rate: float) -> Report:
    """Send commands once the node is found; an empty report where it is not."""
    probe = Probe()
    if not probe.wait_for_target():
        print('the node was not found within 10 s', file=sys.stderr)
        return Report()
    print(f'sending {rate:g} commands a second for {seconds:g} s over DDS')
    return probe.run(seconds, rate)


def show(report: Report) -> None:
    """Print count, rate, round trip and statuses."""
    print(f'  answered    {report.received} of {report.sent} ({report.rate:.1f} a second)')
    print(f'  round trip  median {report.percentile(50) * 1e3:.2f} ms, '
          f'99th percentile {report.percentile(99) * 1e3:.2f} ms')
    codes = ', '.join(f'{name} {count}' for name, count in report.named_codes().items())
    print(f'  status      {codes}')


if __name__ == '__main__':
    sys.exit(main())
