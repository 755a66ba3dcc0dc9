# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is refused for when it comes: old contact snapshots."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray
from ros_node_talk import FLOOR, force, NODE, NOTHING, PATIENT

from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.session.values import Snapshot

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}


def test_contacts_out_of_order_are_dropped_and_counted(client, start_node, talk):
    start_node(autostart=True, diagnostics_rate=10.0, **PATIENT, **QUICK)
    talking = talk()
    client.listen(DiagnosticArray, '/diagnostics')
    heard = client.received['/diagnostics']
    publisher = client.publisher(ContactStateArray, f'{NODE}/contacts')

    def dropped():
        values = {entry.key: entry.value for entry in heard[-1].status[0].values} if heard else {}
        return int(values.get('dropped: contacts out of order', 0))

    def send(*snapshots):
        for snapshot in snapshots:
            publisher.publish(snapshot_to_message(snapshot))
        return talking.command()

    old = Snapshot(NOTHING, 'base', talking.stamp())
    talking.follow()
    begun = len(talking.answers)
    talking.until(lambda: dropped() >= 3, 'dropped snapshots', lambda: send(old))
    # Where there are no stamps, the sender's count tells.
    talking.contacts, before, numbered = None, dropped(), Snapshot(FLOOR, 'base', 0, 10)
    talking.answer(
        lambda answer: not answer.contacts_stamp.sec,
        'contacts without a stamp',
        lambda: send(numbered),
    )
    talking.until(
        lambda: dropped() >= before + 3,
        'snapshots dropped by their count',
        lambda: send(Snapshot(NOTHING, 'base', 0, 9)),
    )
    talking.follow()
    assert talking.answers[-1].status.dropped_count >= before + 3
    assert all(force(answer)[2] == -30.0 for answer in talking.answers[begun:])
