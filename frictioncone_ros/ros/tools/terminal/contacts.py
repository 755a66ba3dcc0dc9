# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A table of the contacts that a node is told, with what looks wrong."""

from __future__ import annotations

from collections.abc import Iterator
import sys
from types import SimpleNamespace

import numpy as np

from frictioncone_ros.estimation.plausibility import (
    plausibility_warnings,
    SeenContact,
    snapshot_complaints,
    Suspicion,
)
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.neighbour import seen_from_message, UncheckedSnapshot
from frictioncone_ros.ros.runtime.qos import INPUT
from frictioncone_ros.ros.tools.terminal.caller import (
    Caller,
    DONE,
    NO,
    NodeSilentError,
    run_verb,
)

TYPE = 'frictioncone_ros/msg/ContactStateArray'


def contacts(caller: Caller, options: SimpleNamespace) -> int:
    """Print the next snapshot; 0 where nothing looks wrong, 1 where something does."""
    topic = options.topic or listened_to(caller)
    caller.follow_clock()
    received: list[ContactStateArray] = []
    caller.node.create_subscription(ContactStateArray, topic, received.append, INPUT)
    if not caller.wait_until(lambda: bool(received)):
        count = caller.node.count_publishers(topic)
        raise NodeSilentError(
            f'silent: nothing on {topic} within {caller.timeout:g} s ({count} publishers); a '
            'source that does not know a frame or a joint says so in its log'
        )
    tool = None if options.tool is None else np.array(options.tool)
    suspicion = Suspicion(options.stale, options.far, tool)
    seen = seen_from_message(received[-1])
    age = (caller.node.get_clock().now().nanoseconds - seen.stamp) * 1e-9
    wrong = snapshot_complaints(age, caller.node.count_publishers(topic), suspicion)
    judged = [(contact, plausibility_warnings(contact, suspicion)) for contact in seen.contacts]
    print('\n'.join(_lines(topic, seen, wrong, judged)))
    return NO if wrong or any(found for _, found in judged) else DONE


def listened_to(caller: Caller) -> str:
    """Return the topic on which the node hears contacts, whatever it was remapped to."""
    namespace, _, name = caller.target.rpartition('/')
    found: list[str] = []

    def is_found() -> bool:
        try:
            topics = caller.node.get_subscriber_names_and_types_by_node(name, namespace or '/')
        except Exception:  # rclpy's own kind, where the node is not known yet
            return False
        found[:] = [topic for topic, types in topics if TYPE in types]
        return bool(found)

    if not caller.wait_until(is_found):
        raise NodeSilentError(caller.silence())
    return found[0]


def _lines(
    topic: str,
    seen: UncheckedSnapshot,
    wrong: list[str],
    judged: list[tuple[SeenContact, list[str]]],
) -> Iterator[str]:
    touching = sum(contact.touches for contact, _ in judged)
    yield f'{topic}, along {seen.frame!r}: {touching} touch, {len(judged) - touching} are near'
    for text in wrong:
        yield f'  ! {text}'
    width = max([len(contact.name) for contact, _ in judged], default=0)
    for contact, found in judged:
        position = ' '.join(f'{number:7.3f}' for number in contact.position)
        normal = ' '.join(f'{number:5.2f}' for number in contact.normal)
        friction = '   -' if contact.friction is None else f'{contact.friction:4.2f}'
        force = '' if contact.force is None else f'  {contact.force @ contact.normal:7.2f} N'
        near = '' if contact.touches else '  near'
        yield (
            f'  {contact.name:<{width}}  at {position} m  normal {normal}  '
            f'mu {friction}{force}{near}'
        )
        for text in found:
            yield f'    ! {text}'


if __name__ == '__main__':
    sys.exit(run_verb(contacts))
