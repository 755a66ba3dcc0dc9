# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One family of errors; each message says what, which value, what was expected and where."""

from __future__ import annotations


class FrictionConeError(Exception):
    """Base of every error this package raises on purpose."""


class InvalidInputError(FrictionConeError, ValueError):
    """A value that cannot be used: wrong shape, not finite, out of its bounds."""

    def __init__(self, what: str, value: object, expected: str, where: str = '') -> None:
        """Say what was given as which value, what was expected, and where it stood."""
        self.what = what
        self.value = value
        self.expected = expected
        self.where = where
        place = f'{where}: ' if where else ''
        super().__init__(f'{place}{what} is {_shown(value)}, expected {expected}')


class InconsistentStateError(InvalidInputError):
    """Values that are fine one by one but contradict each other, as an approaching contact."""


class LimitExceededError(FrictionConeError):
    """A question larger than the stated limit, refused instead of answered slowly."""

    def __init__(self, what: str, value: object, limit: object) -> None:
        """Say what was counted, how many there were and how many are allowed."""
        self.what = what
        self.value = value
        self.limit = limit
        super().__init__(f'{what} is {value}, more than the limit {limit}')


class MissingDependencyError(FrictionConeError, ImportError):
    """An optional part was asked for whose package is not installed."""

    def __init__(self, what: str, how_to_install: str) -> None:
        """Say what is missing and the command or package that brings it."""
        self.what = what
        self.how_to_install = how_to_install
        super().__init__(f'{what} is not installed: {how_to_install}')


class NumericalError(FrictionConeError, ArithmeticError):
    """A numerical method returned an answer that fails its own residual check."""


def _shown(value: object, longest: int = 120) -> str:
    """Return the value on one line, cut where it would drown the message."""
    try:
        text = repr(value) if isinstance(value, str) else ' '.join(str(value).split())
    except Exception:  # of objects that cannot be printed, as integers of very many digits
        text = f'a {type(value).__name__}'
    return text if len(text) <= longest else text[: longest - 3] + '...'
