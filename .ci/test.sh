#!/usr/bin/env bash
# The whole suite: first what needs no ROS, on all cores; then the ROS tests one by one, so that
# their timing is not disturbed. With arguments: pytest with those arguments.
set -euo pipefail
export ROS_PYTHON_CHECK_FIELDS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
[ $# -eq 0 ] || exec python -m pytest "$@"
code=0
python -m pytest -q -m 'not ros' -n "${TEST_WORKERS:-2}" --dist worksteal || code=$?
python -m pytest -q -m ros || code=$?
exit $code
