# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The live view in a browser: it opens on the contacts, and answers what is changed there."""

from dataclasses import replace
import re
from signal import SIGINT
import subprocess
import sys
from urllib.parse import urlsplit

import numpy as np
import pytest

pytest.importorskip('viser', reason='viser is not installed (extra view)')

from chromium_page import BINARY, page_at
from transcripts import compare_with_transcript

from frictioncone_ros.contact import ContactState
from frictioncone_ros.scenario import load_scenario
from frictioncone_ros.viewer.contact_view import ContactView

LEAST_PIXELS = 40
STATE = load_scenario('box_on_table').required_state()
CHROMIUM = pytest.mark.skipif(not BINARY, reason='Chromium is not installed')


@pytest.fixture
def view():
    scene = load_scenario('box_on_table')
    found = ContactView(scene.required_state(), scene.required_wrench(), 0)
    yield found
    found.close()


def test_wrench_and_friction_change_the_answer(view):
    assert view.answer.words == ('status: carried', 'margin: 1.52 N', 'modes: ffff')
    view.set_wrench([12.0, 0.0, -19.62, 0.0, 0.0, 0.0])
    assert view.answer.words[0] == 'status: not carried'
    view.set_friction(2.0)
    assert view.answer.words[0] == 'status: carried'
    one = load_scenario('ladder')
    view.show(one.required_state(), one.required_wrench(), 'another instant')
    assert view.answer.forces.shape == (2, 2)


def cone_boxes(path):
    """Return width and height [pixels] of what is blue and large in a picture, panel left out."""
    from matplotlib.image import imread
    from scipy.ndimage import find_objects, label

    image = imread(path)[..., :3]
    blue = (image[..., 2] - image[..., 0] > 0.2) & (image[..., 2] > 0.5)
    blue[:200, :] &= np.arange(blue.shape[1]) < 930
    found = find_objects(label(blue)[0])
    boxes = [(x.stop - x.start, y.stop - y.start) for y, x in found]
    return [box for box in boxes if min(box) >= LEAST_PIXELS]


@CHROMIUM
@pytest.mark.slow
def test_a_page_opens_on_the_cones_and_follows_the_wrench(view, tmp_path):
    with page_at(f'http://localhost:{view.port}') as page:
        page.wait_for("document.body.innerText.includes('margin: 1.52 N')")
        assert all(word in page.text() for word in (*view.answer.words, 'friction x', 'fx', 'tz'))
        for _ in range(100):
            boxes = cone_boxes(page.picture(tmp_path / 'view.png'))
            if len(boxes) == 4:
                break
        assert len(boxes) == 4, 'each of four cones is to be seen, 40 pixels and more'
        view.set_wrench([12.0, 0.0, -19.62, 0.0, 0.0, 0.0])
        page.wait_for("document.body.innerText.includes('status: not carried')")
        hosts = {urlsplit(url).hostname for url in page.requests if url[:4] in {'http', 'ws:/'}}
        assert hosts <= {'localhost', '127.0.0.1'}


@CHROMIUM
@pytest.mark.slow
def test_a_person_moves_the_friction_and_the_wrench(view):
    """As hands do it, with the keyboard: the friction's slider, then that of a force."""
    touched = []
    view.when_touched(lambda: touched.append(True))
    with page_at(f'http://localhost:{view.port}') as page:
        page.wait_for("document.body.innerText.includes('margin: 1.52 N')")
        page.wait_for("document.querySelectorAll('[role=slider]').length == 7")
        assert page.value("document.querySelectorAll('[role=slider]')[0].focus(); 1")
        page.key('Home')  # no friction at all
        page.wait_for("document.body.innerText.includes('status: not carried')")
        assert view.answer.margin < 0.0
        assert not touched
        page.value("document.querySelectorAll('[role=slider]')[0].focus()")
        page.key('End')
        page.wait_for("document.body.innerText.includes('status: carried')")
        assert view.answer.margin > 1.52
        page.value("document.querySelectorAll('[role=slider]')[1].focus()")
        page.key('End')  # fx
        page.wait_for("!document.body.innerText.includes('modes: ffff')")
        assert touched


def test_a_handle_that_is_dragged_sets_the_force(view):
    from types import SimpleNamespace

    touched = []
    view.when_touched(lambda: touched.append(True))
    place = np.array([12.0, 0.0, -19.62]) * view.metres_per_newton
    view.dragged(SimpleNamespace(target=SimpleNamespace(position=place)))
    assert touched
    assert view.answer.words[0] == 'status: not carried'
    view.show(*[load_scenario('box_on_table').required_state(), np.zeros(6)])
    assert view.answer.words[0] == 'status: carried'


def test_names_with_slashes_have_nodes_of_their_own(view, recwarn):
    contacts = zip(STATE.contacts, ('a', 'a/b', 'a/b/c', '\u7bb1'), strict=True)
    named = [replace(contact, name=name) for contact, name in contacts]
    state = replace(STATE, contacts=named)
    for push in (1.0, 2.0):
        view.show(state, np.array([push, 0.0, -19.62, 0.0, 0.0, 0.0]))
    assert not [one for one in recwarn if 'already removed' in str(one.message)]


def test_a_page_without_contacts_opens():
    page = ContactView(ContactState([], dimension=6), np.zeros(6), 0)
    assert page.answer.words[0] == 'status: carried'
    page.close()


def test_a_handle_that_went_nowhere_changes_nothing(view):
    from types import SimpleNamespace

    view.dragged(SimpleNamespace(target=SimpleNamespace(position=[np.nan, 0.0, 0.0])))
    assert view.answer.words[1] == 'margin: 1.52 N'


def test_the_verb_serves_until_it_is_interrupted():
    process = subprocess.Popen(
        [sys.executable, '-m', 'frictioncone_ros.cli.main', 'view', 'peg', '--port', '0'],
        stdout=subprocess.PIPE,
        text=True,
    )
    line = next(line for line in process.stdout if 'look at' in line)
    process.send_signal(SIGINT)
    process.communicate(timeout=30)
    shown = re.sub(r'\d+', '#', f'$ frictioncone view peg --port 0\n{line}')
    compare_with_transcript('view', shown)
    assert process.returncode == 130
