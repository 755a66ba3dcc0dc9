# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Documents between node and workers: values come back bit by bit, and nothing else comes in."""

from contextlib import suppress
from dataclasses import fields, is_dataclass
import json
from math import inf
import socket

import numpy as np
import pytest

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactMode,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.pipeline.find_wrench_cone import find_wrench_cone
from frictioncone_ros.pipeline.prediction import (
    Ahead,
    ModeAnswer,
    ModeQuestion,
    NearContact,
    PredictedMode,
)
from frictioncone_ros.pipeline.worker import plain_format
from frictioncone_ros.pipeline.worker.document_socket import (
    DocumentSocket,
    LARGEST_DOCUMENT,
    LENGTH,
)
from frictioncone_ros.pipeline.worker.plain_format import packed, unpacked
from frictioncone_ros.pipeline.wrench_cone import WrenchConeQuestion
from frictioncone_ros.spatial import Inertia

MODELS = (
    CircularCone(0.1),
    EllipticCone(0.3, 0.7),
    EllipticCone(0.3, 0.7, 9),
    Frictionless(),
    FrictionPyramid(0.5, 0.25),
    FrictionPolygon(0.5, 12),
    SoftFinger(0.5, 0.01),
    SoftFinger(0.5, 0.01, 8, True),
)
STATE = ContactState(
    [
        ContactPoint(
            (0.1 * index, 1 / 3, 1e-300),
            (0.0, 0.6, 0.8),
            model,
            f'foot "{index}" \u00e4',
            tangent_hint=(1.0, 2.0, 3.0) if index % 2 else None,
            kind=ContactKind.ENVIRONMENT_VERTEX if index % 2 else ContactKind.BODY_VERTEX,
            curvature=0.25 * index,
            surface_velocity=(0.1, 0.0, -0.0),
            body='box',
        )
        for index, model in enumerate(MODELS)
    ],
    Inertia.spatial_body(2.0, np.diag((0.1, 0.2, 0.25)), (0.01, 0.02, 0.03)),
    (0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    (7.0, 8.0, 9.0),
)
PLANAR_STATE = ContactState([ContactPoint((0, 0), (0, 1), CircularCone(0.5))])
MODE = ContactMode.parse('sfd[12.5]d*a')
QUESTION_AHEAD = ModeQuestion(
    STATE,
    np.zeros(6),
    MODE,
    ahead=Ahead(0.05, (NearContact(STATE.contacts[0], 0.001),), np.ones(6)),
    before_filter=(np.arange(6.0), None),
)


def same(one, other):
    """Tell whether two values are of one type and hold the same, bit by bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and one.tobytes() == other.tobytes()
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


@pytest.mark.parametrize(
    'value',
    [
        ModeQuestion(STATE, np.arange(6.0) / 7.0, MODE, 0.001, 0.25),
        QUESTION_AHEAD,
        ModeQuestion(PLANAR_STATE, np.zeros(3)),
        ModeAnswer(
            (PredictedMode(MODE, np.array((np.pi, -0.0, 5e-324, 0, 0, 0)), 2, inf),),
            True,
            'text',
            desired_mode=MODE,
            compute_time=0.125,
            stopped_because='\n',
        ),
        WrenchConeQuestion(STATE),
        WrenchConeQuestion(PLANAR_STATE, ContactMode.parse('f')),
        find_wrench_cone(WrenchConeQuestion(PLANAR_STATE)),
        find_wrench_cone(WrenchConeQuestion(STATE, MODE)),
        PolyhedralCone.zero(6),
    ],
)
def test_values_come_back_as_they_went(value):
    assert same(unpacked(packed(value)), value)


def test_what_comes_back_cannot_be_written_to():
    assert not unpacked(packed(ModeQuestion(STATE, np.zeros(6)))).external_wrench.flags.writeable


@pytest.mark.parametrize('value', [object(), {1: 2}, type('CircularCone', (), {})(), 1j, b'x'])
def test_what_no_question_is_made_of_is_refused(value):
    with pytest.raises(InvalidInputError):
        packed(value)


@pytest.mark.parametrize(
    'document',
    [
        b'',
        b'{',
        b'\xff',
        b'{"type":"os.system","command":"true"}',
        b'{"type":"ContactMode"}',
        b'{"type":"CircularCone","friction_coefficient":-1.0}',
        b'{"type":"CircularCone","friction_coefficient":NaN}',
        b'{"type":"CircularCone","friction_coefficient":0.5,"further":1}',
        b'{"type":"ContactKind","member":"Z"}',
        b'{"type":["ContactKind"]}',
        b'{"array":[1,2,3],"shape":[2,2]}',
        b'{"array":["1"],"shape":[1]}',
        b'{"array":[1],"shape":[-1,-1]}',
        b'{"array":1,"shape":[1]}',
        b'{"shape":[1]}',
        b'[' * 100_000,
    ],
)
def test_documents_that_are_none_are_refused_in_the_family(document):
    with pytest.raises(InvalidInputError):
        unpacked(document)


def test_every_cut_and_every_flipped_byte_is_refused_or_harmless():
    """Whatever comes is a value of the known types or InvalidInputError: nothing else happens."""
    whole = packed(ModeQuestion(PLANAR_STATE, np.zeros(3), ContactMode.parse('f')))
    for end in range(len(whole)):
        with pytest.raises(InvalidInputError):
            unpacked(whole[:end])
    generator = np.random.default_rng(1)
    for place in range(len(whole)):
        spoilt = bytearray(whole)
        spoilt[place] ^= int(generator.integers(1, 256))
        with suppress(InvalidInputError):
            unpacked(bytes(spoilt))


def test_every_type_that_is_known_is_tried_above():
    tried = json.dumps(
        [
            json.loads(packed(value))
            for value in (
                QUESTION_AHEAD,
                ModeAnswer((PredictedMode(MODE, np.zeros(6), 2, inf),)),
                WrenchConeQuestion(STATE),
                find_wrench_cone(WrenchConeQuestion(PLANAR_STATE)),
            )
        ]
    )
    known = (*plain_format.RECORDS, *plain_format.ENUMERATIONS)
    assert [name for name in known if f'"{name}"' not in tried] == []


@pytest.fixture
def ends():
    made = [DocumentSocket(one) for one in socket.socketpair()]
    yield made
    for one in made:
        one.close()


def test_documents_come_whole_and_in_order_however_they_are_cut():
    ours, theirs = socket.socketpair()
    with theirs:
        end = DocumentSocket(ours)
        documents = [b'', b'a', b'b' * 70_000]
        stream = b''.join(LENGTH.pack(len(one)) + one for one in documents)
        for start in range(0, len(stream), 5000):
            assert end.received() is None or start
            theirs.sendall(stream[start : start + 5000])
            if start == 0:
                assert [end.received(), end.received()] == documents[:2]
        assert end.received() == documents[2]
        theirs.close()
        with pytest.raises(EOFError):
            end.received()
        end.close()


def test_a_side_that_does_not_read_stops_nobody(ends):
    ours, _ = ends
    with pytest.raises(BrokenPipeError):
        for _ in range(1000):
            ours.send(bytes(100_000))


def test_the_longest_question_goes_out_at_once(ends):
    ours, theirs = ends
    many = [
        ContactPoint((0.1, 0.2, index / 3), (0.0, 0.6, 0.8), SoftFinger(0.5, 0.1), 'n' * 256)
        for index in range(64)
    ]
    named = [
        ContactPoint(
            one.contact_position,
            one.contact_normal,
            one.friction,
            f'{index:0256}',
            body='b' * 256,
            other_body='o' * 256,
        )
        for index, one in enumerate(many)
    ]
    document = packed(ModeQuestion(ContactState(named), np.zeros(6)))
    ours.send(document)
    assert theirs.received() == document


def test_too_long_a_document_is_refused_unread():
    ours, theirs = socket.socketpair()
    with theirs:
        end = DocumentSocket(ours)
        theirs.sendall(LENGTH.pack(LARGEST_DOCUMENT + 1))
        with pytest.raises(ValueError, match='bytes'):
            end.received()
        end.close()
