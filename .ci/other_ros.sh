#!/usr/bin/env bash
# The messages built and the tests over DDS run with another ROS 2 from the package index than the
# clone's own: .ci/other_ros.sh kilted. The files of this tree, with an environment of their own
# below log/; the clone's .venv and install are left as they are. Further arguments are pytest's.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
wheels=${1:?say which: kilted}
shift
checkout=$scratch/ros_$wheels

mkdir -p "$checkout"
find "$checkout" -mindepth 1 -maxdepth 1 ! -name .venv ! -name log ! -name build ! -name install \
    -exec rm -rf {} +
cd "$clone"
git ls-files -z --cached --others --exclude-standard --deduplicate \
    | tar --null --files-from - --create --ignore-failed-read | tar --extract --directory "$checkout"

cd "$checkout"
for name in AMENT_PREFIX_PATH CMAKE_PREFIX_PATH PYTHONPATH ROS_DISTRO; do unset "$name"; done
ROS_WHEELS=$wheels bash .ci/setup.sh
bash .ci/build.sh
say "Testing over DDS with ROS 2 ${wheels^}"
export ROS_PYTHON_CHECK_FIELDS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
[ $# -gt 0 ] || set -- test/ros
exec bash .ci/inside.sh python -m pytest -q -n "${TEST_WORKERS:-2}" --dist worksteal -m 'not alone' "$@"
