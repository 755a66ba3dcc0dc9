# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The worker processes of a running node, as the kernel lists them."""

from pathlib import Path

from frictioncone_ros.pipeline.worker.background import WORKER


def worker_processes(parent):
    """Return the process ids of the workers below a node's process, oldest first."""
    found = []
    for folder in Path('/proc').glob('[0-9]*'):
        try:
            words = (folder / 'stat').read_text().rpartition(')')[2].split()
            line = (folder / 'cmdline').read_text()
        except OSError:
            continue
        if int(words[1]) == parent and WORKER in line:
            found.append(int(folder.name))
    return sorted(found)
