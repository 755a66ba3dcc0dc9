# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Finite numbers that mean nothing, up to 1e11, in a turned frame: all that is said is finite."""

from math import isfinite

from message_numbers import numbers_in
import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import AccelStamped, TwistStamped, WrenchStamped
from ros_node_talk import FLOOR, NODE
from visualization_msgs.msg import MarkerArray

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger
from frictioncone_ros.msg import ContactModePrediction, FilteredCommand, FilterStatus, WrenchCone
from frictioncone_ros.ros.conversions import command_to_message
from frictioncone_ros.session.values import FramedCommand, Frames, PARTS

ABSURD = 1e11
TREE = (
    "['base tool 0 0 0.1 0 0 0 1', 'base turned 1 2 3 0.1 0.5 0.7 0.5', "
    "'turned far 100000000000 -100000000000 100000000000 0.5 0.5 0.5 0.5']"
)
HELD = {'object_mass': 1.0, 'object_inertia': '[0.01, 0.01, 0.01, 0.0, 0.0, 0.0]'}
NOT_HELD = {}
LISTENED = {
    'filtered_command': FilteredCommand,
    'filtered_wrench': WrenchStamped,
    'filtered_twist': TwistStamped,
    'filtered_accel': AccelStamped,
    'status': FilterStatus,
    'contact_modes': ContactModePrediction,
    'wrench_cone': WrenchCone,
    'markers': MarkerArray,
}


def moved(random, size, friction):
    """Return the floor's contacts, each somewhere within `size` [m] and with this friction."""
    return ContactState(
        [
            ContactPoint(size * random.uniform(-1, 1, 3), (0.0, 0.0, 1.0), friction, name=one.name)
            for one in FLOOR.contacts
        ]
    )


REFUSED = {FilterStatus.INTERNAL_ERROR, FilterStatus.INVALID_CONTACTS}
"""An answer with one of these is still told in the frames of the command before."""


def absurd_contacts(random):
    feet = FLOOR.contacts
    conveyor = ContactPoint(
        (0.2, 0.0, 0.0),
        (0.0, 0.6, 0.8),
        CircularCone(0.5),
        name='conveyor',
        surface_velocity=ABSURD * random.uniform(-1, 1, 3),
        curvature=ABSURD * np.eye(2),
    )
    far = ContactPoint((ABSURD, -ABSURD, 1.0), (0.0, 0.0, 1.0), CircularCone(0.5), name='far')
    return {
        'ordinary': FLOOR,
        'far away': moved(random, ABSURD, CircularCone(0.5)),
        'some far away': ContactState([*feet[:2], far]),
        'rough': moved(random, 0.1, SoftFinger(ABSURD, ABSURD)),
        'moving': ContactState([*feet, conveyor], twist=ABSURD * random.uniform(-1, 1, 6)),
    }


def absurd_parts(random):
    """Yield numbers for the three parts: all absurd, at the limit, and great beside small."""
    yield ABSURD * random.uniform(-1, 1, (3, 6))
    yield ABSURD * random.choice((-1.0, 1.0), (3, 6))
    yield random.choice((-1.0, 1.0), (3, 6)) * ABSURD ** random.uniform(-1, 1, (3, 6))


@pytest.mark.parametrize(
    ('held', 'references'),
    [
        (HELD, ('far', '', 'base')),
        (NOT_HELD, ('far', '')),
    ],
    ids=['held', 'not held'],
)
def test_absurd_numbers_never_lead_to_one_that_is_not_finite(
    client, start_node, talk, held, references
):
    process = start_node(
        autostart=True,
        static_transforms=TREE,
        recovery_ramp_duration=0.0,
        prediction_rate=100.0,
        prediction_time_limit=0.02,
        stop_publish_timeout=600.0,  # what is refused is answered, however slow this process is
        **held,
    )
    talking = talk()
    for topic, kind in LISTENED.items():
        if kind not in (FilteredCommand, FilterStatus):
            client.listen(kind, f'{NODE}/{topic}')
    random = np.random.default_rng(11)

    def send(parts, frames):
        talking.sequence += 1
        return command_to_message(
            FramedCommand(
                frames, dict(zip(PARTS, parts, strict=True)), talking.stamp(), talking.sequence
            )
        )

    predictions = client.received[f'{NODE}/contact_modes']
    talking.until(lambda: predictions, 'a prediction')
    for name, contacts in absurd_contacts(random).items():
        talking.contacts = contacts
        for reference in references:
            frames = Frames('turned', 'tool', reference)
            for parts in absurd_parts(random):
                begun = talking.sequence + 5
                answer = talking.answer(
                    lambda one, begun=begun: (
                        one.command_sequence > begun or REFUSED.intersection(one.status.codes)
                    ),
                    f'an answer to {name} about {reference!r}',
                    lambda parts=parts, frames=frames: send(parts, frames),
                )
                if not REFUSED.intersection(answer.status.codes):
                    assert answer.has_wrench and answer.has_twist and answer.has_accel
                # So far away an inertia is none any more, and that is said.
                assert FilterStatus.INTERNAL_ERROR not in answer.status.codes or (
                    held and reference == 'far'
                ), answer.status.text
        if 'far away' in name:  # refused by max_contact_distance, and so not predicted
            continue
        predicted = len(predictions)
        # The first of them may have been asked before.
        talking.until(
            lambda predicted=predicted: len(predictions) >= predicted + 2,
            f'predictions for {name}',
            lambda parts=parts, frames=frames: send(parts, frames),
        )
    talking.contacts = FLOOR
    talking.follow()
    # Cone and markers are drawn when there is time for them.
    talking.until(
        lambda: all(client.received[f'{NODE}/{topic}'] for topic in LISTENED),
        'word on every topic',
    )
    for topic in LISTENED:
        heard = client.received[f'{NODE}/{topic}']
        assert all(isfinite(number) for one in heard for number in numbers_in(one)), topic
    assert process.process.poll() is None
