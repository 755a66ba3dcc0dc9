# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The probe that measures round trips: with contacts that stay, and with such as are estimated."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from ros_node_talk import NODE, PATIENT

from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.runtime.qos import INPUT


@pytest.fixture
def make_probe(ros_domain):
    """Return a function that makes probes, which live in the process's own context."""
    import rclpy

    from frictioncone_ros.ros.tools.probe import Probe

    rclpy.init()
    made = []

    def make(*arguments):
        made.append(Probe(*arguments))
        return made[-1]

    yield make
    for probe in made:
        probe.destroy_node()
    rclpy.try_shutdown()


@pytest.mark.parametrize('noise', [0.0, 1e-4])
def test_it_is_answered_and_its_contacts_are_as_asked_for(noise, start_node, make_probe, client):
    start_node(autostart=True, prediction_rate=0.0, recovery_ramp_duration=0.0, **PATIENT)
    probe = make_probe(NODE, 'probe', noise)
    heard = []
    client.node.create_subscription(ContactStateArray, f'{NODE}/contacts', heard.append, INPUT)
    assert probe.wait_for_target(20.0)
    report = probe.run(seconds=0.5, rate=100.0)
    assert 0 < report.received <= report.sent
    assert 'OK' in report.named_codes()
    for count in range(len(heard), len(heard) + 4):
        probe.run(seconds=0.05, rate=100.0)
        client.wait_until(lambda count=count: len(heard) > count, 'a snapshot')
    places = {message.contacts[0].point.position.x for message in heard}
    assert (len(places) == 1) == (noise == 0.0)
