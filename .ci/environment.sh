# Sourced by every script here: where things are, and that nothing is written outside the clone.
clone=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$clone/.venv
scratch=$clone/log

export COLCON_HOME=$scratch/colcon_home
export COLCON_LOG_PATH=$scratch/colcon
export ROS_HOME=$scratch/ros_home
export ROS_LOG_DIR=$scratch/ros
export MPLCONFIGDIR=$scratch/matplotlib
export TMPDIR=$scratch/tmp
export PIP_DISABLE_PIP_VERSION_CHECK=1
# Where a terminal sets it, each of the hundreds of processes that tests start compiles every module
# anew: most of the time of a node's start. What is written stays in __pycache__ of the clone.
unset PYTHONDONTWRITEBYTECODE
mkdir -p "$TMPDIR" "$MPLCONFIGDIR"

fail() {
    printf 'frictioncone_ros: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '    %s\n' "$@" >&2
    exit 1
}

say() { printf '==> %s\n' "$*"; }

# "sourced" where an installed ROS 2 is sourced in this terminal, "wheels" otherwise.
ros_origin() {
    case ${AMENT_PREFIX_PATH:-} in
        "" | "$venv" | "$clone"/install*) echo wheels ;;
        *) [ -n "${ROS_DISTRO:-}" ] && echo sourced || echo wheels ;;
    esac
}
