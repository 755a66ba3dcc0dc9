# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone view --node`: a running node's contacts, wrench and status in a browser."""

from signal import SIGINT
import subprocess
import sys
from threading import Thread
from urllib.parse import urlsplit

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from chromium_page import BINARY, page_at
import numpy as np
import rclpy
from rclpy.parameter import Parameter
from ros_client import QUICK_DISCOVERY
from ros_node_talk import FLOOR, PATIENT

from frictioncone_ros.cli.main import main
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.msg import FilteredCommand
from frictioncone_ros.node_interface import node_settings, PARAMETERS
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.tools.terminal.caller import Caller
from frictioncone_ros.ros.tools.terminal.contacts import TYPE
from frictioncone_ros.ros.tools.terminal.view import LatestMessages
from frictioncone_ros.session.values import Frames, Snapshot

QUICK = {'status_rate': 20.0, 'recovery_ramp_duration': 0.0, **PATIENT}
LIFTED = {'static_transforms': ['base tool 0 0 0.2 0 0 0 1'], **QUICK}


@pytest.fixture
def page_process(ros_domain, monkeypatch):
    """Return a function that starts the verb; its address and the process."""
    pytest.importorskip('viser', reason='viser is not installed (extra view)')
    monkeypatch.setenv('ROS_DOMAIN_ID', str(ros_domain))
    for name, value in QUICK_DISCOVERY.items():
        monkeypatch.setenv(name, value)
    started = []

    def start(*words):
        call = [sys.executable, '-m', 'frictioncone_ros.cli.main', 'view', *words, '--port', '0']
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_contacts_and_wrench_are_seen_about_the_moment_centre(start_node, talk):
    start_node(autostart=True, **LIFTED)
    talking = talk()
    frames = Frames('base', 'tool', 'tool')
    # A push through the tool, 0.2 m above the floor.
    make = lambda: talking.command((1.0, -2.0, -30.0, 0.0, 0.0, 0.0), frames=frames)  # noqa: E731
    rclpy.init(args=[])
    caller = Caller('frictioncone', 20.0)
    try:
        heard = LatestMessages(caller)
        talking.connect()
        talking.client.repeat_until(
            lambda: (talking.send(make), caller.wait_until(lambda: False, 0.02)),
            lambda: heard.is_whole and heard.moment().words.startswith('node: OK'),
            'contacts and an answer',
        )
        moment = heard.moment()
    finally:
        caller.close()
        rclpy.try_shutdown()
    assert moment.state.positions[:, 2] == pytest.approx([-0.2] * 4)
    assert moment.external_wrench == pytest.approx([1.0, -2.0, -30.0, 0.0, 0.0, 0.0])


class KnownNode:
    """A caller of a node with these parameters, which says nothing by itself."""

    target = '/frictioncone'

    def __init__(self, values):
        self.values, self.node = values, self

    def call(self, kind, name, request):
        given = [Parameter(one, value=self.values[one]) for one in request.names]
        return kind.Response(values=[one.get_parameter_value() for one in given])

    def wait_until(self, is_so):
        return is_so()

    def create_subscription(self, *listened):
        pass

    def get_subscriber_names_and_types_by_node(self, *name):
        return [(f'{self.target}/contacts', [TYPE])]


@pytest.mark.parametrize(
    'given',
    [
        {},
        {'normal_deviations': 0.0},
        {'normal_errors': 'joint'},
        {'normal_errors': 'joint', 'common_normal_error': 0.5},
        {'friction_confidence': 0.0},
        {'contact_probability': 0.9},
    ],
    ids=str,
)
def test_contacts_are_seen_as_the_node_takes_them(given):
    message = snapshot_to_message(Snapshot(FLOOR, 'base', 1))
    for contact, deviation in zip(message.contacts, (0.02, 0.03, 0.05, 0.04), strict=True):
        contact.has_normal_covariance = True
        contact.normal_covariance = (deviation**2 * np.eye(3)).ravel()
        contact.point.friction_uncertainty = 0.1
    message.contacts[0].probability = 0.8
    defaults = {one.name: one.default for one in PARAMETERS}
    heard = LatestMessages(KnownNode({**defaults, **given}))
    heard.contacts, heard.answer = message, FilteredCommand()
    heard.answer.header.frame_id = heard.answer.controlled_frame_id = 'base'
    told = admitted_snapshot(message, node_settings(given)).state
    shown = heard.moment().state
    assert shown.names == told.names
    assert shown.frictions == told.frictions


@pytest.mark.skipif(not BINARY, reason='Chromium is not installed')
@pytest.mark.slow
def test_a_page_follows_a_real_node(start_node, talk, page_process):
    start_node(autostart=True, prediction_rate=20.0, **QUICK)
    talking = talk()
    talking.connect()
    process = page_process('--node', '/frictioncone', '--timeout', '60')
    lines = []
    reader = Thread(target=lambda: [lines.append(line) for line in process.stdout], daemon=True)
    reader.start()

    def address():
        return next(
            (line for line in lines if '/frictioncone: look at http://localhost:' in line), ''
        )

    talking.client.repeat_until(talking.send, address, 'the address', 60.0)
    with page_at(address().split('look at ')[1].split(';')[0]) as page:

        def until(expression):
            talking.client.repeat_until(
                talking.send, lambda: page.value(expression), expression, 60.0
            )

        until("document.body.innerText.includes('node: OK')")
        until("document.body.innerText.includes('status: carried')")
        assert 'follow the node' in page.text()
        # The node projects what cannot be carried, and the page says it.
        strong = (40.0, 0.0, -30.0, 0.0, 0.0, 0.0)
        make = lambda: talking.command(strong)  # noqa: E731
        talking.client.repeat_until(
            lambda: talking.send(make),
            lambda: page.value("document.body.innerText.includes('node: INFEASIBLE')"),
            'the new status',
            60.0,
        )
        hosts = {urlsplit(url).hostname for url in page.requests if url[:4] in {'http', 'ws:/'}}
        assert hosts <= {'localhost', '127.0.0.1'}
    process.send_signal(SIGINT)
    assert process.wait(timeout=30) == 130
    reader.join(timeout=30)
    assert 'Traceback' not in process.stderr.read()


def test_a_node_that_is_not_there_is_said(page_process):
    process = page_process('--node', '/left/frictioncone', '--timeout', '1')
    _, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert '/left/frictioncone' in error


@pytest.mark.parametrize(
    'words, said',
    [
        ([], 'a scene, a recording, or --node NAME'),
        (['--node', '/frictioncone', '--params', 'a.yaml'], 'nothing beside a running node'),
    ],
)
def test_bad_options_are_refused(words, said, capsys):
    assert main(['view', *words]) == 2
    assert said in capsys.readouterr().err
