# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every number in a message, however deep."""

from collections.abc import Iterator


def numbers_in(value) -> Iterator[float]:
    """Yield every float of a message, of the messages in it, and of their lists."""
    if isinstance(value, float):
        yield value
    elif hasattr(value, 'get_fields_and_field_types'):
        for field in value.get_fields_and_field_types():
            yield from numbers_in(getattr(value, field))
    elif not isinstance(value, (str, bytes, int)):
        for item in value:
            yield from numbers_in(item)
