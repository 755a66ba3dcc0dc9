# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Enable, disable, reset, and the desired mode: a service each, and what it answered."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

from std_srvs.srv import SetBool, Trigger

from frictioncone_ros.ros.conversions.neighbour import mode_request
from frictioncone_ros.ros.tools.terminal.caller import Caller, DONE, NO, run_verb
from frictioncone_ros.srv import SetDesiredMode


def order(caller: Caller, options: SimpleNamespace) -> int:
    """Call the order's service, print its sentence; 1 where it refused."""
    response = _called(caller, options)
    print(response.message, file=sys.stdout if response.success else sys.stderr)
    return DONE if response.success else NO


def _called(caller: Caller, options: SimpleNamespace) -> Any:
    if options.order == 'reset':
        return caller.call(Trigger, 'reset', Trigger.Request())
    if options.order == 'mode':
        request = mode_request(options.letters, tuple(options.contacts))
        return caller.call(SetDesiredMode, 'set_desired_mode', request)
    enables = options.order == 'enable'
    return caller.call(SetBool, 'enable', SetBool.Request(data=enables))


if __name__ == '__main__':
    sys.exit(run_verb(order))
