#!/usr/bin/env bash
# The tests without ROS, with the NumPy and SciPy that Ubuntu 24.04 (Jazzy, Kilted) comes with.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$clone/.ci/install.sh"
cd "$clone"

numerics=(numpy==1.26.4 scipy==1.11.4)
python=$("$venv/bin/python" -c 'import sys; print(sys._base_executable)')
"$python" -c 'import sys; sys.exit(sys.version_info[:2] > (3, 12))' || python=$(command -v python3.12) \
    || { say "${numerics[*]} have no wheels for this Python, and there is no python3.12: not tested"; exit 0; }

venv=$scratch/old_numerics
desired=$(cat setup.py .ci/old_numerics.sh <(echo "$python") | sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$venv/.stamp" 2> /dev/null)" != "$desired" ]; then
    say "Setting up another environment with ${numerics[*]}"
    rm -rf "$venv"
    "$python" -m venv "$venv"
    install "${numerics[@]}" -e '.[test]'
    echo "$desired" > "$venv/.stamp"
fi

say "Testing with ${numerics[*]}"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
# Those that talk ROS say so and skip; they need no second look here.
exec "$venv/bin/python" -m pytest -q -n "${TEST_WORKERS:-2}" --dist worksteal -m 'not alone' \
    --ignore test/ros --ignore test/launch --ignore test/gazebo test "$@"
