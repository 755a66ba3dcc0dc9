# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The process that predicts is killed in the middle of it: commands and predictions go on."""

import os
import signal

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import is_followed, NODE, PATIENT
from worker_processes import worker_processes

from frictioncone_ros.contact import ContactPoint, ContactState, SoftFinger
from frictioncone_ros.msg import ContactModePrediction

RING = ContactState(
    [
        ContactPoint((np.cos(angle), np.sin(angle), 0.0), (0.0, 0.0, 1.0), SoftFinger(0.5, 0.02))
        for angle in np.arange(16) * np.pi / 8
    ]
)
TIPPING = (14.0, 0.0, -30.0, 0.0, 8.0, 1.0)
"""A wrench on the ring for which modes are searched for long."""
COMMANDS = 3
"""So many commands after a prediction the next one is asked for, and far from answered."""


def test_commands_and_predictions_go_on_when_the_predictor_is_killed(client, start_node, talk):
    process = start_node(
        autostart=True,
        recovery_ramp_duration=0.0,
        prediction_rate=100.0,
        prediction_time_limit=0.5,
        **PATIENT,
    )
    talking = talk()
    talking.contacts = RING

    def tipping():
        return talking.command(TIPPING)

    def answered(since):
        return len(talking.answers) > since

    client.listen(ContactModePrediction, f'{NODE}/contact_modes')
    predictions = client.received[f'{NODE}/contact_modes']
    talking.until(lambda: predictions, 'a prediction', tipping)
    assert predictions[-1].compute_time > 0.1, 'too short to be killed in the middle'
    [old] = worker_processes(process.process.pid)
    # Stopped, it answers no question: with the next commands one is open, and it dies over it.
    os.kill(old, signal.SIGSTOP)
    begun, heard = len(talking.answers), len(predictions)
    talking.until(lambda: answered(begun + COMMANDS), 'the next question', tipping)
    os.kill(old, signal.SIGKILL)

    def place():
        """Return which prediction says that the process died."""
        return next(
            (index for index, one in enumerate(predictions[heard:], heard) if 'died' in one.text),
            None,
        )

    # Each topic comes by its own way: the word may be heard before the next answer.
    talking.until(
        lambda: place() is not None and answered(begun), 'the word that it died', tipping
    )
    heard_of = len(talking.answers)
    talking.until(
        lambda: predictions[place() + 1 :] and answered(heard_of),
        'a prediction of the new process, and answers meanwhile',
        tipping,
    )
    assert 'died' not in predictions[-1].text
    assert predictions[-1].compute_time > 0.1
    [new] = worker_processes(process.process.pid)
    assert new != old
    assert all(is_followed(answer) for answer in talking.answers[begun:])
