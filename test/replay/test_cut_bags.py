# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is read of a bag that is cut off anywhere is what was written, and nothing made up."""

import shutil

import pytest

pytest.importorskip('rosbags', reason='the extra `replay` is not installed')

from write_bag import write_bag

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.replay.bag import INPUT_ROLES, open_bag

CUTS = 24


def read(path):
    """Return (role, time, message in words) of all that can be read; the words name no class."""
    with open_bag(path) as recording:
        taken = list(recording.messages(INPUT_ROLES))
        return [(role, time, repr(one).partition('(')[2]) for role, time, one in taken]


def cut_anywhere(bag, folder):
    """Yield what can be read of a bag cut off at each of many places, but for the first ones."""
    (source,) = (path for path in bag.iterdir() if path.suffix != '.yaml')
    content = source.read_bytes()
    folder.mkdir()
    shutil.copy(bag / 'metadata.yaml', folder)
    for place in range(1, CUTS):
        (folder / source.name).write_bytes(content[: place * len(content) // CUTS])
        try:
            yield read(folder)
        except InvalidInputError:
            continue  # not even the topics are known


@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_every_message_of_a_cut_bag_is_as_it_was_written(storage, messages, store, tmp_path):
    bag = write_bag(tmp_path / 'whole', storage, messages[:120], store)
    whole = read(bag)
    assert len(whole) == 120
    found = list(cut_anywhere(bag, tmp_path / 'cut'))
    assert max(map(len, found)) > 100
    assert all(set(some) <= set(whole) for some in found)


@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_messages_that_are_compressed_one_by_one_are_read_of_a_cut_bag(
    storage, messages, store, tmp_path
):
    bag = write_bag(tmp_path / 'whole', storage, messages[:120], store, compressed=True)
    whole = read(bag)
    assert len(whole) == 120
    found = list(cut_anywhere(bag, tmp_path / 'cut'))
    assert max(map(len, found)) > 60
    assert all(set(some) <= set(whole) for some in found)


def test_a_size_beyond_all_memory_is_a_bag_that_cannot_be_read(messages, store, tmp_path):
    bag = write_bag(tmp_path / 'whole', 'mcap', messages[:20], store)

    def too_much(*_):
        raise MemoryError

    with open_bag(bag) as recording:
        recording.reader.deserialize = too_much
        assert list(recording.messages(INPUT_ROLES)) == []
        assert any('cannot be read' in fault for fault in recording.faults)
