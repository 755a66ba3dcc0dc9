# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone view --node`: a running node's contacts, wrench and status in a browser."""

from signal import SIGINT
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('viser', reason='viser is not installed (extra view)')

from chromium_page import BINARY, page_at
from ros_client import QUICK_DISCOVERY
from ros_node_talk import FRAMES, PATIENT

from frictioncone_ros.cli.main import main
from frictioncone_ros.ros.tools.terminal.caller import Caller
from frictioncone_ros.ros.tools.terminal.view import Heard

QUICK = {'status_rate': 20.0, 'recovery_ramp_duration': 0.0, **PATIENT}
LIFTED = {'static_transforms': ['base tool 0 0 0.2 0 0 0 1'], **QUICK}


@pytest.fixture
def page_process(ros_domain, monkeypatch):
    """Return a function that starts the verb; its address and the process."""
    monkeypatch.setenv('ROS_DOMAIN_ID', str(ros_domain))
    for name, value in QUICK_DISCOVERY.items():
        monkeypatch.setenv(name, value)
    started = []

    def start(*words):
        call = [sys.executable, '-m', 'frictioncone_ros.cli.main', 'view', *words, '--port', '0']
        process = subprocess.Popen(
            call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_contacts_and_wrench_are_seen_about_the_moment_centre(start_node, talk):
    start_node(autostart=True, **LIFTED)
    talking = talk()
    talking.follow()
    caller = Caller('frictioncone', 20.0)
    try:
        heard = Heard(caller)
        talking.client.repeat_until(
            lambda: (talking.send(), caller.wait_until(lambda: True, 0.0)),
            lambda: heard.is_whole,
            'contacts and an answer',
        )
        moment = heard.moment()
        assert moment.words.startswith('node: ')
        frames = FRAMES._replace(reference='tool') if hasattr(FRAMES, '_replace') else None
        assert moment.state.contact_count == 4
        assert moment.external_wrench[:3] == pytest.approx([1.0, -2.0, -30.0])
        assert frames is None or frames.reference == 'tool'
    finally:
        caller.close()


@pytest.mark.skipif(not BINARY, reason='Chromium is not installed')
@pytest.mark.slow
def test_a_page_follows_a_real_node(start_node, talk, page_process):
    start_node(autostart=True, prediction_rate=20.0, **QUICK)
    talking = talk()
    talking.follow()
    process = page_process('--node', '/frictioncone', '--timeout', '60')
    lines = []

    def is_served():
        talking.send()
        return bool(lines)

    from threading import Thread

    reader = Thread(target=lambda: lines.append(process.stdout.readline()), daemon=True)
    reader.start()
    talking.client.repeat_until(talking.send, is_served, 'the address', 60.0)
    assert '/frictioncone: look at http://localhost:' in lines[0], process.stderr.read()
    with page_at(lines[0].split('look at ')[1].split(';')[0]) as page:

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
    _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert 'Traceback' not in error


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
