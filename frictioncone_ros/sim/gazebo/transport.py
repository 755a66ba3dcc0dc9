# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Topics of Gazebo 11 over its own transport: TCP, messages framed by eight hexadecimal digits.

A master knows who publishes what. To publish, announce a port of ours and wait for the server to
connect; to subscribe, ask the master who publishes and connect there.
"""

from __future__ import annotations

from collections.abc import Mapping
import socket
import time
from typing import Any

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.sim.gazebo.protobuf_wire import (
    decode,
    encode,
    Message,
    PACKET,
    PUBLISH,
    PUBLISHERS,
    Schema,
    SUBSCRIBE,
)

_HEADER_SIZE = 8
_HOST = '127.0.0.1'
_ANNOUNCE_PERIOD = 1.0
_NO_PORT = 1
"""Where a subscriber could be reached: nobody ever tries, but the field is required."""


class GazeboTimeoutError(FrictionConeError, TimeoutError):
    """Gazebo did not answer in time."""


class Connection:
    """One TCP connection on which framed messages travel."""

    def __init__(self, stream: socket.socket, timeout: float) -> None:
        """Take over an open socket; timeout [s] holds for each read."""
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._timeout = timeout
        self._stream = stream
        self._received = b''

    @classmethod
    def to(cls, host: str, port: int, timeout: float) -> Connection:
        """Connect to a host and port."""
        return cls(socket.create_connection((host, port), timeout), timeout)

    def send(self, payload: bytes) -> None:
        """Send one message."""
        try:
            self._stream.sendall(f'{len(payload):08x}'.encode() + payload)
        except OSError as error:
            raise _lost(error) from None

    def receive(self, timeout: float | None = None) -> bytes:
        """Wait for one message and return it; raise GazeboTimeoutError when none comes in time."""
        self._stream.settimeout(self._timeout if timeout is None else timeout)
        size = int(self._take(_HEADER_SIZE), 16)
        return self._take(size)

    def send_packet(self, kind: str, schema: Schema, message: Mapping[str, Any]) -> None:
        """Send a named message, as the master and a publisher's greeting expect it."""
        stamp = {'sec': int(time.time()), 'nsec': 0}
        data = encode(schema, message)
        self.send(encode(PACKET, {'stamp': stamp, 'type': kind, 'data': data}))

    def receive_packet(self) -> tuple[str, bytes]:
        """Wait for a named message."""
        packet = decode(PACKET, self.receive())
        return packet['type'], packet.get('data', b'')

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def _take(self, size: int) -> bytes:
        while len(self._received) < size:
            try:
                piece = self._stream.recv(65536)
            except TimeoutError:
                raise GazeboTimeoutError('Gazebo sent nothing in time') from None
            except OSError as error:
                raise _lost(error) from None
            if not piece:
                raise _lost()
            self._received += piece
        taken, self._received = self._received[:size], self._received[size:]
        return taken


def _lost(error: OSError | None = None) -> FrictionConeError:
    """Return what is raised where Gazebo is gone: it closed the connection, or died."""
    how = '' if error is None else f' ({error.strerror})'
    return FrictionConeError(f'Gazebo closed the connection{how}')


class GazeboTransport:
    """A client of one Gazebo master: publish and subscribe by topic."""

    def __init__(self, port: int, timeout: float = 20.0) -> None:
        """Connect to the master on this machine; timeout [s] holds for each answer."""
        self._timeout = timeout
        self._master = Connection.to(_HOST, port, timeout)
        self._publishers: dict[str, Message] = {}
        self._open: list[Connection] = []

    def publish(self, topic: str, type_name: str) -> Connection:
        """Announce a topic, wait for the server to subscribe, return the connection to it."""
        # A port for each topic: whoever connects there can only mean this topic.
        with socket.create_server((_HOST, 0)) as listener:
            listener.settimeout(_ANNOUNCE_PERIOD)
            port = listener.getsockname()[1]
            announced = {'topic': topic, 'type': type_name, 'host': _HOST, 'port': port}
            stream = self._subscriber(listener, announced)
        connection = Connection(stream, self._timeout)
        self._open.append(connection)
        connection.receive()  # the subscriber's greeting
        return connection

    def subscribe(self, topic: str, type_name: str) -> Connection:
        """Find the publisher of a topic, subscribe there, return the connection from it."""
        desired = {'topic': topic, 'type': type_name, 'host': _HOST, 'port': _NO_PORT}
        self._master.send_packet('subscribe', SUBSCRIBE, desired)
        while topic not in self._publishers:
            self._read_master()
        source = self._publishers[topic]
        connection = Connection.to(source['host'], source['port'], self._timeout)
        self._open.append(connection)
        connection.send_packet('sub', SUBSCRIBE, desired | {'latching': 0})
        return connection

    def close(self) -> None:
        """Close all connections."""
        for connection in (*self._open, self._master):
            connection.close()

    def _subscriber(self, listener: socket.socket, announced: Message) -> socket.socket:
        """Announce until somebody connects: a server that still loads its world may miss it."""
        end = time.monotonic() + self._timeout
        while time.monotonic() < end:
            self._master.send_packet('advertise', PUBLISH, announced)
            try:
                return listener.accept()[0]
            except TimeoutError:
                continue
        raise GazeboTimeoutError(f'nobody in Gazebo listens to {announced["topic"]}')

    def _read_master(self) -> None:
        kind, data = self._master.receive_packet()
        if kind == 'publishers_init':
            for publisher in decode(PUBLISHERS, data)['publisher']:
                self._publishers[publisher['topic']] = publisher
        elif kind in ('publisher_add', 'publisher_subscribe', 'publisher_advertise'):
            publisher = decode(PUBLISH, data)
            self._publishers[publisher['topic']] = publisher
