# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Node processes without the half second of processor time that importing takes.

A server has imported everything and nothing else: no ROS context, no thread. Each node is forked
off it, with the arguments, environment and output of its test, and is handed over to the test's
process as a child of its own. That a node starts from nothing too is `test_node_process`'s matter,
and that of some tests that give a program bad parameters.
"""

from contextlib import suppress
import ctypes
from functools import cache
import gc
from importlib import import_module
import inspect
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback

from frictioncone_ros.ros.tools.process import NODE, NodeProcess

ALSO = (
    'rclpy.action',
    'sensor_msgs.msg',
    'service_msgs.msg',
    'type_description_interfaces.srv',
    'scipy.optimize',
    'frictioncone_ros.cli.main',
    'frictioncone_ros.ros.contact_sources.static_contacts',
    'frictioncone_ros.ros.contact_sources.wrench_contacts',
    'frictioncone_ros.ros.controllers.ur_force_mode',
    'frictioncone_ros.ros.tools.status_report',
    'frictioncone_ros.ros.tools.terminal.ask',
    'frictioncone_ros.ros.tools.terminal.contacts',
    'frictioncone_ros.ros.tools.terminal.echo',
    'frictioncone_ros.ros.tools.terminal.lifecycle',
    'frictioncone_ros.ros.tools.terminal.orders',
)
"""What is imported beside the node, where it can be."""

PATHS = ('LD_LIBRARY_PATH', 'PYTHONPATH')
PR_SET_CHILD_SUBREAPER = 36
LARGEST_REQUEST = 1 << 20


class ForkServer:
    """
    Started with the first node that is asked for; ends with the process that asked.

    paths: the variables of PATHS, which a process reads when it starts and never again.
    """

    def __init__(self, paths):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, **paths},
                stdin=subprocess.DEVNULL,
            )
        self.link = ours
        self.link.recv(1)

    def fork(self, words, outputs=(1, 2), environment=None):
        """Return a process for what follows `python`; in the present environment by default."""
        request = json.dumps(
            {
                'words': [str(word) for word in words],
                'environment': dict(os.environ if environment is None else environment),
                'folder': os.getcwd(),
            }
        )
        reaper = ctypes.CDLL(None).prctl
        reaper(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            socket.send_fds(self.link, [request.encode()], list(outputs))
            return AdoptedProcess(int(self.link.recv(LARGEST_REQUEST)))
        finally:
            reaper(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)

    def close(self):
        self.link.close()
        self.process.wait()


def shared_server(environment=None):
    """Return the server for an environment; for the present one by default."""
    given = os.environ if environment is None else environment
    return _server(tuple(given.get(name, '') for name in PATHS))


@cache
def _server(paths):
    return ForkServer(dict(zip(PATHS, paths, strict=True)))


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


def forked_run(words, timeout, environment=None):
    """Return what came of what follows `python` and ends by itself, as subprocess.run does."""
    with tempfile.TemporaryFile('w+') as output, tempfile.TemporaryFile('w+') as errors:
        process = shared_server(environment).fork(
            words, (output.fileno(), errors.fileno()), environment
        )
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, code, output.read(), errors.read())


class ForkedNode(NodeProcess):
    """
    A process of the filter node, of another module (-m), of text (-c) or of a file.

    Forked off a server.
    """

    def _started(self, command):
        return shared_server().fork(command[1:])


def import_everything():
    """
    Import the node, what it imports when it starts, and what other programs of the tests need.

    Message modules load their type support at first use, and with the first of it comes the
    generator of messages with its parser: more than half of what a start would take.
    """
    from frictioncone_ros.pipeline.warm_up import warm_up
    from frictioncone_ros.ros import main  # noqa: F401  # what all of this is for

    for name in ALSO:
        with suppress(ImportError):
            import_module(name)
    messages = [module for name, module in sys.modules.items() if name.endswith(('.msg', '.srv'))]
    for module in messages:
        for kind in vars(module).values():
            if hasattr(type(kind), '__import_type_support__'):
                type(kind).__import_type_support__()
    warm_up()
    # rclpy looks for the module of whoever logs first, by the true paths of all there are.
    inspect.getmodule(inspect.currentframe())


def serve(link):
    """Fork a node for each request, until nobody asks any more."""
    import_everything()
    # Nothing of this is garbage: looking for some would copy all of it, in each that is forked.
    gc.collect()
    gc.freeze()
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
    """Be the program that was asked for."""
    for number, descriptor in enumerate(descriptors, start=1):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(request['environment'])
    os.chdir(request['folder'])
    execute = os.execv

    def execute_here(program, words):
        if program != sys.executable:
            execute(program, words)
        gc.enable()
        end(words[1:])

    # Replaced by another Python it would import all that is imported here.
    os.execv = execute_here
    end(request['words'])


def end(words):
    """Run what follows `python`, and end this process as Python would."""
    code = 1
    try:
        code = run(words)
    except SystemExit as ended:
        # As Python itself takes it: none is 0, words are 1.
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except KeyboardInterrupt:
        traceback.print_exc()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(words):
    """Run what follows `python`; return its code where it does not exit by itself."""
    # By these a guard starts its node again.
    sys.orig_argv = [sys.executable, *words]
    count = 2 if words[0] in {'-m', '-c'} else 1
    program, arguments = words[:count], words[count:]
    sys.argv = [words[0] if words[0] == '-c' else program[-1], *arguments]
    if program == list(NODE):
        from frictioncone_ros.ros.main import main

        return main()
    if words[0] == '-m':
        # Imported by the server already, of which runpy would warn.
        sys.modules.pop(program[1], None)
        runpy.run_module(program[1], run_name='__main__', alter_sys=True)
    elif words[0] == '-c':
        exec(program[1], {'__name__': '__main__'})
    else:
        sys.path.insert(0, os.path.dirname(program[0]))
        runpy.run_path(program[0], run_name='__main__')
    return 0


if __name__ == '__main__':
    serve(socket.socket(fileno=int(sys.argv[1])))
