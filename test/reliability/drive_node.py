# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Plain steps through the node's core: inputs in frames, one tick a step, what is published."""

from __future__ import annotations

from typing import Any, NamedTuple

from adapter import (
    contact_mode,
    contact_state,
    is_unique,
    letters_of,
    mode_verdict,
    reported_forces,
)
from carrying import PLANE
from drive_pipeline import refuse_absurd
from fuzz import Step
from fuzz_contacts import moved
from fuzz_settings import DEFAULTS
import numpy as np
from plain_metric import length_and_metric, seen_body
from records import Array, PARTS, PlainBody, PlainContact, Pose, Tick, Told, WORLD
from truth_frames import FuzzFrames, truth

from frictioncone_ros.control import FilterCode
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.node_interface import node_settings, NodeSettings
from frictioncone_ros.node_interface.parameters import PARAMETERS
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.modes.desired_mode import DesiredMode, subject_of, TimedModeVerdict
from frictioncone_ros.session.outcome import Outcome, output_parts
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

NANO = 1e9
INERTIA_ENTRIES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Of the parameter object_inertia: xx, yy, zz, xy, xz, yz."""


class _View(NamedTuple):
    """Contacts along the axes of a frame about its origin; what six numbers are there."""

    contacts: tuple[PlainContact, ...] | None
    frame: Pose
    dimension: int

    def take(self, axes: Pose, six: Array) -> Array:
        """Return six numbers along other axes as the (d,) along these."""
        turn = self.frame.axes @ axes.axes.T
        turned = np.concatenate((turn @ six[:3], turn @ six[3:]))
        return turned[PLANE] if self.dimension == 3 else turned


class NodeDriver:
    """One core of a node beside the truth about its frames."""

    def __init__(self, length: float, planar: bool, body: PlainBody | None = None) -> None:
        """Begin inactive; length: [m] how far frames are apart; body: in the controlled frame."""
        self.tree = FuzzFrames(truth(length, planar))
        self._body = body
        self._values: dict[str, Any] = dict(DEFAULTS)
        self.core = FilterCore(self._node_settings(), self.tree)
        self._names = {'axes': 'base', 'reference': '', 'contacts': 'base'}
        self._snapshots: dict[int, tuple[Snapshot, tuple[PlainContact, ...]]] = {}
        self._views: dict[tuple[int, str, str], _View] = {}
        self._mode: str | None = None
        self._verdict: tuple[tuple[int, bool], float] | None = None
        self._clock = (0.0, 0.0)

    def tick(self, number: int, step: Step) -> Tick | None:
        """Take what a step brings, and return what is published; None while inactive."""
        self._clock = step.now, step.stamp_clock
        was_active = self.core.active
        try:
            for kind, value in step.events:
                self._take(kind, value)
            self._predict()
            if not (was_active or self.core.active):
                return None
            return self._tick(number, step, self._outcome(step))
        except Exception as error:  # whatever it is, the node would have ended
            return self._failed(number, step, f'{type(error).__name__}: {error}')

    def _outcome(self, step: Step) -> Outcome:
        """Return the answer to a command, or what is seen without one."""
        if not self.core.active:
            return self.core.shutdown_command(*self._clock)
        if step.reset or all(kind != 'command' for kind, _ in step.events):
            return self.core.look(*self._clock, reset=step.reset)
        return self.core.tick(*self._clock)

    def _take(self, kind: str, value: Any) -> None:
        core = self.core
        if kind == 'active':
            if value and not core.active:
                core.activate()
                self._verdict = None
            core.active = value
        elif kind == 'pressed':
            core.take_emergency_stop(value)
        elif kind == 'absurd':
            refuse_absurd(value)
            core.refusals.add(FilterCode.INVALID_COMMAND, value)
        elif kind == 'settings':
            self._values = value
            core.use(self._node_settings())
        elif kind == 'verdict':
            self._verdict = value, self._clock[0]
        elif kind == 'enabled':
            core.enable(value)
        elif kind == 'publishers':
            core.inputs.note_publishers(value)
        elif core.active:
            self._take_input(kind, value)

    def _predict(self) -> None:
        """Let the last prediction be of the present command, whatever it was of."""
        command, snapshot = self.core.commands.value, self.core.contacts.value
        if self._verdict is not None and command is not None and snapshot is not None:
            found, asked = self._verdict
            subject = subject_of(command, snapshot.state, self.core.modes.desired)
            self.core.modes.judge(TimedModeVerdict(mode_verdict(found), subject, asked))

    def _take_input(self, kind: str, value: Any) -> None:
        if kind == 'frames':
            self._names = value
            self.tree.hidden = {'ghost', value['hidden']}
        elif kind == 'mode':
            self._mode = value
            mode = contact_mode(value)
            self.core.modes.desire(None if mode is None else DesiredMode(mode.interactions))
        elif kind == 'contacts':
            self._take_contacts(*value)
        elif kind == 'command':
            self._take_command(*value)

    def _take_contacts(
        self, contacts: tuple[PlainContact, ...], dimension: int, stamp: float | None
    ) -> None:
        frame = self._names['contacts']
        state = contact_state(moved(contacts, *self.tree.frames[frame]), dimension)
        snapshot = Snapshot(state, frame, int((stamp or 0.0) * NANO))
        if self._is_let_in(snapshot.stamp, FilterCode.INVALID_CONTACTS) and (
            self.core.take_contacts(snapshot, self._clock[0])
        ):
            # Kept by the object: what an answer was placed with is found by it.
            self._snapshots = {
                key: kept
                for key, kept in self._snapshots.items()
                if kept[0] in (self.core.contacts.value, self._placed_snapshot)
            }
            # What was taken shares the state of the one before where nothing has changed.
            taken = self.core.contacts.value
            assert taken is not None
            self._snapshots[id(taken)] = taken, contacts
            kept = {id(plain) for _, plain in self._snapshots.values()}
            self._views = {key: view for key, view in self._views.items() if key[0] in kept}

    def _take_command(self, parts: dict[str, Array], stamp: float | None) -> None:
        names = self._names
        frames = Frames(names['axes'], 'base', names['reference'])
        pose = self.tree.frames[names['axes']]
        turned = {
            part: np.concatenate((pose.axes @ six[:3], pose.axes @ six[3:]))
            for part, six in parts.items()
        }
        command = FramedCommand(frames, turned, int((stamp or 0.0) * NANO))
        if self._is_let_in(command.stamp, FilterCode.INVALID_COMMAND):
            self.core.take_command(command, self._clock[0])

    def _is_let_in(self, stamp: int, code: FilterCode) -> bool:
        try:
            self.core.require_not_ahead(stamp, self._clock[1], 'fuzz')
        except FrictionConeError as error:
            self.core.refusals.add(code, str(error))
            return False
        return True

    @property
    def _placed_snapshot(self) -> Snapshot | None:
        last = self.core.last
        return None if last is None or last.placement is None else last.placement.snapshot

    def _told(self, step: Step) -> Told:
        ages = {}
        for what, given in (('command', self.core.commands), ('contacts', self.core.contacts)):
            received, stamp = given.received, given.stamp
            ages[what] = (
                None if received is None else step.now - received,
                None if stamp is None else step.stamp_clock - stamp,
            )
        command, snapshot = self.core.commands.value, self.core.contacts.value
        known = (
            command is None
            or snapshot is None
            or all(
                self.tree.knows(snapshot.frame, name)
                for name in (command.frames.axes, command.frames.reference or command.frames.axes)
            )
        )
        return Told(
            active=self.core.active,
            enabled=self.core.enabled,
            pressed=self.core.emergency_stop,
            reset=step.reset,
            never=command is None or snapshot is None,
            frames_known=known,
            unique=None
            if self._verdict is None
            else is_unique(self._verdict[0], step.now - self._verdict[1]),
            command_ages=ages['command'],
            contacts_ages=ages['contacts'],
        )

    def _tick(self, number: int, step: Step, outcome: Outcome) -> Tick:
        answer, parts = outcome.assessment, output_parts(outcome)
        address = outcome.command.frames
        moves = any(np.any(values) for values in parts.values())
        view = self._view(outcome.placement, address)
        wrong = self._wrong_address(outcome.placement, address) if moves else ''
        asked = {
            part: view.take(self.tree.frames[self._command.frames.axes], six)
            for part, six in self._command.parts.items()
        }
        axes = self.tree.frames.get(address.axes, WORLD)
        given = {part: view.take(axes, parts.get(part, np.zeros(6))) for part in PARTS}
        contacts = view.contacts or ()
        body = seen_body(self._body, view.frame)
        length, metric = length_and_metric(contacts, view.dimension, body, self._values)
        return Tick(
            number=number,
            now=step.now,
            dimension=view.dimension,
            contacts=view.contacts,
            mode=letters_of(self._mode, len(contacts), view.dimension),
            length=length,
            metric=metric,
            settings=self._values,
            told=self._told(step),
            asked=asked,
            given=given,
            forces=reported_forces(answer, len(contacts)),
            phase=answer.watched.state.phase.value,
            holds=answer.watched.state.holds_normal,
            latched=answer.watched.state.latched,
            publish=answer.publish,
            codes=frozenset(code.name for code in outcome.codes),
            frame=view.frame,
            left_out=frozenset(PARTS) - frozenset(parts),
            address=wrong,
            margin=answer.margin,
            looked=answer.publish and not outcome.publish,
        )

    @property
    def _command(self) -> FramedCommand:
        return self.core.commands.value or FramedCommand(Frames('base', 'base', ''))

    def _wrong_address(self, placement: Placement | None, address: Frames) -> str:
        """Return why nobody can say what numbers under these names mean, '' where one can."""
        if placement is None:
            return 'numbers without contacts they were judged by'
        # A frame that was known keeps its numbers while it is not: what they mean is judged.
        unknown = [name for name in (address.axes, address.reference) if name == 'ghost']
        return 'numbers in a frame that nobody ever knew' if unknown else ''

    def _view(self, placement: Placement | None, address: Frames) -> _View:
        """Return the contacts an answer was judged by, about the moment centre it names."""
        if placement is None:
            return _View(None, WORLD, 6)
        snapshot = placement.snapshot
        plain = self._snapshots[id(snapshot)][1]
        # Of no contacts there is one tuple only, planar or spatial.
        space = id(plain), snapshot.state.dimension
        key = *space, snapshot.frame, address.reference or address.axes
        if key not in self._views:
            axes = self.tree.frames[snapshot.frame].axes
            origin = self.tree.frames.get(key[-1], WORLD).origin
            contacts = moved(plain, axes, origin)
            self._views[key] = _View(contacts, Pose(axes, origin), snapshot.state.dimension)
        return self._views[key]

    def _failed(self, number: int, step: Step, error: str) -> Tick:
        nothing = {part: np.zeros(6) for part in PARTS}
        return Tick(
            number=number,
            now=step.now,
            dimension=6,
            contacts=None,
            mode=None,
            length=1.0,
            metric=np.eye(6),
            settings=self._values,
            told=Told(),
            asked={},
            given=nothing,
            forces=np.zeros(0),
            phase='',
            holds=False,
            latched=False,
            publish=False,
            codes=frozenset(),
            raised=error,
        )

    def _node_settings(self) -> NodeSettings:
        body, values = self._body, dict(self._values)
        if body is not None:
            turning = body.rotational
            values |= {
                'object_mass': body.mass,
                'object_center_of_mass': body.center.tolist(),
                'object_inertia': [float(turning[pair]) for pair in INERTIA_ENTRIES],
            }
        known = {parameter.name for parameter in PARAMETERS}
        return node_settings({name: value for name, value in values.items() if name in known})
