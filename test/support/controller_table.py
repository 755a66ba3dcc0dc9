# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Print the table of docs/robot/controllers.md: what was commanded and what arrived, over DDS."""

import os
from pathlib import Path
import sys

sys.path.insert(0, str(Path(__file__).parent))

from controller_runs import run
from controller_stand_ins import STAND_INS
import numpy as np
from ros_client import ros_client
from ros_domain import claim_domain

HEAD = (
    '| consumer | reads | our file | commanded | received | moment too much |\n'
    '|---|---|---|---|---|---|'
)


def line(stand_in, result):
    """Return one line; the last column is zero where the moment centre is right."""
    unit = ('m/s', 'rad/s') if stand_in.file.startswith(('moveit', 'joint')) else ('N', 'Nm')
    error = np.abs(result.received - result.commanded)[3:].max() + 0.0
    numbers = [' '.join(f'{value + 0.0:.2f}' for value in six[:3].round(2)) for six in result]
    cells = [stand_in.consumer, stand_in.reading, f'`{stand_in.file}.yaml`']
    cells += [f'{number} {unit[0]}' for number in numbers]
    return f'| {" | ".join([*cells, f"{error:.2f} {unit[1]}"])} |'


def main():
    """Run every controller file."""
    print(HEAD)
    for stand_in in STAND_INS:
        with claim_domain() as domain:
            os.environ['ROS_DOMAIN_ID'] = str(domain)
            with ros_client(domain) as client:
                print(line(stand_in, run(client, stand_in)), flush=True)


if __name__ == '__main__':
    main()
