# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gazebo's transport against a stand-in master, and its contact reports made plain."""

import socket
import struct
import threading

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from frictioncone_ros.contact import CircularCone, FrictionPyramid
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.sim.gazebo.client import GazeboStep, touched_point, TouchedPoint
from frictioncone_ros.sim.gazebo.protobuf_wire import (
    decode,
    encode,
    PACKET,
    PUBLISH,
    PUBLISHERS,
    SUBSCRIBE,
)
from frictioncone_ros.sim.gazebo.transport import (
    Connection,
    GazeboTimeoutError,
    GazeboTransport,
)
from frictioncone_ros.sim.gazebo.trial import touching_state


def vector(values) -> dict[str, float]:
    return dict(zip('xyz', map(float, values), strict=True))


def contact(force, normals=((0.0, 0.0, 1.0),)) -> dict:
    wrench = {'force': vector(force), 'torque': vector((0, 0, 0))}
    other = {'force': vector(-np.asarray(force)), 'torque': vector((0, 0, 0))}
    return {
        'position': [vector((0.1, 0.2, 0.0))],
        'normal': [vector(normal) for normal in normals],
        'wrench': [{'first_wrench': wrench, 'second_wrench': other}],
    }


def test_force_is_turned_from_the_link_to_the_world():
    axes = Rotation.from_rotvec([0.0, 0.0, np.pi / 2]).as_matrix()
    found = touched_point(contact((1.0, 0.0, 5.0)), True, axes)
    np.testing.assert_allclose(found.force, (0.0, 1.0, 5.0), atol=1e-12)


def test_second_body_has_the_opposite_force():
    found = touched_point(contact((0.0, 0.0, -5.0)), False, np.eye(3))
    np.testing.assert_allclose(found.force, (0.0, 0.0, 5.0))


@pytest.mark.parametrize('normals', [((0, 0, -1),), (), ((0, 0, 2),)])
def test_normal_is_unit_and_pushes_whatever_came(normals):
    found = touched_point(contact((0.0, 0.0, 5.0), normals), True, np.eye(3))
    np.testing.assert_allclose(found.normal, (0.0, 0.0, 1.0))


def test_state_is_about_the_link_and_its_tangents_along_the_world():
    point = TouchedPoint(np.array([1.1, 0.2, 0.0]), np.array([0.0, 0.0, 1.0]), np.zeros(3))
    step = GazeboStep(0.0, np.array([1.0, 0.0, 0.0]), np.eye(3), {'foot_0': point})
    state = touching_state(step, FrictionPyramid(0.5))
    np.testing.assert_allclose(state.positions, [(0.1, 0.2, 0.0)])
    np.testing.assert_allclose(state.frames[0][1], (1.0, 0.0, 0.0))
    assert touching_state(step, CircularCone(0.3)).contacts[0].friction == CircularCone(0.3)


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(('127.0.0.1', 0)) as listener:
        here = socket.create_connection(listener.getsockname())
        return here, listener.accept()[0]


class Master:
    """Answers as Gazebo's master and as one publisher and one subscriber would."""

    def __init__(self) -> None:
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.source = socket.create_server(('127.0.0.1', 0))
        self.heard: list[bytes] = []
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    @property
    def port(self) -> int:
        return self.listener.getsockname()[1]

    def serve(self) -> None:
        client = Connection(self.listener.accept()[0], 5.0)
        publisher = {'topic': '/out', 'type': 'T', 'host': '127.0.0.1'}
        publisher['port'] = self.source.getsockname()[1]
        client.send_packet('version_init', PUBLISH, {})
        client.send_packet('publishers_init', PUBLISHERS, {'publisher': [publisher]})
        kind, _ = client.receive_packet()
        assert kind == 'subscribe'
        subscriber = Connection(self.source.accept()[0], 5.0)
        assert decode(PACKET, subscriber.receive())['type'] == 'sub'
        subscriber.send(b'news')
        kind, data = client.receive_packet()
        assert kind == 'advertise'
        announced = decode(PUBLISH, data)
        reader = Connection.to(announced['host'], announced['port'], 5.0)
        reader.send_packet('sub', SUBSCRIBE, {'topic': announced['topic']})
        self.heard.append(reader.receive())


def test_subscribe_and_publish_by_topic():
    master = Master()
    transport = GazeboTransport(master.port, timeout=5.0)
    assert transport.subscribe('/out', 'T').receive() == b'news'
    transport.publish('/in', 'T').send(b'x' * 300)
    master.thread.join(5.0)
    transport.close()
    assert master.heard == [b'x' * 300]


def test_frames_are_eight_hexadecimal_digits_of_length():
    here, there = tcp_pair()
    Connection(here, 1.0).send(b'a' * 27)
    assert there.recv(100) == b'0000001b' + b'a' * 27
    there.sendall(b'00000003ab')
    there.sendall(b'c00000000')
    connection = Connection(here, 1.0)
    assert connection.receive() == b'abc'
    assert connection.receive() == b''


def test_silence_and_a_closed_connection_are_told_apart():
    here, there = tcp_pair()
    connection = Connection(here, 5.0)
    with pytest.raises(GazeboTimeoutError):
        connection.receive(0.01)
    there.close()
    with pytest.raises(FrictionConeError, match='closed'):
        connection.receive()


@pytest.mark.parametrize('use', [lambda one: one.receive(), lambda one: one.send(b'more')])
def test_a_server_that_dies_is_an_error_of_the_package(use):
    here, there = tcp_pair()
    connection = Connection(here, 5.0)
    # Closed with what it was sent unread, as of a process that is killed: the system says so.
    connection.send(b'unread')
    there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    there.close()
    with pytest.raises(FrictionConeError, match='closed the connection'):
        use(connection)


def test_packet_names_its_message():
    here, there = tcp_pair()
    Connection(here, 1.0).send_packet('advertise', PUBLISH, {'topic': '/t', 'port': 5})
    kind, data = Connection(there, 1.0).receive_packet()
    assert kind == 'advertise'
    assert decode(PUBLISH, data) == {'topic': '/t', 'port': 5}
    assert encode(PUBLISH, {'topic': '/t', 'port': 5}) == data
