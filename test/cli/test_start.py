# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The command line starts fast: help imports nothing of the mathematics."""

import subprocess
import sys
from time import perf_counter

HELP = ('-m', 'frictioncone_ros.cli.main', '--help')
ALLOWED = 2.5
"""How much longer than an empty Python it may take."""


def seconds(words):
    begin = perf_counter()
    subprocess.run([sys.executable, *words], capture_output=True, check=True)
    return perf_counter() - begin


def test_help_takes_little_longer_than_an_empty_python():
    # In turns, and the best of each: what else the machine does meets both alike.
    pairs = [(seconds(HELP), seconds(('-c', 'pass'))) for _ in range(10)]
    helps, empties = zip(*pairs, strict=True)
    assert min(helps) <= ALLOWED * min(empties)


def test_help_and_version_import_no_numpy():
    code = (
        'import sys\nfrom frictioncone_ros.cli.main import main\n'
        'try:\n    main(["{}"])\nexcept SystemExit:\n    pass\n'
        'sys.exit("numpy" in sys.modules or "yaml" in sys.modules)'
    )
    for option in ('--help', '--version'):
        done = subprocess.run(
            [sys.executable, '-c', code.format(option)], capture_output=True, check=False
        )
        assert done.returncode == 0


def test_check_imports_the_mathematics_but_not_scipy():
    # NumPy and YAML alone are several times an empty Python; SciPy would be fifty.
    code = (
        'import sys\nfrom frictioncone_ros.cli.main import main\n'
        'main(["check", "box_on_table"])\n'
        'from frictioncone_ros.spatial.compiled import is_lean\n'
        'sys.exit(is_lean and "scipy" in sys.modules)'
    )
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, check=False)
    assert done.returncode == 0
