# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A bag of what one program sends and hears, for `frictioncone replay`; written with rosbags."""

from __future__ import annotations

from pathlib import Path
from time import time_ns
from typing import Any

from ament_index_python.packages import get_package_share_directory, PackageNotFoundError
from rclpy.serialization import serialize_message
import yaml

from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
from frictioncone_ros.node_interface import Value

SOURCES = Path(__file__).resolve().parents[3] / 'msg'


class Recorder:
    """Keeps messages with their topic and time, and writes them as an MCAP bag at the end."""

    def __init__(self, folder: Path) -> None:
        """Check first that the bag can be written: a run should not end with this news."""
        self._store = own_types()
        if folder.exists():
            raise InvalidInputError('--record', str(folder), 'a folder that is not there yet')
        self._folder = folder
        self._kept: list[tuple[str, str, int, bytes]] = []

    def keep(self, topic: str, message: Any) -> None:
        """Keep a message that is sent or heard now."""
        kind = f'{type(message).__module__.split(".")[0]}/msg/{type(message).__name__}'
        self._kept.append((topic, kind, time_ns(), serialize_message(message)))

    def write(self, node: str, parameters: dict[str, Value]) -> Path:
        """Write the bag, and beside it the node's parameters; return the bag's folder."""
        from rosbags.rosbag2 import StoragePlugin, Writer  # noqa: PLC0415  # optional

        self._folder.parent.mkdir(parents=True, exist_ok=True)
        with Writer(self._folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
            connections: dict[str, Any] = {}
            for topic, kind, time, data in self._kept:
                if topic not in connections:
                    connections[topic] = writer.add_connection(topic, kind, typestore=self._store)
                writer.write(connections[topic], time, self._whole(kind, data))
        document = {node: {'ros__parameters': parameters}}
        text = yaml.safe_dump(document, sort_keys=True)
        self.parameter_file.write_text(text, encoding='utf-8')
        return self._folder

    def _whole(self, kind: str, data: bytes) -> bytes:
        """
        Return a message without what stands behind it.

        The buffer that rclpy returns is as long as the message could have been: with empty lists
        it ends in up to four bytes each that readers of bags stumble over.
        """
        definition = self._store.get_msgdef(kind)
        _, end = definition.deserialize_cdr_le(data[4:], 0, definition.cls, self._store)
        return data[: 4 + end]

    @property
    def parameter_file(self) -> Path:
        """Where the node's parameters are written."""
        return self._folder.with_suffix('.yaml')


def own_types() -> Any:
    """Return rosbags' store of types with this package's messages."""
    try:
        from rosbags.typesys import (  # noqa: PLC0415  # optional: only recording needs it
            get_types_from_msg,
            get_typestore,
            Stores,
        )
    except ImportError:
        how = 'pip install rosbags'
        raise MissingDependencyError('rosbags', how) from None
    store = get_typestore(Stores.ROS2_JAZZY)
    types: dict[str, Any] = {}
    for path in sorted(_definitions().glob('*.msg')):
        text = path.read_text(encoding='utf-8')
        types.update(get_types_from_msg(text, f'frictioncone_ros/msg/{path.stem}'))
    store.register(types)
    return store


def _definitions() -> Path:
    """Return the folder of message definitions, of the sources or as installed."""
    if SOURCES.is_dir():
        return SOURCES
    try:
        return Path(get_package_share_directory('frictioncone_ros')) / 'msg'
    except PackageNotFoundError:
        raise MissingDependencyError('frictioncone_ros.msg', 'colcon build') from None
