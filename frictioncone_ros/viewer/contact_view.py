# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts, friction cones, a wrench and its answer in a web browser, to be changed there."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any
from urllib.parse import quote

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.session.marker_shapes import CONE_HEIGHT, cone_triangles
from frictioncone_ros.spatial import Array, as_wrench, PLANAR
from frictioncone_ros.viewer.answers import answer_of, ViewAnswer, with_friction_scaled

CONE_SHARE = 0.3
"""Height of a cone beside the size of all contacts together [-]."""
SMALLEST = 1e-3
"""Contacts closer together than this count as one [m]."""
ALONE = 0.1
"""Size of a scene with one contact [m]."""
LONGEST = 1.5
"""Of an arrow, beside the scene's size; a greater force is drawn no longer [-]."""
DISTANCE = 1.9
"""From the camera to the middle, in parts of the scene's size; cones have over 40 pixels [-]."""
DIRECTION = np.array([0.55, -1.0, 0.65])
"""From the middle to the camera at first sight, in space."""
LARGEST_FACTOR = 3.0
"""Greatest factor of all friction coefficients that can be set [-]."""
REACH = 2.0
"""Greatest component of a wrench that can be set, in parts of its largest force [-]."""
STUCK, LIMIT, REFUSED, FORCE = (0, 114, 178), (230, 159, 0), (213, 94, 0), (0, 158, 115)
ABOUT_TO_SLIP = 0.99
"""Share of friction used from which a cone has the colour of its limit [-]."""
NAMES = {3: ('fx', 'fy', 'tau'), 6: ('fx', 'fy', 'fz', 'tx', 'ty', 'tz')}


class ContactView:
    """
    A web page at http://localhost:PORT with contacts and a wrench.

    Sliders set the wrench and the friction, a handle at the arrow's tip drags the force; words
    say margin, status and modes. show() puts another instant there, as of a recording.
    """

    def __init__(
        self,
        state: ContactState,
        external_wrench: Array,
        port: int = 8080,
        preload: Array | None = None,
    ) -> None:
        """
        Start the server with a state and an external wrench (d,) on the body [N, Nm].

        preload: (k,) normal force of each contact without any wrench [N], of this state only.
        """
        self._lock = RLock()
        self._server = _viser().ViserServer(host='127.0.0.1', port=port, verbose=False)
        self._state, self._factor, self._preload = state, 1.0, preload
        self._wrench = as_wrench(external_wrench, state.dimension, 'external wrench').copy()
        self._handles: list[Any] = []
        self._touched: Callable[[], None] | None = None
        places = _three(state.positions)
        extent = float(np.ptp(places, axis=0).max()) if len(places) else 0.0
        self._size = extent if extent > SMALLEST else ALONE
        self._newton = self._size / (float(np.abs(self._wrench[: self._axes]).max()) or 1.0)
        self._look()
        self._panel()
        self._handle()
        self._update()

    @property
    def port(self) -> int:
        """Port of the web page."""
        return int(self._server.get_port())

    @property
    def answer(self) -> ViewAnswer:
        """What the page says now."""
        return self._answer

    @property
    def metres_per_newton(self) -> float:
        """Length of the arrow of 1 N [m]."""
        return self._newton

    @property
    def line(self) -> str:
        """The words above the answer."""
        return self._line

    @property
    def server(self) -> Any:
        """The page's server, for further controls."""
        return self._server

    def show(self, state: ContactState, external_wrench: Array, line: str = '') -> None:
        """Show other contacts and another wrench, and a line of words above the answer."""
        with self._lock:
            self._state, self._line, self._preload = state, line, None
            self._wrench = np.array(external_wrench)
            self._set_sliders()
            self._update()

    def when_touched(self, call: Callable[[], None]) -> None:
        """Call back, from now on, when a person sets the wrench."""
        self._touched = call

    def set_wrench(self, external_wrench: Array) -> None:
        """Ask for another wrench (d,), as its sliders do."""
        with self._lock:
            self._wrench = as_wrench(external_wrench, self._state.dimension, 'wrench').copy()
            self._update()

    def set_friction(self, factor: float) -> None:
        """Multiply all friction coefficients by a factor, as its slider does."""
        with self._lock:
            self._factor = float(factor)
            self._update()

    def close(self) -> None:
        """Stop the server."""
        self._server.stop()

    @property
    def _axes(self) -> int:
        return 2 if self._state.dimension == PLANAR else 3

    def _look(self) -> None:
        """Open on the contacts, all of them in view."""
        scene, camera = self._server.scene, self._server.initial_camera
        planar = self._state.dimension == PLANAR
        scene.set_up_direction('+y' if planar else '+z')
        places = _three(self._state.positions)
        middle = places.mean(axis=0) if len(places) else np.zeros(3)
        direction = np.array([0.0, 0.1, 1.0]) if planar else DIRECTION
        far = DISTANCE * self._size * direction / np.linalg.norm(direction)
        camera.position, camera.look_at = tuple(middle + far), tuple(middle)
        scene.add_frame('/reference', axes_length=0.2 * self._size, axes_radius=0.005 * self._size)

    def _panel(self) -> None:
        """Add words, and a slider for the friction and for each component of the wrench."""
        gui = self._server.gui
        self._line = ''
        self._words = gui.add_markdown('')
        friction = gui.add_slider('friction x', 0.0, LARGEST_FACTOR, 0.01, 1.0)
        friction.on_update(lambda event: self.set_friction(event.target.value))
        force = REACH * (float(np.abs(self._wrench[: self._axes]).max()) or 1.0)
        self._sliders = []
        for index, name in enumerate(NAMES[self._state.dimension]):
            reach = force if index < self._axes else force * self._size
            value = float(np.clip(self._wrench[index], -reach, reach))
            slider = gui.add_slider(name, -reach, reach, reach / 500.0, value)
            slider.on_update(lambda event, index=index: self._slid(index, event))
            self._sliders.append(slider)

    def _slid(self, index: int, event: Any) -> None:
        """Take a slider that a person moved; those that follow the handle say nothing new."""
        with self._lock:
            if event.client is not None:
                self._tell_touched()
                self._wrench[index] = event.target.value
                self._update()

    def _handle(self) -> None:
        """Add what drags the force's tip."""
        self._tip = self._server.scene.add_transform_controls(
            '/wrench_tip',
            scale=0.25 * self._size,
            disable_rotations=True,
            active_axes=(True, True, self._axes == 3),
        )
        self._tip.on_update(self.dragged)

    def dragged(self, event: Any) -> None:
        """Take the force whose arrow ends where the handle was dragged to."""
        force = np.asarray(event.target.position)[: self._axes] / self._newton
        if not np.isfinite(force).all():
            return
        with self._lock:
            self._tell_touched()
            self._wrench[: self._axes] = force
            self._set_sliders()
            self._update(move_tip=False)

    def _tell_touched(self) -> None:
        if self._touched is not None:
            self._touched()

    def _set_sliders(self) -> None:
        """Put the sliders where the wrench is; beyond their ends they stay there."""
        # Of a scene in another space the wrench has other components.
        for slider, value in zip(self._sliders, self._wrench.tolist(), strict=False):
            slider.value = float(np.clip(value, slider.min, slider.max))

    def _update(self, move_tip: bool = True) -> None:
        """Answer and draw anew."""
        state = with_friction_scaled(self._state, self._factor)
        self._answer = answer = answer_of(state, self._wrench, self._preload)
        first = f'**{self._line}**\n\n' if self._line else ''
        lines = '\n\n'.join(f'**{word}**' for word in answer.words)
        self._words.content = first + lines
        for handle in self._handles:
            handle.remove()
        self._handles = []
        for index in range(state.contact_count):
            self._draw_contact(state, index)
        tip = self._newton * _three(self._wrench[None, : self._axes])[0]
        colour = STUCK if answer.will else LIMIT if answer.can else REFUSED
        self._arrow('/wrench', np.zeros(3), tip, colour)
        if move_tip:
            self._tip.position = tuple(tip)

    def _draw_contact(self, state: ContactState, index: int) -> None:
        """Draw one cone, its force, and its name with what it does."""
        contact, answer, scene = state.contacts[index], self._answer, self._server.scene
        place = node_name(contact.name)
        point = _three(contact.contact_position[None])[0]
        height = CONE_SHARE * self._size
        corners = point + (cone_triangles(contact) - point) * (height / CONE_HEIGHT)
        slips = answer.used[index] >= ABOUT_TO_SLIP
        colour = REFUSED if not answer.can else LIMIT if slips else STUCK
        mesh = scene.add_mesh_simple(
            f'/cones/{place}', corners, np.arange(len(corners)).reshape(-1, 3),
            color=colour, opacity=0.55, side='double', flat_shading=True,
        )  # fmt: skip
        verdict = 'no answer' if answer.fault else 'not carried'
        doing = f'{answer.used[index]:.0%} of friction' if answer.can else verdict
        label = scene.add_label(
            f'/labels/{place}', f'{contact.name}: {doing}', position=tuple(point)
        )
        self._handles += [mesh, label]
        force = _three(answer.forces[index][None])[0]
        if force.any():
            self._arrow(f'/forces/{place}', point, point + self._newton * force, FORCE)

    def _arrow(self, name: str, start: Array, end: Array, colour: tuple[int, int, int]) -> None:
        """Draw an arrow, shortened where it would leave the scene."""
        size, length = self._size, float(np.linalg.norm(end - start))
        end = start + (end - start) * min(1.0, LONGEST * size / (length or 1.0))
        self._handles.append(
            self._server.scene.add_arrows(
                name,
                np.array([[start, end]]),
                colour,
                shaft_radius=0.008 * size,
                head_radius=0.02 * size,
                head_length=0.05 * size,
            )
        )


def node_name(name: str) -> str:
    """Return what a node is called; a name with a slash would hang on another, and go with it."""
    return quote(name, safe='')


def _three(places: Array) -> Array:
    """Return places (n, 2 or 3) as (n, 3)."""
    return places if places.shape[1] == 3 else np.pad(places, ((0, 0), (0, 1)))


def _viser() -> Any:
    try:
        import viser  # noqa: PLC0415  # optional: only who looks needs it
    except ImportError:
        raise MissingDependencyError('viser', 'pip install viser') from None
    return viser
