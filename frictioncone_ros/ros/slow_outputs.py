# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is said at slow rates: diagnostics always, markers where somebody looks."""

from __future__ import annotations

import gc
from time import monotonic

from diagnostic_msgs.msg import DiagnosticArray
from rclpy.lifecycle import LifecycleNode
from visualization_msgs.msg import MarkerArray

from frictioncone_ros.ros.background_work import BackgroundWork
from frictioncone_ros.ros.conversions.diagnostics import add_process, diagnostics_to_message
from frictioncone_ros.ros.conversions.markers import markers_to_message
from frictioncone_ros.ros.guard.link import GuardLink
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.marker_shapes import shapes_of
from frictioncone_ros.session.reports import inactive_status, status_of
from frictioncone_ros.session.statistics import Statistics

LIFETIME_PERIODS = 5.0
"""Markers vanish so many periods after a node that no longer draws them [-]."""


class SlowOutputs:
    """Publishes diagnostics and markers; also where garbage is collected, between commands."""

    def __init__(
        self, node: LifecycleNode, core: FilterCore, background: BackgroundWork, guard: GuardLink
    ) -> None:
        """Connect the outputs; diagnostics are not a lifecycle's matter: inactive is said too."""
        self._node, self._core, self._background = node, core, background
        self._guard = guard
        self.statistics = Statistics()
        self._diagnostics = node.create_publisher(DiagnosticArray, '/diagnostics', OUTPUT)
        self._markers = node.create_lifecycle_publisher(MarkerArray, '~/markers', OUTPUT)

    def diagnose(self) -> None:
        """Publish diagnostics, then collect young garbage."""
        core, node = self._core, self._node
        status = inactive_status('not active', core)
        if core.active and core.last is not None:
            status = status_of(core.last, core)
        figures = self.statistics.look(core, monotonic())
        figures['prediction restarts'] = str(self._background.restarts)
        message = diagnostics_to_message(
            node.get_fully_qualified_name(),
            status,
            figures,
            core.settings.values,
            node.get_clock().now().nanoseconds,
        )
        self._guard.check()
        add_process(message, 'guard', *self._guard.report())
        self._diagnostics.publish(message)
        if not gc.isenabled():
            gc.collect(1)

    def draw(self) -> None:
        """Publish markers where somebody listens."""
        outcome = self._core.last
        if (
            outcome is None
            or outcome.placement is None
            or not (self._markers.get_subscription_count())
        ):
            return
        stamp = self._node.get_clock().now().nanoseconds
        shapes = shapes_of(outcome, self._background.mode_text)
        frame, rate = outcome.placement.snapshot.frame, self._core.settings.number('marker_rate')
        lifetime = LIFETIME_PERIODS / rate if rate > 0.0 else 0.0
        self._markers.publish(markers_to_message(shapes, frame, stamp, lifetime))

    def destroy(self) -> None:
        """Disconnect."""
        self._node.destroy_publisher(self._diagnostics)
        self._node.destroy_lifecycle_publisher(self._markers)
