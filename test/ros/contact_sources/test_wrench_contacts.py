# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The source of measured contacts over DDS: calibrated, sensed, shared."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run, ForkedNode
from geometry_msgs.msg import WrenchStamped
from ros_node_talk import three
from sensor_loads import BIAS, CENTER, gravities, MASS, true_reading
from std_srvs.srv import Trigger

from frictioncone_ros.cli.main import main
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.estimation.calibration import calibrated_load, CalibrationPose
from frictioncone_ros.estimation.calibration_files import read_load, read_poses, write_load
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions import part_to_message, snapshot_to_message
from frictioncone_ros.session.values import Snapshot

PROGRAM = ['-m', 'frictioncone_ros.ros.contact_sources.wrench_contacts']
NAME = '/wrench_contacts'
# The sensor hangs upside down above the base; the tip stands 0.2 m along its z axis.
TREE = "['base sensor 0.5 0 0.8 1 0 0 0', 'sensor tip 0 0 0.2 0 0 0 1']"
DOWN = np.array((0.0, 0.0, 9.80665))
TOUCH = np.array((0.0, 0.0, 0.23))
"""Where the tip, a ball of 30 mm, is touched from below, in the sensor's frame."""
FORCE = np.array((2.0, 0.0, -20.0))
"""From the environment on the tip, along the sensor's axes [N]."""
PRESSED = np.concatenate((FORCE, np.cross(TOUCH, FORCE)))


@pytest.fixture
def load_file(tmp_path):
    rng = np.random.default_rng(2)
    poses = [CalibrationPose(g, true_reading(g)) for g in gravities(rng, 12)]
    write_load(tmp_path / 'load.yaml', calibrated_load(poses, (0.01, 0.001)))
    return tmp_path / 'load.yaml'


def source(**parameters):
    given = {
        'surface': 'sphere 0.03',
        'surface_frame': 'tip',
        'frame': 'base',
        'static_transforms': TREE,
        **parameters,
    }
    return ForkedNode(PROGRAM, given)


class Sensor:
    """Publishes a reading again and again, and hears what is made of it."""

    def __init__(self, client):
        self.client, self.reading = client, np.zeros(6)
        client.listen(ContactStateArray, f'{NAME}/contacts')
        client.listen(WrenchStamped, f'{NAME}/compensated_wrench')
        self.publisher = client.node.create_publisher(WrenchStamped, f'{NAME}/wrench', 10)

    @property
    def snapshots(self):
        return self.client.received[f'{NAME}/contacts']

    @property
    def compensated(self):
        return self.client.received[f'{NAME}/compensated_wrench']

    def send(self):
        stamp = self.client.node.get_clock().now().nanoseconds
        self.publisher.publish(part_to_message(self.reading, 'wrench', 'sensor', stamp))

    def until(self, condition, what, also=None):
        def send():
            self.send()
            if also:
                also()

        self.client.repeat_until(send, condition, what, 30.0)

    def next(self, reading, count, also=None):
        """Send a reading until a snapshot of so many contacts comes; return it."""
        self.reading = reading
        heard = len(self.snapshots)
        found = []

        def come():
            found[:] = [one for one in self.snapshots[heard:] if len(one.contacts) == count]
            return bool(found)

        self.until(come, f'a snapshot of {count} contacts', also)
        return found[-1]


@pytest.fixture
def sensor(client):
    return Sensor(client)


def test_a_calibrated_reading_becomes_a_contact_and_free_space(sensor, load_file):
    with source(load_file=load_file):
        message = sensor.next(true_reading(DOWN) + PRESSED, 1)
        contact = message.contacts[0]
        assert message.header.frame_id == 'base'
        # Base axes: x as the sensor's, y and z turned round.
        position = contact.point.position
        where = np.array((position.x, position.y, position.z))
        assert np.allclose(where, (0.5, 0.0, 0.8 - 0.23), atol=1e-4)
        assert np.allclose(three(contact.point.normal), (0, 0, 1), atol=1e-2)
        assert contact.has_force and np.allclose(three(contact.force), (2, 0, 20), atol=0.05)
        assert contact.has_position_covariance and contact.has_normal_covariance
        assert contact.has_force_covariance and contact.force_covariance[0] > 0.009
        assert contact.probability > 0.999
        sensor.until(lambda: sensor.compensated, 'the compensated wrench')
        measured = sensor.compensated[-1]
        assert measured.header.frame_id == 'sensor'
        assert np.allclose(three(measured.wrench.force), FORCE, atol=0.05)
        assert not sensor.next(true_reading(DOWN), 0).contacts


def test_the_other_sign_of_a_sensor_is_turned(sensor):
    with source(sensor_sign=-1):
        assert sensor.next(-PRESSED, 1).contacts[0].force.z == pytest.approx(20.0)


def test_a_wrench_that_fits_nowhere_and_a_frame_not_known_are_silence(sensor):
    with source():
        sensor.next(np.zeros(6), 0)
        sensor.reading = np.concatenate((FORCE, np.cross(TOUCH + 0.5, FORCE)))
        heard = len(sensor.compensated)
        sensor.until(lambda: len(sensor.compensated) > heard + 3, 'more readings')
        told = len(sensor.snapshots)
        heard = len(sensor.compensated)
        sensor.until(lambda: len(sensor.compensated) > heard + 3, 'more readings')
        assert len(sensor.snapshots) == told


def test_known_contacts_get_their_part_and_sliding_tells_friction(client, sensor):
    feet = ContactState(
        [
            ContactPoint((0.5 + x, 0, 0.57), (0, 0, 1.0), CircularCone(0.5), name=f'foot {x}')
            for x in (-0.05, 0.05)
        ]
    )
    publisher = client.node.create_publisher(ContactStateArray, f'{NAME}/known_contacts', 10)
    late, said = 0, {0}

    def say():
        stamp = client.node.get_clock().now().nanoseconds - late if late is not None else 0
        said.add(stamp)
        message = snapshot_to_message(Snapshot(feet, 'base', stamp))
        for contact in message.contacts:
            contact.has_relative_velocity = True
            contact.relative_velocity.y = 0.05
            contact.point.friction_uncertainty = 0.3
        publisher.publish(message)

    # Across the line between the feet: along it, who carries what is not told.
    forces = [np.array((0, 2.0, -10.0)), np.array((0, 4.0, -20.0))]
    places = [np.array((x, 0, 0.23)) for x in (-0.05, 0.05)]
    reading = sum(
        np.concatenate((force, np.cross(place, force)))
        for force, place in zip(forces, places, strict=True)
    )
    with source(known_timeout=5.0):
        message = sensor.next(reading, 2, say)
        # Of a second ago: what is told of them is no younger, whatever the sensor reads now.
        late = 1_000_000_000
        sensor.next(reading, 2, say)
        first = nanoseconds(sensor.snapshots[-1])
        sensor.until(lambda: nanoseconds(sensor.snapshots[-1]) != first, 'older contacts', say)
        assert nanoseconds(sensor.snapshots[-1]) in said
        assert (
            client.node.get_clock().now().nanoseconds - nanoseconds(sensor.snapshots[-1]) >= late
        )
        # Of no time: of when they came.
        late, unstamped = None, client.node.get_clock().now().nanoseconds
        sensor.until(lambda: nanoseconds(sensor.snapshots[-1]) > unstamped, 'unstamped ones', say)
        # Measured long ago, and still coming: they are not made fresh by a fresh wrench.
        late = 60_000_000_000
        # Contacts of no time are refused; they do not end the source.
        broken = ContactStateArray()
        broken.header.stamp.sec = -1
        publisher.publish(broken)
        sensor.next(reading, 1, say)
    pushes = [contact.force.z for contact in message.contacts]
    assert np.allclose(pushes, (10.0, 20.0), atol=0.5)
    for contact in message.contacts:
        assert contact.has_force and contact.has_force_covariance
        middle, half = contact.point.friction_coefficient, contact.point.friction_uncertainty
        # All slides with a ratio of 0.2, the prior's least: it is never left.
        assert middle - half == pytest.approx(0.2) and middle + half < 0.8
    assert message.header.stamp.sec > 1


def nanoseconds(message):
    return message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec


def test_poses_are_recorded_calibrated_and_used(client, sensor, tmp_path):
    poses = tmp_path / 'poses.yaml'
    turns = [
        (0, 0, 0, 1),
        (1, 0, 0, 0),
        (0.7071068, 0, 0, 0.7071068),
        (0, 0.7071068, 0, 0.7071068),
    ]
    for count, (x, y, z, w) in enumerate(turns, start=1):
        tree = f"['base sensor 0 0 0 {x} {y} {z} {w}']"
        file = tmp_path / f'pose_{count}.yaml'
        with ForkedNode(PROGRAM, {'static_transforms': tree, 'poses_file': file}):
            down = gravity_along(x, y, z, w)
            sensor.reading = true_reading(down)
            heard = len(sensor.compensated)
            sensor.until(lambda heard=heard: len(sensor.compensated) > heard + 30, 'readings')
            answer = client.call(Trigger, f'{NAME}/record_pose', Trigger.Request())
            assert answer.success, answer.message
    lines = ['poses:']
    for count in range(1, 5):
        pose = read_poses(tmp_path / f'pose_{count}.yaml')[0]
        lines.append(f'- {{gravity: {pose.gravity.tolist()}, wrench: {pose.wrench.tolist()}}}')
    poses.write_text('\n'.join(lines), encoding='utf-8')
    assert main(['calibrate', str(poses), '-o', str(tmp_path / 'load.yaml')]) == 0
    load = read_load(tmp_path / 'load.yaml')
    assert load.mass == pytest.approx(MASS, rel=1e-3)
    assert np.allclose(load.center_of_mass, CENTER, atol=1e-4)
    assert np.allclose(load.bias, BIAS, atol=1e-2)


def gravity_along(x, y, z, w):
    """Gravity along the axes of a sensor turned by a quaternion in a frame whose z is up."""
    up = np.array((2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))
    return -9.80665 * up


def test_zero_takes_the_bias_and_nothing_else(client, sensor, load_file):
    drift = np.array((0.0, 5.0, 0.0, 0.0, 0.0, 0.5))
    with source(load_file=load_file):
        sensor.reading = true_reading(DOWN) + drift
        sensor.until(lambda: len(sensor.compensated) > 20, 'readings')
        answer = client.call(Trigger, f'{NAME}/zero', Trigger.Request())
        assert answer.success, answer.message
        sensor.next(true_reading(DOWN) + drift, 0)
        pressed = sensor.next(true_reading(DOWN) + drift + PRESSED, 1)
    assert np.allclose(three(pressed.contacts[0].force), (2, 0, 20), atol=0.1)


def test_what_cannot_be_recorded_is_said(client, sensor):
    with source():
        answer = client.call(Trigger, f'{NAME}/record_pose', Trigger.Request())
        assert not answer.success and 'poses_file' in answer.message
        answer = client.call(Trigger, f'{NAME}/zero', Trigger.Request())
        assert not answer.success and 'number of readings' in answer.message


@pytest.mark.parametrize(
    'name, value, said',
    [
        ('surface', 'cube 1', 'shape'),
        ('load_file', '/nowhere/load.yaml', 'readable'),
        ('sensor_sign', 2, 'sensor_sign'),
        ('force_made', 0.5, 'force_made'),
        ('force_deviation', 0.0, 'force_deviation'),
        ('moment_deviation', '.nan', 'moment_deviation'),
        ('surface_deviation', -1.0, 'surface_deviation'),
        ('friction_coefficient', -0.1, 'friction_coefficient'),
        ('friction_uncertainty', '.inf', 'friction_uncertainty'),
        ('gravity', 0.0, 'gravity'),
        ('rate', 5000.0, 'rate'),
        ('rate', 'fast', 'rate'),
        ('known_timeout', -1.0, 'known_timeout'),
        ('static_transforms', "['base']", 'static_transforms'),
    ],
)
def test_wrong_parameters_end_it_with_one_sentence(ros_domain, name, value, said):
    words = ['--ros-args', '-p', f'{name}:={value}']
    done = forked_run([*PROGRAM, *words], 60)
    assert done.returncode == 1
    assert said in done.stderr and 'Traceback' not in done.stderr
