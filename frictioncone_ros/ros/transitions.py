# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A lifecycle transition that is not possible now is refused, not fatal."""

from __future__ import annotations

from lifecycle_msgs.srv import ChangeState
from rclpy.lifecycle import LifecycleNode


def refuse_impossible_transitions(node: LifecycleNode) -> None:
    """
    Make the change_state service answer success=False where rclpy would raise.

    rclpy lets the error of an impossible transition escape from the service's callback: any
    client could end the process with one wrong request.
    """
    change_state = node._service_change_state.callback

    def change_if_possible(
            request: ChangeState.Request, response: ChangeState.Response) -> ChangeState.Response:
        possible = node._state_machine.available_transitions
        if any(request.transition.id == transition[0] or
               (request.transition.label and request.transition.label == transition[1])
               for transition in possible):
            return change_state(request, response)
        node.get_logger().warning(
            f'transition {request.transition.label or request.transition.id} is not possible '
            f'from {node._state_machine.current_state[1]}')
        response.success = False
        return response

    node._service_change_state.callback = change_if_possible
