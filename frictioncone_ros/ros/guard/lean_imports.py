# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the guard's process does without: a fifth of its memory."""

from __future__ import annotations

import os
import sys
from types import ModuleType


def stub_unused_modules() -> None:
    """Prepare the process; to be called before rclpy or a message is imported."""
    # Read by NumPy's solvers when they are loaded: one thread and its memory are enough.
    os.environ['OPENBLAS_NUM_THREADS'] = '1'
    # NumPy's manual.
    for name in ('_add_newdocs', '_add_newdocs_scalars'):
        sys.modules.setdefault(f'numpy._core.{name}', ModuleType(name))
    # rclpy reads parameter files with it; here there are none.
    sys.modules.setdefault('yaml', ModuleType('yaml'))
    # Loading a message's type support imports the generator of messages too, with its parser;
    # it goes on without where that cannot be imported.
    sys.modules.setdefault('rosidl_generator_py.generate_py_impl', None)  # type: ignore[arg-type]
