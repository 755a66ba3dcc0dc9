#!/usr/bin/env bash
# Every check that does not run the code; all of them run, and one failure fails the whole.
set -uo pipefail
code=0
check() {
    printf '==> %s\n' "$1"
    shift
    "$@" || { code=1; printf '    FAILED: %s\n' "$*"; }
}

check_quietly() { # for tools that list every file they read
    local name=$1 output
    shift
    if ! output=$("$@" 2>&1); then
        code=1
        printf '==> %s\n%s\n    FAILED: %s\n' "$name" "$(grep -v '^[*]\|^checking ' <<< "$output")" "$*"
        return
    fi
    printf '==> %s\n    no problems\n' "$name"
}

sources=(frictioncone_ros test benchmarks examples launch docs .ci setup.py)
check ruff ruff check .
check 'ruff format' ruff format --check --quiet .
python .ci/message_stubs.py # what mypy knows of our messages
# Without the installed package: beside its py.typed, mypy would read the generated messages, not the stubs.
check mypy env PYTHONPATH= mypy
check import-linter lint-imports --no-logo
if python -c 'import ament_flake8, ament_pep257' 2> /dev/null; then
    check_quietly ament_flake8 python -m ament_flake8.main --linelength 99 --config .ci/flake8.ini "${sources[@]}"
    check_quietly ament_pep257 python -m ament_pep257.main --convention pep257 \
        --add-ignore D105 D107 D401 D402 -- frictioncone_ros benchmarks examples
else
    echo '==> ament_flake8 and ament_pep257 are not part of the sourced ROS 2; not run'
fi
check versions python -m pytest -q test/test_metadata.py
if command -v xmllint > /dev/null; then
    check xmllint xmllint --noout package.xml
else
    echo '==> xmllint is not installed; package.xml was parsed by test/test_metadata.py instead'
fi
exit $code
