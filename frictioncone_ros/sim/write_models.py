# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Write models/ and worlds/ from the descriptions."""

from __future__ import annotations

from pathlib import Path
import sys

from frictioncone_ros.sim.arm.description import seven_joint_arm
from frictioncone_ros.sim.arm.mjcf import arm_mjcf
from frictioncone_ros.sim.arm.sdf import arm_sdf
from frictioncone_ros.sim.arm.urdf import arm_urdf
from frictioncone_ros.sim.world_sdf import arm_world, block_world
from frictioncone_ros.sim.xml_text import document

_ORIGIN = (
    'Written by python -m frictioncone_ros.sim.write_models. SPDX-License-Identifier: Apache-2.0'
)


def model_files() -> dict[str, str]:
    """Return the text of each generated file by its path from the top of the project."""
    arm = seven_joint_arm()
    folder = f'models/{arm.name}'
    trees = {
        f'{folder}/arm.xml': arm_mjcf(arm),
        f'{folder}/arm.urdf': arm_urdf(arm),
        f'{folder}/model.sdf': arm_sdf(arm),
        'worlds/arm.sdf': arm_world(),
        'worlds/block_cone.sdf': block_world(cone_friction=True),
        'worlds/block_pyramid.sdf': block_world(cone_friction=False),
    }
    return {path: document(tree, _ORIGIN) for path, tree in trees.items()}


def main() -> int:
    """Write all files below the folder given, by default the current one."""
    top = Path(sys.argv[1] if len(sys.argv) > 1 else '.')
    for path, text in model_files().items():
        target = top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding='utf-8')
        print(target)
    return 0


if __name__ == '__main__':
    sys.exit(main())
