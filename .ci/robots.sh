#!/usr/bin/env bash
# Bring the arms of the demo (the extra `robots`, 131 MB) into .venv where they are not there yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$clone/.ci/install.sh"
cd "$clone"

found='from frictioncone_ros.sim.robots.robot_data import package_folder as folder; import coal, mujoco, pinocchio; folder()'
! "$venv/bin/python" -c "$found" 2> /dev/null || exit 0
say 'Installing the descriptions of real arms (131 MB, once)'
install -c "$venv/constraints.txt" -e '.[robots]'
