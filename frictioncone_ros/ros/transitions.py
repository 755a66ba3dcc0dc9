# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle transitions: one that is not possible now is refused, not fatal; all are logged."""

from __future__ import annotations

from collections.abc import Callable

from lifecycle_msgs.srv import ChangeState
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn

from frictioncone_ros.ros.runtime.contained_node import in_full

Transition = Callable[[LifecycleState], TransitionCallbackReturn]

DONE = {
    'on_configure': 'configured',
    'on_activate': 'active',
    'on_deactivate': 'deactivated',
    'on_cleanup': 'cleaned up',
    'on_shutdown': 'shut down',
    'on_error': 'unconfigured after an error',
}
"""What is logged after each transition."""


def refuse_impossible_transitions(node: LifecycleNode) -> None:
    """
    Make the change_state service answer success=False where rclpy would raise.

    rclpy lets the error of an impossible transition escape from the service's callback: any
    client could end the process with one wrong request.
    """
    change_state = node._service_change_state.callback

    def change_if_possible(
        request: ChangeState.Request, response: ChangeState.Response
    ) -> ChangeState.Response:
        possible = node._state_machine.available_transitions
        if any(
            request.transition.id == transition[0]
            or (request.transition.label and request.transition.label == transition[1])
            for transition in possible
        ):
            return change_state(request, response)
        node.get_logger().warning(
            f'transition {request.transition.label or request.transition.id} is not possible '
            f'from {node._state_machine.current_state[1]}'
        )
        response.success = False
        return response

    node._service_change_state.callback = change_if_possible


def log_transitions(node: LifecycleNode) -> None:
    """Log what each transition came to; rclpy drops the error of one that failed."""
    for state, callback in node._callbacks.items():
        node._callbacks[state] = _logged(node, callback)


def _logged(node: LifecycleNode, callback: Transition) -> Transition:
    def run(previous: LifecycleState) -> TransitionCallbackReturn:
        try:
            result = callback(previous)
        except Exception as error:
            node.get_logger().error(f'{callback.__name__} failed: {in_full(error)}')
            raise
        if result == TransitionCallbackReturn.SUCCESS:
            node.get_logger().info(DONE[callback.__name__])
        else:
            node.get_logger().error(f'{callback.__name__} failed, from {previous.label}')
        return result

    return run
