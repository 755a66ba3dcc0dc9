# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Formulas as MathML, which browsers typeset themselves: no script, no request to another host."""

from __future__ import annotations

from typing import Any

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml


def setup(application: Any) -> dict[str, object]:
    """Register the renderer under the name `mathml`."""
    application.add_html_math_renderer('mathml', (inline, None), (display, None))
    return {'version': '1', 'parallel_read_safe': True, 'parallel_write_safe': True}


def inline(translator: Any, node: Any) -> None:
    """Write a formula in a line of text."""
    translator.body.append(tex2mathml(node.astext()))
    raise SkipNode


def display(translator: Any, node: Any) -> None:
    """Write a formula in a paragraph of its own."""
    text = node.astext()
    formula = tex2mathml(text, as_block=True)
    translator.body.append(f'<div class="math" style="overflow-x:auto">{formula}</div>\n')
    raise SkipNode
