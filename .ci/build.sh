#!/usr/bin/env bash
# colcon build inside the clone, when something it installs has changed.
# Python, launch and parameter files are linked, not copied: only their names matter.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
cd "$clone"

desired=$( {
    cat CMakeLists.txt package.xml .ci/build.sh msg/*.msg srv/*.srv "$venv/.base"
    find frictioncone_ros config launch models worlds -type f -not -path '*/__pycache__/*' | LC_ALL=C sort
} | sha256sum | cut -d ' ' -f 1)
[ "$(cat install/.stamp 2> /dev/null)" != "$desired" ] || exit 0

say 'Building the messages and the package with colcon (half a minute the first time)'
source "$venv/bin/activate"
if [ "$(ros_origin)" = wheels ]; then
    export AMENT_PREFIX_PATH=$venv CMAKE_PREFIX_PATH=$venv
fi
rm -f install/.stamp
handlers=(console_cohesion-)
[ ! -t 1 ] || handlers+=(status+)
colcon --log-level error build --symlink-install --base-paths . --event-handlers "${handlers[@]}" \
    --cmake-args -DPython3_EXECUTABLE="$venv/bin/python" -DCMAKE_BUILD_TYPE=Release < /dev/null \
    || fail 'colcon build failed; the messages above say where.'
echo "$desired" > install/.stamp
