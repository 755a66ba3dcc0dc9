# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Point the CMake files of the ROS wheels at the Python and NumPy of this environment."""

from pathlib import Path
import re
import sys
import sysconfig

import numpy

# The wheels carry the include folders of the machine they were built on.
BUILDER_NUMPY = re.compile(r'/opt/_?python/[^;"\s>]*/numpy/(?:_core|core)/include')
BUILDER_PYTHON = re.compile(r'/opt/_?python/[^;"\s>]*/include/python3\.\d+t?')


def relocated(text: str) -> str:
    """Return the CMake text with both include folders replaced by the local ones."""
    text = BUILDER_NUMPY.sub(numpy.get_include(), text)
    return BUILDER_PYTHON.sub(sysconfig.get_path('include'), text)


def main() -> int:
    """Rewrite the files that need it; say how many."""
    changed = 0
    for path in Path(sys.prefix, 'share').rglob('*.cmake'):
        before = path.read_text(encoding='utf-8')
        after = relocated(before)
        if after != before:
            path.write_text(after, encoding='utf-8')
            changed += 1
    print(f'    CMake files relocated: {changed}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
