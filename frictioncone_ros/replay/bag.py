# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Bags without ROS: MCAP and sqlite3, whole or cut off in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
import re
import shutil
from sqlite3 import DatabaseError
from struct import error as StructError  # noqa: N812  # a class, named as one
import sys
import tempfile
from typing import Any, NamedTuple

from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
from frictioncone_ros.replay.repair import is_cut, is_cut_database, repaired, repaired_database
from frictioncone_ros.replay.row import Prediction, prediction_of

COMMAND = 'frictioncone_ros/msg/HybridCommand'
CONTACTS = 'frictioncone_ros/msg/ContactStateArray'
FILTERED = 'frictioncone_ros/msg/FilteredCommand'
MODES = 'frictioncone_ros/msg/ContactModePrediction'
DESIRED = 'frictioncone_ros/msg/DesiredMode'
INPUTS = {
    'wrench': 'geometry_msgs/msg/WrenchStamped',
    'twist': 'geometry_msgs/msg/TwistStamped',
    'accel': 'geometry_msgs/msg/AccelStamped',
}
"""The plain command topics: part to type."""

INPUT_ROLES = frozenset({'command', 'contacts', 'desired', *INPUTS})
"""What a node hears, and the mode it was told; 'filtered' and 'modes' it says."""

COMPRESSED = re.compile(r'compression_mode:[ \'"]*message', re.IGNORECASE)
"""How metadata.yaml says that each message is compressed by itself."""


class _Unread(NamedTuple):
    """Where the fault of a topic stands, how many messages it counts, and what the first was."""

    place: int
    messages: int
    reason: str


@dataclass
class Recording:
    """
    What a bag holds of one node.

    node: its full name. topics: by role (command, contacts, desired, filtered, modes; wrench,
    twist, accel). counts: how many messages each topic of the bag has. faults: what could not be
    read or used, in words; left_out: commands that the node did not answer, in a bag with
    answers; without_command: answers to commands that are not in the bag; interrupted: whether
    Ctrl-C ended it. Known once the filter was run.
    """

    path: Path
    node: str
    topics: dict[str, str]
    counts: dict[str, int]
    reader: Any
    faults: list[str] = field(default_factory=list)
    left_out: int = 0
    without_command: int = 0
    interrupted: bool = False
    _unread: dict[str, _Unread] = field(default_factory=dict)

    def messages(
        self, wanted: Set[str], begin: int | None = None, end: int | None = None
    ) -> Iterator[tuple[str, int, Any]]:
        """
        Yield role, time of recording [ns] and message of some roles; what is cut off ends it.

        begin, end: times of recording [ns], the second not included; None: all that there is.
        """
        roles = {topic: role for role, topic in self.topics.items() if role in wanted}
        chosen = [one for one in self.reader.connections if one.topic in roles]
        stream = self.reader.messages(chosen, begin, end) if chosen else iter(())
        unread: Counter[str] = Counter()
        while True:
            try:
                connection, time, data = next(stream)
            except StopIteration:
                return
            except _unreadable() as error:
                self._note_once(f'reading ended early: {error}')
                return
            try:
                message = self.reader.deserialize(data, connection.msgtype)
            except _unreadable() as error:
                unread[connection.topic] += 1
                self._note_unread(connection.topic, unread[connection.topic], error)
                continue
            yield roles[connection.topic], time, message

    def _note_once(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)

    def _note_unread(self, topic: str, count: int, error: Exception) -> None:
        """Say how many messages of a topic cannot be read; each reading counts from the first."""
        known = self._unread.setdefault(topic, _Unread(len(self.faults), 0, str(error)))
        if count <= known.messages:
            return
        fault = f'{topic} has {count} messages that cannot be read, the first: {known.reason}'
        self.faults[known.place : known.place + (known.messages > 0)] = [fault]
        self._unread[topic] = known._replace(messages=count)

    @property
    def message_count(self) -> int:
        """How many messages are of this node's topics, as far as the bag says."""
        return sum(self.counts[topic] for topic in self.topics.values())

    @property
    def other_topics(self) -> dict[str, int]:
        """Topics that are not read, and how many messages they have."""
        own = set(self.topics.values())
        return {topic: count for topic, count in self.counts.items() if topic not in own}

    @property
    def has_answers(self) -> bool:
        """Whether the node's answers were recorded too."""
        return next(self.messages({'filtered'}), None) is not None

    def predictions(self) -> list[Prediction]:
        """Return the contact modes that the node predicted, in the order of recording."""
        return [prediction_of(message, time) for _, time, message in self.messages({'modes'})]


@contextmanager
def open_bag(path: Path, node: str = '') -> Iterator[Recording]:
    """
    Open a bag: a rosbag2 folder, an .mcap or a .db3 file.

    node: full name of the node where several were recorded.
    Raises InvalidInputError where nothing can be read, MissingDependencyError without rosbags.
    """
    any_reader = _any_reader()
    if not path.exists():
        raise InvalidInputError('bag', str(path), 'a folder or file that exists')
    with tempfile.TemporaryDirectory() as folder:
        faults: list[str] = []
        reader = None
        try:
            reader = any_reader([_readable(path, Path(folder), faults)])
            reader.open()
        except _unreadable() as error:
            raise InvalidInputError('bag', str(path), f'a readable bag ({error})') from None
        try:
            name, topics = _topics(reader, node, path)
            yield Recording(path, name, topics, _counts(reader), reader, faults)
        finally:
            reader.close()


def _readable(path: Path, folder: Path, faults: list[str]) -> Path:
    """Return a path that can be opened: the bag's, or that of a repaired copy of its one file."""
    files = sorted((*path.glob('*.mcap'), *path.glob('*.db3'))) if path.is_dir() else [path]
    if path.is_dir() and not (path / 'metadata.yaml').exists():
        # A recorder that was killed writes none.
        if len(files) != 1:
            raise InvalidInputError('bag', str(path), 'metadata.yaml, or one bag file in it')
        faults.append('no metadata.yaml: the recorder did not end in order')
        path = files[0]
    if len(files) == 1 and files[0].suffix == '.mcap' and is_cut(files[0]):
        faults.append(f'{files[0].name} is cut off: its whole records are used')
        return _as_described(path, repaired(files[0], folder))
    if len(files) == 1 and files[0].suffix == '.db3' and is_cut_database(files[0]):
        faults.append(f'{files[0].name} is cut off: the rows that can be read are used')
        return _as_described(path, repaired_database(files[0], folder))
    return path


def _as_described(bag: Path, copy: Path) -> Path:
    """Return what to open of a repaired copy: its folder, where messages are compressed in it."""
    described = bag / 'metadata.yaml'
    # The bag file does not say so; that is written beside it alone.
    if not described.is_file() or not COMPRESSED.search(described.read_text(encoding='utf-8')):
        return copy
    shutil.copy(described, copy.parent)
    return copy.parent


def _counts(reader: Any) -> dict[str, int]:
    """Return how many messages each topic has; one can be of several types."""
    counts = Counter[str]()
    for one in sorted(reader.connections, key=lambda connection: connection.topic):
        counts[one.topic] += one.msgcount or 0
    return dict(counts)


def _topics(reader: Any, node: str, path: Path) -> tuple[str, dict[str, str]]:
    """Return the node's name and its topics by role."""
    types = {one.topic: one.msgtype for one in reader.connections}
    nodes = sorted(
        {
            topic.rpartition('/')[0]
            for topic, kind in types.items()
            if kind in {COMMAND, CONTACTS, FILTERED, MODES}
        }
    )
    name = node or (nodes[0] if len(nodes) == 1 else '')
    if name not in nodes:
        found = ', '.join(nodes) or 'none'
        raise InvalidInputError('--node', name, f'the node that was recorded: {found}', str(path))
    kinds = {
        'command': COMMAND,
        'contacts': CONTACTS,
        'desired': DESIRED,
        'filtered': FILTERED,
        'modes': MODES,
        **INPUTS,
    }
    names = {
        'filtered': 'filtered_command',
        'desired': 'desired_mode',
        'modes': 'contact_modes',
        **{part: f'{part}_command' for part in INPUTS},
    }
    topics = {}
    for role, kind in kinds.items():
        topic = f'{name}/{names.get(role, role)}'
        if types.get(topic) == kind:
            topics[role] = topic
    if 'contacts' not in topics or not topics.keys() & {'command', *INPUTS}:
        recorded = ', '.join(sorted(types))
        expected = f'{name}/contacts and a command topic (recorded: {recorded})'
        raise InvalidInputError('topics', sorted(topics.values()), expected, str(path))
    return name, topics


def _any_reader() -> Any:
    try:
        from rosbags.highlevel import AnyReader  # noqa: PLC0415  # optional: only replay needs it
    except ImportError:
        how = 'pip install rosbags'
        raise MissingDependencyError('rosbags', how) from None
    return AnyReader


def _unreadable() -> tuple[type[Exception], ...]:
    """Return what rosbags and what is below it raise where a bag is broken."""
    from rosbags.highlevel import AnyReaderError  # noqa: PLC0415  # optional: only replay needs it
    from rosbags.rosbag2 import ReaderError  # noqa: PLC0415
    from rosbags.typesys import TypesysError  # noqa: PLC0415

    below: tuple[type[Exception], ...] = (DatabaseError,)
    try:
        from apsw import Error  # noqa: PLC0415  # what newer rosbags read sqlite3 with

        below = (DatabaseError, Error)
    except ImportError:
        pass
    # What decompresses chunks raises its own: those of zstd, and RuntimeError of lz4.
    for name in ('zstandard', 'backports.zstd', 'compression.zstd', 'pyzstd'):
        if name in sys.modules and hasattr(sys.modules[name], 'ZstdError'):
            below = (*below, sys.modules[name].ZstdError)
    plain = (ValueError, EOFError, OSError, RuntimeError, LookupError, AssertionError, StructError)
    # A broken size asks for more memory than there is.
    return (AnyReaderError, ReaderError, TypesysError, MemoryError, *plain, *below)
