#!/usr/bin/env bash
# Make .venv ready: Python packages, and ROS 2 from the package index unless one is sourced.
# Does nothing when nothing changed: a stamp holds the hash of all that decides the content.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
cd "$clone"

suits='import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))'

choose_python() {
    local candidate
    if [ -n "${PYTHON:-}" ]; then
        command -v "$PYTHON" > /dev/null || fail "PYTHON=$PYTHON is not a command."
        "$PYTHON" -c "$suits" || fail "PYTHON=$PYTHON is $("$PYTHON" --version 2>&1 | head -n 1); 3.10 to 3.14 are supported."
        echo "$PYTHON"
        return
    fi
    # The Python of an existing .venv stays, so that PYTHON need be named only once.
    candidate=$("$venv/bin/python" -c 'import sys; print(sys._base_executable)' 2> /dev/null || true)
    for candidate in $candidate python3 python3.12 python3.13 python3.11 python3.10 python3.14; do
        if command -v "$candidate" > /dev/null && "$candidate" -c "$suits" 2> /dev/null; then
            echo "$candidate"
            return
        fi
    done
    fail 'no Python 3.10 to 3.14 was found.' 'Install one, or name it: make setup PYTHON=/path/to/python3'
}

check_tools() {
    "$1" -c 'import venv, ensurepip' 2> /dev/null \
        || fail "$1 lacks the venv module." 'On Debian and Ubuntu: apt install python3-venv'
    command -v "${CC:-cc}" > /dev/null \
        || fail 'no C compiler (cc) was found; the messages need one.' 'On Debian and Ubuntu: apt install build-essential'
    command -v "${CXX:-c++}" > /dev/null \
        || fail 'no C++ compiler (c++) was found; the messages need one.' 'On Debian and Ubuntu: apt install build-essential'
    "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' \
        || fail "the header Python.h of $1 is missing; the messages need it." 'On Debian and Ubuntu: apt install python3-dev'
    [ "$(uname -s)" = Linux ] || [ "$origin" = sourced ] \
        || fail 'ROS 2 from the package index runs on Linux only.' 'Elsewhere: pip install . gives the mathematics without ROS.'
}

check_sourced_ros() {
    case $ROS_DISTRO in
        jazzy | kilted | lyrical | rolling) ;;
        # Its rclpy does not tell a callback who sent a message.
        humble | iron) fail "the ROS 2 sourced in this terminal is $ROS_DISTRO, whose rclpy cannot tell two commanders apart; jazzy, kilted and lyrical can." \
                'Open a terminal in which it is not sourced: ROS 2 Jazzy then comes from the package index.' ;;
        *) fail "the ROS 2 sourced in this terminal is $ROS_DISTRO; jazzy, kilted and lyrical are supported." \
                'Open a terminal in which it is not sourced: ROS 2 Jazzy then comes from the package index.' ;;
    esac
    "$1" -c 'import rclpy' 2> /dev/null \
        || fail "ROS 2 $ROS_DISTRO is sourced, but $1 cannot import rclpy." 'Name the Python it was built for: make setup PYTHON=/usr/bin/python3'
}

source "$clone/.ci/install.sh"

# Which ROS 2 comes from the package index where none is sourced: jazzy (tested most) or kilted.
wheels=${ROS_WHEELS:-$(cat "$venv/.wheels" 2> /dev/null || echo jazzy)}
case $wheels in
    jazzy | kilted) ;;
    *) fail "ROS_WHEELS=$wheels: the package index has jazzy and kilted." ;;
esac

origin=$(ros_origin)
python=$(choose_python)
base=$("$python" -c 'import sys; print(sys.base_prefix, sys.version)')
desired=$(cat setup.py .ci/setup.sh .ci/install.sh .ci/relocate_cmake.py .ci/requirements-ros.txt \
    .ci/lock.txt <(echo "$origin ${ROS_DISTRO:-} $wheels $base $clone ${VIEW:-} ${LOCKED:-}") | sha256sum | cut -d ' ' -f 1)
[ "$(cat "$venv/.stamp" 2> /dev/null)" != "$desired" ] || exit 0

# LOCKED=1: the versions of .ci/lock.txt (`python .ci/lock.py` writes them); else the newest that fit.
locked=()
if [ -n "${LOCKED:-}" ]; then
    [ "$origin $wheels" = "wheels jazzy" ] || fail 'LOCKED=1 is for ROS 2 Jazzy from the package index.'
    locked=(-c .ci/lock.txt)
fi
check_tools "$python"
extras='test,lint,plot,sim,bags,docs'
[ -z "${VIEW:-}" ] || extras=$extras,view
say "Setting up .venv with $("$python" --version) and ROS 2 from the $([ "$origin" = wheels ] && echo 'Python package index' || echo "sourced $ROS_DISTRO") (once, a minute or two)"
rm -f "$venv/.stamp"
if [ "$(cat "$venv/.base" 2> /dev/null)" != "$origin $base" ] || [ "$(cat "$venv/.wheels" 2> /dev/null || echo jazzy)" != "$wheels" ]; then
    options=()
    if [ "$origin" = sourced ]; then
        check_sourced_ros "$python"
        options=(--system-site-packages)
    fi
    rm -rf "$venv" build install
    "$python" -m venv "${options[@]}" "$venv" || fail "$python -m venv failed." 'On Debian and Ubuntu: apt install python3-venv'
    echo "$origin $base" > "$venv/.base"
    echo "$wheels" > "$venv/.wheels"
fi
if [ "$origin" = wheels ]; then
    say "Installing ROS 2 ${wheels^}"
    # From Kilted on CMake's own FindPython3 does what python_cmake_module did, and ament_cmake_ros
    # is in two parts.
    sed -e "s/^ros-jazzy-/ros-$wheels-/" \
        -e 's/^ros-kilted-python-cmake-module/ros-kilted-ament-cmake-ros-core/' \
        .ci/requirements-ros.txt > "$scratch/requirements-ros.txt"
    install "${locked[@]}" -r "$scratch/requirements-ros.txt"
    "$venv/bin/python" .ci/relocate_cmake.py
else
    # The sourced messages were compiled for one NumPy; another one beside it would not load them.
    "$venv/bin/python" -c 'import numpy; print(f"numpy=={numpy.__version__}")' > "$venv/constraints.txt"
    "$venv/bin/python" -c 'import colcon_core' 2> /dev/null || install colcon-common-extensions
fi
touch "$venv/constraints.txt"
say "Installing this package with the extras $extras"
install "${locked[@]}" -c "$venv/constraints.txt" -e ".[$extras]"
# Compiled libraries that are not there for every Python: without them their tests say so and skip.
(install "${locked[@]}" -c "$venv/constraints.txt" -e '.[geometry]') \
    || echo '    pinocchio and coal have no wheels for this Python; geometry_contacts is not tested'
echo "$desired" > "$venv/.stamp"
say "Ready in $SECONDS s"
