# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Node processes without the half second of processor time that importing takes.

A server has imported everything and nothing else: no ROS context, no thread. Each node is forked
off it, with the arguments, environment and output of its test, and is handed over to the test's
process as a child of its own. That a node starts from nothing too is `test_node_process`'s matter.
"""

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys

from frictioncone_ros.ros.tools.process import NODE, NodeProcess

PR_SET_CHILD_SUBREAPER = 36
LARGEST_REQUEST = 1 << 20


class ForkServer:
    """Started with the first node that is asked for; ends with the process that asked."""

    def __init__(self):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self.link = ours
        self.link.recv(1)

    def fork(self, arguments):
        """Return a node's process with these arguments and the present environment and output."""
        request = json.dumps({'arguments': arguments, 'environment': dict(os.environ)})
        reaper = ctypes.CDLL(None).prctl
        reaper(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            socket.send_fds(self.link, [request.encode()], [1, 2])
            return AdoptedProcess(int(self.link.recv(LARGEST_REQUEST)))
        finally:
            reaper(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)

    def close(self):
        self.link.close()
        self.process.wait()


class AdoptedProcess:
    """What tests use of subprocess.Popen, for a child that another process has forked."""

    def __init__(self, process_id):
        self.pid, self.returncode = process_id, None

    def poll(self):
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout=None):
        if self.poll() is None:
            descriptor = os.pidfd_open(self.pid)
            try:
                select.select([descriptor], [], [], timeout)
            finally:
                os.close(descriptor)
        if self.poll() is None:
            raise subprocess.TimeoutExpired(f'process {self.pid}', timeout)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


class ForkedNode(NodeProcess):
    """A node's process that is forked off a server."""

    server = None

    def _started(self, command):
        if ForkedNode.server is None:
            ForkedNode.server = ForkServer()
        assert command[1 : 1 + len(NODE)] == list(NODE)
        return ForkedNode.server.fork(command[1 + len(NODE) :])


def serve(link):
    """Fork a node for each request, until nobody asks any more."""
    from frictioncone_ros.ros import main  # noqa: F401  # what all of this is for

    link.send(b'.')
    while True:
        received, descriptors, _, _ = socket.recv_fds(link, LARGEST_REQUEST, 2)
        if not received:
            return
        number, child_number = os.pipe()
        between = os.fork()
        if not between:
            # Its child loses its parent at once, and is the asking process's from then on.
            node = os.fork()
            if node:
                os.write(child_number, str(node).encode())
                os._exit(0)
            link.close()
            become(json.loads(received), descriptors)
        os.waitpid(between, 0)
        link.send(os.read(number, 20))
        for each in (number, child_number, *descriptors):
            os.close(each)


def become(request, descriptors):
    """Be the node."""
    from frictioncone_ros.ros.main import main

    for number, descriptor in enumerate(descriptors, start=1):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(request['environment'])
    code = 1
    try:
        code = main([sys.argv[0], *request['arguments']])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == '__main__':
    serve(socket.socket(fileno=int(sys.argv[1])))
