# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Published planar pushes, read where somebody else put them; nothing of them is kept here.

Two kinds of files are known. `.mat` with `input_training` (n, 2) and `output_training` (n, 3), as
the repository dtbinh/pushing_benchmark holds them: place along the side as a share, angle of the
push to the side's normal [rad]; motion of the square over 0.2 s along and across the push [m], and
its rotation [rad]. Recorded pushes as `.h5` or `.csv`: tip and object pose over time, (time, x, y,
angle) each, in the datasets `tip_pose` and `object_pose`, or in columns of these names.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array

SIDE = 0.09
"""Length of the pushed square's side [m]."""

PUSH_LENGTH = 0.004
"""How far the finger goes in one push of the `.mat` files [m]: 0.02 m/s for 0.2 s."""

COLUMNS = tuple(
    f'{who}_{what}' for who in ('tip', 'object') for what in ('time', 'x', 'y', 'angle')
)
"""Header of a `.csv` file of one recorded push."""

MOVED = 1e-4
"""A recorded stretch begins where the object has moved further than this [m]."""


@dataclass(frozen=True, eq=False)
class Push:
    """
    One push in the object's frame at its beginning, which looks along the pushed side's normal.

    place: (2,) where the finger touches [m]. way: (2,) of the finger [m]. moved: (3,) how the
    object moved meanwhile [m, rad].
    """

    place: Array
    way: Array
    moved: Array

    @property
    def finger_slip(self) -> float:
        """How far the finger slid along the side, as a share of its way [-]."""
        angle = self.moved[2]
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        touched = self.moved[:2] + turn @ self.place
        slip = turn.T @ (self.place + self.way - touched)
        return float(slip[1] / np.linalg.norm(self.way))


def read_pushes(folder: Path) -> list[Push]:
    """Return every push of the files below a folder, or of one file."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob('*'))
    readers = {'.mat': _from_mat, '.h5': _from_h5, '.csv': _from_csv}
    known = [path for path in paths if path.suffix in readers]
    if not known:
        raise InvalidInputError('DATA', str(folder), 'a folder with .mat, .h5 or .csv files')
    return [push for path in known for push in readers[path.suffix](path)]


def _from_mat(path: Path) -> list[Push]:
    from scipy.io import loadmat  # noqa: PLC0415  # only these files need it

    tables = loadmat(str(path))
    if not {'input_training', 'output_training'} <= tables.keys():
        raise InvalidInputError('file', path.name, 'input_training and output_training in it')
    given = np.asarray(tables['input_training'], dtype=float)
    found = np.asarray(tables['output_training'], dtype=float)
    if given.ndim != 2 or given.shape[1:] != (2,) or found.shape != (len(given), 3):
        expected = '(n, 2) inputs and (n, 3) outputs'
        raise InvalidInputError('shape of the tables', (given.shape, found.shape), expected)
    return [_of_row(row, out) for row, out in zip(given, found, strict=True)]


def _of_row(given: Array, found: Array) -> Push:
    """
    Return a push from one row.

    Across the push the rows count motion to the other side than their own description says: of
    all choices of signs only this one agrees with any model of pushing (0.14 median error of the
    ellipsoid, 0.45 for the next best).
    """
    share, angle = given
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    moved = found[0] * along - found[1] * across
    place = np.array([-0.5 * SIDE, SIDE * (0.5 - share)])
    return Push(place, PUSH_LENGTH * along, np.append(moved, found[2]))


def _from_h5(path: Path) -> list[Push]:
    import h5py  # noqa: PLC0415  # optional: only these files need it

    with h5py.File(path, 'r') as file:
        tip, pose = np.array(file['tip_pose']), np.array(file['object_pose'])
    return _recorded(tip[:, :4], pose[:, :4])


def _from_csv(path: Path) -> list[Push]:
    with path.open(newline='', encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    if not rows or not set(COLUMNS) <= rows[0].keys():
        raise InvalidInputError('columns', path.name, ', '.join(COLUMNS))
    table = np.array([[float(row[name]) for name in COLUMNS] for row in rows])
    return _recorded(table[:, :4], table[:, 4:])


def _recorded(tip: Array, pose: Array) -> list[Push]:
    """Return the pushes of PUSH_LENGTH that one recorded stroke consists of."""
    times = tip[:, 0]
    places = tip[:, 1:3]
    poses = np.column_stack([np.interp(times, pose[:, 0], pose[:, axis]) for axis in (1, 2, 3)])
    touching = np.linalg.norm(poses[:, :2] - poses[0, :2], axis=1) > MOVED
    pushes, first = [], int(np.argmax(touching)) if touching.any() else len(times)
    for index in range(first, len(times)):
        if np.linalg.norm(places[index] - places[first]) >= PUSH_LENGTH:
            pushes.append(_between(places[[first, index]], poses[[first, index]]))
            first = index
    return pushes


def _between(places: Array, poses: Array) -> Push:
    """Return one push from finger places (2, 2) and object poses (2, 3), along the side's normal.

    The side is the one of the square that is nearest to the finger.
    """
    angle = poses[0, 2]
    seen = _turned(places[0] - poses[0, :2], -angle)
    quarter = 0.5 * np.pi * np.round((np.arctan2(seen[1], seen[0]) - np.pi) / (0.5 * np.pi))
    vectors = places[0] - poses[0, :2], places[1] - places[0], poses[1, :2] - poses[0, :2]
    place, way, moved = (_turned(vector, -angle - quarter) for vector in vectors)
    # The finger is round: what touches is the side, not the finger's middle.
    return Push(
        np.array([-0.5 * SIDE, place[1]]), way, np.append(moved, poses[1, 2] - poses[0, 2])
    )


def _turned(vector: Array, angle: float) -> Array:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([cosine * vector[0] - sine * vector[1], sine * vector[0] + cosine * vector[1]])
