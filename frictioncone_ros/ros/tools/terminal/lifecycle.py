# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A node's lifecycle state, and transitions."""

from __future__ import annotations

import sys
from types import SimpleNamespace

from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState

from frictioncone_ros.ros.tools.terminal.caller import Caller, DONE, NO, run_verb

TRANSITIONS = {
    'configure': Transition.TRANSITION_CONFIGURE,
    'activate': Transition.TRANSITION_ACTIVATE,
    'deactivate': Transition.TRANSITION_DEACTIVATE,
    'cleanup': Transition.TRANSITION_CLEANUP,
}
SHUTDOWNS = {
    'unconfigured': Transition.TRANSITION_UNCONFIGURED_SHUTDOWN,
    'inactive': Transition.TRANSITION_INACTIVE_SHUTDOWN,
    'active': Transition.TRANSITION_ACTIVE_SHUTDOWN,
}
"""Shutting down is another transition from each state."""


def lifecycle(caller: Caller, options: SimpleNamespace) -> int:
    """Print the state, after the transition where one is asked for; 1 where it is refused."""
    before = _state(caller)
    if options.transition is None:
        print(before)
        return DONE
    number = {**TRANSITIONS, 'shutdown': SHUTDOWNS.get(before)}[options.transition]
    granted = number is not None and _changed(caller, int(number))
    after = _state(caller)
    if not granted:
        print(f'{options.transition} is refused: the node is {after}', file=sys.stderr)
        return NO
    print(f'{before} -> {after}')
    return DONE


def _state(caller: Caller) -> str:
    return str(caller.call(GetState, 'get_state', GetState.Request()).current_state.label)


def _changed(caller: Caller, number: int) -> bool:
    request = ChangeState.Request(transition=Transition(id=number))
    return bool(caller.call(ChangeState, 'change_state', request).success)


if __name__ == '__main__':
    sys.exit(run_verb(lifecycle))
