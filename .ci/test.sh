#!/usr/bin/env bash
# The whole suite: first everything in two processes, tests over DDS beside those that compute;
# then, one by one, what measures time. With arguments: pytest with those arguments.
set -euo pipefail
export ROS_PYTHON_CHECK_FIELDS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
[ $# -eq 0 ] || exec python -m pytest "$@"
code=0
python -m pytest -q -m 'not alone' -n "${TEST_WORKERS:-2}" --dist worksteal || code=$?
python -m pytest -q -m alone test/ros || code=$?
exit $code
