# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""ROS domain ids, each used by one test at a time on the whole machine."""

from contextlib import contextmanager
import socket

# Domains up to 101 keep DDS clear of the ports Linux gives to clients; 0 is everybody's.
DOMAINS = range(1, 102)


@contextmanager
def claim_domain():
    """
    Yield a free domain id and hold it until the end.

    An abstract socket name is the lock: no file is left behind, the system frees it when the
    process dies, and it holds between test workers and between clones.
    """
    for domain in DOMAINS:
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f'\0frictioncone_ros_domain_{domain}')
        except OSError:
            claim.close()
            continue
        with claim:
            yield domain
        return
    raise RuntimeError('no free ROS domain')
