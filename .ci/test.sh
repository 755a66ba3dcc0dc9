#!/usr/bin/env bash
# The whole suite: first tests over DDS, which wait more than they compute, in three processes; then
# those that go by the clock, in two; then, one by one, what measures time. Those that only compute
# run beside all of these, in two processes, on what the others leave of the cores (SCHED_IDLE: who
# wakes up takes the core at once). With arguments: pytest with those arguments.
#
# On two cores that are kept busy by others too, a wait can be too short without anything being
# wrong: a test over DDS that fails is run once more and named (RERUN), and what fails again is run
# alone. What fails alone fails.
set -euo pipefail
export ROS_PYTHON_CHECK_FIELDS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg
[ $# -eq 0 ] || exec python -m pytest "$@"

failures_again() {
    echo '==> Failed beside other tests (see above); run again alone:'
    python -m pytest -q -p no:xdist --last-failed --last-failed-no-failures none "$@"
}

queue() { # NAME ARGUMENTS...: once, and what failed of it once more
    local code=0 cache=(-o "cache_dir=.pytest_cache/$1")
    local -x TEST_COUNTS=$counts/$1
    shift
    python -m pytest -q "${cache[@]}" "$@" || code=$?
    [ $code -eq 1 ] || return $code
    failures_again "${cache[@]}"
}

# WORD FOLDER...: files with such tests, by their text. To collect all the others takes seconds in each
# process; test/conftest.py sees to it that none is missed.
files_with() {
    local word=$1
    shift
    grep -rlE --include='test_*.py' "$word" "$@"
}

# One verdict for all queues: what failed beside others and passed alone has passed.
closing_line() {
    awk '{ passed += $1 } FNR == 1 { skipped += $3; failed += $2; first = $2 } FNR == 2 { failed += $2 - first }
        END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$counts"/*
}

workers=${TEST_WORKERS:-3}
computing=$(mktemp) building=$(mktemp) counts=$(mktemp -d)
set -m # a process group of its own: what ends this ends all of it
(
    chrt --idle --pid 0 $BASHPID 2> /dev/null || renice -n 19 $BASHPID > /dev/null
    queue computing -m 'not ros' -n 2 --dist worksteal
) > "$computing" 2>&1 < /dev/null &
group=$!
set +m
trap 'kill -- -"$group" 2> /dev/null || true; rm -rf "$computing" "$building" "$counts"' EXIT

once_more=(--reruns 1 -r aR --rerun-show-tracebacks)

# Others' messages that some tests need, in a clone where they are not built yet.
python test/support/built_messages.py > "$building" 2>&1 < /dev/null &

code=0
# The folders of all tests over DDS (test/conftest.py sees to that): collecting the others takes time.
# With more of them at once one would wait too long now and then.
# shellcheck disable=SC2046
queue talking -m 'ros and not alone and not quiet' \
    test/ros $(files_with ros_domain test/examples test/launch test/viewer) \
    -n "$workers" --dist worksteal "${once_more[@]}" || code=$?
# shellcheck disable=SC2046
queue quiet -m quiet $(files_with 'mark\.quiet|guarded' test/ros) -n 2 --dist worksteal "${once_more[@]}" || code=$?
# shellcheck disable=SC2046
queue alone -m alone $(files_with 'mark\.alone' test/ros) "${once_more[@]}" || code=$?
wait "$group" || code=$?
cat "$computing"
closing_line
exit $code
