#!/usr/bin/env bash
# Every check that does not run the code; all of them run, and one failure fails the whole.
set -uo pipefail
code=0
check() {
    printf '==> %s\n' "$1"
    shift
    "$@" || { code=1; printf '    FAILED: %s\n' "$*"; }
}

sources=(frictioncone_ros test benchmarks examples launch docs .ci setup.py)
check ruff ruff check .
check mypy mypy
check import-linter lint-imports --no-logo
check ament_flake8 python -m ament_flake8.main --linelength 99 --config .ci/flake8.ini "${sources[@]}"
check ament_pep257 python -m ament_pep257.main --convention pep257 --add-ignore D105 D107 -- frictioncone_ros benchmarks examples
check versions python -m pytest -q test/test_metadata.py
if command -v xmllint > /dev/null; then
    check xmllint xmllint --noout package.xml
else
    echo '==> xmllint is not installed; package.xml was parsed by test/test_metadata.py instead'
fi
exit $code
