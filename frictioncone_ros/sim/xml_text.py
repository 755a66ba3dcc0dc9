# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Numbers and elements as XML text."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as Xml


def numbers(values: Iterable[float]) -> str:
    """Return the values separated by blanks, with enough digits to read back the same."""
    return ' '.join(f'{float(value):.12g}' for value in values)


def document(root: Xml.Element, comment: str = '') -> str:
    """Return the element as an indented XML document, with a comment line on top if given."""
    Xml.indent(root)
    head = '<?xml version="1.0"?>\n' + (f'<!-- {comment} -->\n' if comment else '')
    return head + Xml.tostring(root, encoding='unicode') + '\n'


def child_text(parent: Xml.Element, tag: str, text: str, **attributes: str) -> Xml.Element:
    """Append <tag attributes>text</tag> and return it."""
    element = Xml.SubElement(parent, tag, attributes)
    element.text = text
    return element
