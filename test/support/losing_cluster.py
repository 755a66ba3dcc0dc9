# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A sweep on a local Dask cluster of which a worker is killed: VALUES MARGINS NAME..."""

import os
import signal
import sys

import distributed
import numpy as np

from frictioncone_ros.cli.scene import sweep_samples
from frictioncone_ros.cli.scene.sweep_samples import judged, SampleJudge
from frictioncone_ros.cli.scene.sweep_workers import on_cluster
from frictioncone_ros.scenario import load_scenario

OPTIONS = {'n_workers': 2, 'threads_per_worker': 1, 'dashboard_address': None}


class Killer:
    """Kills a worker when the first blocks are back."""

    def __init__(self, cluster):
        self.pids = [worker.pid for worker in cluster.workers.values()]

    def step(self, done):
        if self.pids:
            os.kill(self.pids.pop(), signal.SIGKILL)
            self.pids.clear()

    def end(self):
        pass


def main(values_file, margins_file, *names):
    sweep_samples.CHUNK = 20
    judge = SampleJudge(load_scenario('box_on_table'), names)
    with distributed.LocalCluster(**OPTIONS, processes=True) as cluster:
        killer = Killer(cluster)

        def workers(judge, work, progress):
            on_cluster(cluster.scheduler_address, judge, work, killer)

        found = judged(judge, np.load(values_file), workers, None)
    assert found.complete and not killer.pids
    np.save(margins_file, found.margins)


if __name__ == '__main__':
    main(*sys.argv[1:])
