# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What our code uses of tf2_ros, for tests where that is not installed; as its documents say.

Frames in a row of translations: a lookup at a stamp lies between the neighbours of that stamp, and
is refused before the first and after the last; at zero it is the newest; static ones hold always.
"""

from types import ModuleType

from geometry_msgs.msg import TransformStamped

NANOSECONDS = 1_000_000_000


class TransformException(Exception):  # noqa: N818  # as tf2_ros names it
    pass


class Buffer:
    def __init__(self, node=None):
        self._moving, self._static = {}, {}
        self.asked = []

    def set_transform(self, transform, authority):
        key = transform.header.frame_id, transform.child_frame_id
        stamp = stamp_of(transform)
        self._moving.setdefault(key, {})[stamp] = transform.transform.translation.x

    def set_transform_static(self, transform, authority):
        key = transform.header.frame_id, transform.child_frame_id
        self._static[key] = transform.transform.translation.x

    def lookup_transform(self, parent, child, time):
        self.asked.append(time.nanoseconds)
        if (parent, child) in self._static:
            return answer(0, self._static[parent, child])
        known = self._moving.get((parent, child))
        if not known:
            raise TransformException(f'"{child}" passed to lookupTransform does not exist')
        stamp = time.nanoseconds or max(known)
        if not min(known) <= stamp <= max(known):
            raise TransformException('Lookup would require extrapolation')
        before = max(one for one in known if one <= stamp)
        after = min(one for one in known if one >= stamp)
        share = (stamp - before) / (after - before) if after > before else 0.0
        return answer(stamp, known[before] + share * (known[after] - known[before]))


class TransformListener:
    def __init__(self, buffer, node):
        self.buffer = buffer


def answer(stamp, x):
    found = TransformStamped()
    found.header.stamp.sec, found.header.stamp.nanosec = divmod(stamp, NANOSECONDS)
    found.transform.translation.x, found.transform.rotation.w = float(x), 1.0
    return found


def stamp_of(message):
    return message.header.stamp.sec * NANOSECONDS + message.header.stamp.nanosec


def stand_in():
    """Return a module like tf2_ros."""
    module = ModuleType('tf2_ros')
    for one in (Buffer, TransformListener, TransformException):
        setattr(module, one.__name__, one)
    return module
