# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Shapes as markers for RViz and Foxglove."""

from __future__ import annotations

from collections.abc import Sequence

from rclpy.duration import Duration
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from frictioncone_ros.ros.conversions.geometry import (
    point_to_message,
    time_to_message,
    vector_to_message,
)
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.session.marker_shapes import Shape

KINDS = {'triangles': Marker.TRIANGLE_LIST, 'arrow': Marker.ARROW, 'text': Marker.TEXT_VIEW_FACING}
SIZES = {'triangles': (1.0, 1.0, 1.0), 'arrow': (0.004, 0.008, 0.0), 'text': (0.0, 0.0, 0.03)}


def markers_to_message(
    shapes: Sequence[Shape], frame: str, stamp: int, lifetime: float = 0.0
) -> MarkerArray:
    """
    Return the shapes in a frame, stamped [ns]; what was drawn before is taken away.

    lifetime: after which they vanish where no others come [s]; 0 for never.
    """
    clear = Marker(action=Marker.DELETEALL)
    clear.header.frame_id = str(frame)
    drawn = [_marker(index, shape, frame, stamp) for index, shape in enumerate(shapes)]
    for marker in drawn:
        marker.lifetime = Duration(nanoseconds=round(lifetime / NANOSECOND)).to_msg()
    return MarkerArray(markers=[clear, *drawn])


def _marker(index: int, shape: Shape, frame: str, stamp: int) -> Marker:
    red, green, blue, opacity = shape.color
    marker = Marker(
        ns=str(shape.group),
        id=int(index),
        type=KINDS[shape.kind],
        action=Marker.ADD,
        text=str(shape.text),
        color=ColorRGBA(r=float(red), g=float(green), b=float(blue), a=float(opacity)),
    )
    marker.header.frame_id = str(frame)
    marker.header.stamp = time_to_message(stamp)
    marker.scale = vector_to_message(SIZES[shape.kind])
    marker.pose.orientation.w = 1.0
    if shape.kind == 'text':
        marker.pose.position = point_to_message(shape.points[0])
    else:
        marker.points = [point_to_message(point) for point in shape.points]
    return marker
