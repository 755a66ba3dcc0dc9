# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The node's outputs as its guard holds them: neutral commands, the status, diagnostics.

The fields are written here and not in `conversions`, which imports the mathematics.
"""

from __future__ import annotations

from array import array

from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import AccelStamped, TwistStamped, WrenchStamped
from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_msgs.msg import Header

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.ros.guard.protocol import Address, GUARD_SUFFIX, NodeFacts
from frictioncone_ros.ros.runtime.context import connect
from frictioncone_ros.ros.runtime.qos import OUTPUT


def minimal_node(facts: NodeFacts) -> Node:
    """Return a node named after the one it guards, without parameter services or /rosout."""
    # No arguments: the topics' names are the node's own, already remapped.
    connect([], unattended=True)
    return Node(
        f'{facts.name}{GUARD_SUFFIX}',
        namespace=facts.namespace,
        use_global_arguments=False,
        enable_rosout=False,
        start_parameter_services=False,
        parameter_overrides=[Parameter('start_type_description_service', value=False)],
    )


PARTS = {'wrench': WrenchStamped, 'twist': TwistStamped, 'accel': AccelStamped}
"""The plain message of each part; a new one is zero."""

LAST_REPORT = 0.25
"""How long the end waits until a report was acknowledged [s]."""

NANOSECONDS = 1_000_000_000


class NeutralOutputs:
    """Publishers on the node's topics; what they publish is neutral or a report."""

    def __init__(self, node: Node, facts: NodeFacts) -> None:
        """Create the publishers: they find their listeners long before they are needed."""
        topics, self._name = facts.topics, facts.full_name
        self._filtered = node.create_publisher(FilteredCommand, topics['command'], OUTPUT)
        self._plain = {
            part: node.create_publisher(kind, topics[part], OUTPUT) for part, kind in PARTS.items()
        }
        self._status = node.create_publisher(FilterStatus, topics['status'], OUTPUT)
        self._diagnostics = node.create_publisher(DiagnosticArray, topics['diagnostics'], OUTPUT)
        self._sequence = 0

    def publish_neutral(self, address: Address, status: FilterStatus) -> None:
        """Publish zero for every part of an address, at the time of a status."""
        self._sequence += 1
        message = FilteredCommand(
            controlled_frame_id=address.controlled,
            reference_frame_id=address.reference,
            sequence=self._sequence,
            status=status,
        )
        message.header.stamp, message.header.frame_id = status.stamp, address.axes
        for part in address.parts:
            setattr(message, f'has_{part}', True)
        self._filtered.publish(message)
        for part in address.parts:
            plain = PARTS[part]()
            plain.header.stamp, plain.header.frame_id = status.stamp, address.axes
            self._plain[part].publish(plain)

    def report(self, status: FilterStatus) -> None:
        """Publish a status, and the same in the node's place among the diagnostics."""
        self._status.publish(status)
        message = DiagnosticArray(
            status=[
                DiagnosticStatus(
                    level=DiagnosticStatus.ERROR,
                    name=f'{self._name}: filter',
                    hardware_id=self._name,
                    message=status.text,
                )
            ]
        )
        message.header.stamp = status.stamp
        self._diagnostics.publish(message)

    def wait_until_acknowledged(self) -> None:
        """Wait until the listeners acknowledged the last report."""
        for publisher in (self._status, self._diagnostics):
            publisher.wait_for_all_acked(Duration(seconds=LAST_REPORT))


def lost_status(facts: NodeFacts, latched: bool, detail: str, stamp: int) -> FilterStatus:
    """Return the status of a node that is lost at a time [ns]; detail: how, in words."""
    codes = [FilterStatus.EMERGENCY_STOP] if latched else []
    codes.append(FilterStatus.NODE_LOST)
    sentences = '; '.join(facts.sentences[str(code)] for code in codes)
    seconds, rest = divmod(max(stamp, 0), NANOSECONDS)
    axes = '' if facts.address is None else facts.address.axes
    return FilterStatus(
        stamp=Time(sec=seconds, nanosec=rest),
        code=codes[0],
        codes=array('B', codes),
        text=f'{sentences} ({detail})',
        safe_output=True,
        header=Header(stamp=Time(sec=seconds, nanosec=rest), frame_id=axes),
    )
