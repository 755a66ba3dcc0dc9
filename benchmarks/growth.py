# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How time grows with size: the exponent fitted beside the theoretical one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from measuring import collection_off, Figure, figure_of
import numpy as np
from processor import seconds_of

ROUNDS = 30


def exponent(
    family: str,
    name: str,
    functions: dict[float, Callable[[], object]],
    theory: tuple[float, str],
) -> Figure:
    """Return the exponent p of time ~ size^p, fitted in every round, beside the theoretical one.

    functions: by size. theory: the exponent and its reason.
    """
    sizes = np.log(np.array(list(functions)))
    slopes: list[float] = []
    for function in functions.values():
        function()
    with collection_off():
        for _ in range(ROUNDS):
            times = [seconds_of(function) for function in functions.values()]
            slopes.append(_slope(sizes, times))
    stated = np.full(ROUNDS, theory[0])
    return figure_of(
        family,
        f'{name}, exponent of growth over {min(functions):g} to {max(functions):g}',
        (slopes, stated),
        peer_name=theory[1],
        unit='',
    )


def _slope(sizes: np.ndarray, times: Sequence[float]) -> float:
    return float(np.polyfit(sizes, np.log(times), 1)[0])
