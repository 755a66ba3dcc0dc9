#!/usr/bin/env bash
# Run a command with .venv and the built package: .ci/inside.sh python -m frictioncone_ros.ros.main
# The source tree comes before the installed one, so that an edited file is used at once.
set -eo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$venv/bin/activate"
if [ -f "$clone/install/setup.bash" ]; then
    [ "$(ros_origin)" = sourced ] || export AMENT_PREFIX_PATH=$venv
    source "$clone/install/local_setup.bash"
fi
export PYTHONPATH=$clone${PYTHONPATH:+:$PYTHONPATH}
export ROS_AUTOMATIC_DISCOVERY_RANGE=${ROS_AUTOMATIC_DISCOVERY_RANGE:-LOCALHOST}
cd "$clone"
exec "$@"
