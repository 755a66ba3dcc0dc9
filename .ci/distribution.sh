#!/usr/bin/env bash
# Wheel and source distribution: built, checked with twine, installed alone in an empty environment
# and asked. Needs the packages build and twine; PYTHON=... chooses the interpreter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${PYTHON:-python3}
rm -rf dist
"$python" -m build --outdir dist . > /dev/null
"$python" -m twine check --strict dist/*

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
for file in dist/*; do
    rm -rf "$empty/venv"
    "$python" -m venv "$empty/venv"
    "$empty/venv/bin/pip" install --quiet --progress-bar off "$file"
    (cd "$empty" && venv/bin/frictioncone verify > /dev/null && venv/bin/frictioncone check box_on_table > /dev/null)
    echo "$file: installed in an empty environment, verified"
done
