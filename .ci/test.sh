#!/usr/bin/env bash
# The whole suite: first everything in two processes, tests over DDS, which wait more than they
# compute, beside those that compute; then, one by one, what measures time. With arguments: pytest
# with those arguments. (With a third process nodes hang for a tenth of a second, and their guards
# take over as they should.)
#
# What fails beside other tests is run again alone, and named: on two cores that are kept busy by
# others too, a wait can be too short without anything being wrong. What fails alone fails.
set -euo pipefail
export ROS_PYTHON_CHECK_FIELDS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
[ $# -eq 0 ] || exec python -m pytest "$@"

failures_again() {
    echo '==> Failed beside other tests (see above); run again alone:'
    python -m pytest -q -p no:xdist --last-failed --last-failed-no-failures none "$@"
}

queue() { # once, and what failed of it once more
    local code=0
    python -m pytest -q "$@" || code=$?
    [ $code -eq 1 ] || return $code
    failures_again
}

code=0
queue -m 'not alone' -n "${TEST_WORKERS:-2}" --dist worksteal || code=$?
queue -m alone test/ros || code=$?
exit $code
