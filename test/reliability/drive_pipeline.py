# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Plain steps through `pipeline.assess`, with its memory and situation, one tick a step."""

from __future__ import annotations

from typing import Any

from adapter import (
    contact_mode,
    contact_state,
    filter_settings,
    given_parts,
    is_unique,
    letters_of,
    mode_verdict,
    reported_forces,
    VERDICT_TIMEOUT,
)
from carrying import PLANE
from fuzz import Step
from fuzz_settings import DEFAULTS
import numpy as np
from plain_metric import length_and_metric
from records import Array, Friction, PlainBody, PlainContact, Tick, Told

from frictioncone_ros.control import FilterMemory, Setpoints, Situation
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.pipeline import assess, Assessment


class PipelineDriver:
    """One filter without a node: the latest inputs and the memory."""

    def __init__(self, body: PlainBody | None = None) -> None:
        """Begin without inputs; body: what is held, about the origin."""
        self.memory = FilterMemory()
        self._body = body
        self._values: dict[str, Any] = dict(DEFAULTS)
        self._settings = filter_settings(DEFAULTS)
        self._contacts: tuple[tuple[PlainContact, ...], int] | None = None
        self._state = None
        self._wanted: dict[str, Array] = {}
        self._times: dict[str, tuple[float | None, float | None]] = {
            'command': (None, None),
            'contacts': (None, None),
        }
        self._flags: dict[str, Any] = {
            'active': True,
            'enabled': True,
            'pressed': False,
            'publishers': 1,
        }
        self._mode: str | None = None
        self._verdict: tuple[tuple[int, bool], float] | None = None

    def tick(self, number: int, step: Step) -> Tick:
        """Take what a step brings, and return the answer at its time."""
        for kind, value in step.events:
            self._take(kind, value, step.now)
        told = self._told(step)
        try:
            answer = assess(
                self._state, self._setpoints(), self._settings, self.memory, self._situation(step)
            )
        except Exception as error:  # whatever it is, a valid question must be answered
            return self._tick(number, step, told, f'{type(error).__name__}: {error}')
        self.memory = answer.memory
        return self._tick(number, step, told, answer)

    def _take(self, kind: str, value: Any, now: float) -> None:
        if kind == 'settings':
            self._values, self._settings = value, filter_settings(value)
        elif kind == 'contacts':
            contacts, dimension, stamp = value
            self._contacts = contacts, dimension
            self._state = contact_state(contacts, dimension, self._body)
            self._times[kind] = now, stamp
        elif kind == 'command':
            self._wanted, stamp = value
            self._times[kind] = now, stamp
        elif kind == 'mode':
            self._mode = value
        elif kind == 'verdict':
            self._verdict = value, now
        elif kind == 'absurd':
            refuse_absurd(value)
        elif kind in self._flags:
            self._flags[kind] = value

    def _told(self, step: Step) -> Told:
        ages = {
            what: (
                None if received is None else step.now - received,
                None if stamp is None else step.stamp_clock - stamp,
            )
            for what, (received, stamp) in self._times.items()
        }
        return Told(
            active=self._flags['active'],
            enabled=self._flags['enabled'],
            pressed=self._flags['pressed'],
            reset=step.reset,
            never=None in (ages['command'][0], ages['contacts'][0]),
            unique=None
            if self._verdict is None
            else is_unique(self._verdict[0], step.now - self._verdict[1]),
            command_ages=ages['command'],
            contacts_ages=ages['contacts'],
        )

    def _situation(self, step: Step) -> Situation:
        (commanded, command_stamp), (touched, contacts_stamp) = (
            self._times['command'],
            self._times['contacts'],
        )
        return Situation(
            now=step.now,
            stamp_clock=step.stamp_clock,
            command_received=commanded,
            command_stamp=command_stamp,
            contacts_received=touched,
            contacts_stamp=contacts_stamp,
            active=self._flags['active'],
            enabled=self._flags['enabled'],
            emergency_stop=self._flags['pressed'],
            reset=step.reset,
            command_publishers=self._flags['publishers'],
            modes=None if self._verdict is None else mode_verdict(self._verdict[0]),
            modes_age=0.0 if self._verdict is None else step.now - self._verdict[1],
            modes_timeout=VERDICT_TIMEOUT,
        )

    @property
    def _dimension(self) -> int:
        return 6 if self._contacts is None else self._contacts[1]

    def _asked(self) -> dict[str, Array]:
        plane = self._dimension == 3
        return {part: six[PLANE] if plane else six for part, six in self._wanted.items()}

    def _letters(self) -> tuple[tuple[str, float | None], ...] | None:
        count = 0 if self._contacts is None else len(self._contacts[0])
        return letters_of(self._mode, count, self._dimension)

    def _setpoints(self) -> Setpoints | None:
        if self._times['command'][0] is None:
            return None
        asked = self._asked()
        # A mode of other letters than the space has is refused by another door.
        count = 0 if self._contacts is None else len(self._contacts[0])
        fits = self._letters() is not None or len(contact_mode(self._mode) or ()) != count
        mode = contact_mode(self._mode) if fits else None
        return Setpoints(asked.get('wrench'), asked.get('twist'), asked.get('accel'), mode)

    def _tick(self, number: int, step: Step, told: Told, answer: Assessment | str) -> Tick:
        contacts = None if self._contacts is None else self._contacts[0]
        asked, dimension = self._asked(), self._dimension
        length, metric = length_and_metric(contacts or (), dimension, self._body, self._values)
        raised, nothing = isinstance(answer, str), np.zeros(dimension)
        command = self._times['command'][0] is not None
        return Tick(
            number=number,
            now=step.now,
            dimension=dimension,
            contacts=contacts,
            mode=self._letters() if command else None,
            length=length,
            metric=metric,
            settings=self._values,
            told=told,
            asked=asked,
            given=dict.fromkeys(asked, nothing) if raised else given_parts(answer.command),
            forces=nothing if raised else reported_forces(answer, len(contacts or ())),
            phase='' if raised else answer.watched.state.phase.value,
            holds=not raised and answer.watched.state.holds_normal,
            latched=not raised and answer.watched.state.latched,
            publish=not raised and answer.publish,
            codes=frozenset() if raised else frozenset(code.name for code in answer.codes),
            margin=None if raised else answer.margin,
            raised=answer if raised else '',
        )


def refuse_absurd(what: str) -> None:
    """Try what is no number at the first door; it must be refused in the package's family."""
    wrong = np.array([np.nan, 0.0, 0.0, 0.0, 0.0, 0.0])
    try:
        if what == 'nan wrench':
            Setpoints(wrench=wrong)
        elif what == 'inf twist':
            Setpoints(twist=wrong + np.inf)
        elif what == 'nan contact':
            contact_state((_absurd_contact(wrong[:3], np.array([0.0, 0.0, 1.0])),), 6)
        else:
            contact_state((_absurd_contact(np.zeros(3), np.array([0.0, 0.0, 2.0])),), 6)
    except FrictionConeError:
        return
    raise AssertionError(f'{what} was not refused')


def _absurd_contact(position: Array, normal: Array) -> PlainContact:
    return PlainContact('absurd', position, normal, Friction('circular', 0.5))
