# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Golden output of verbs that talk to a node, in test/ros/transcripts."""

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / 'ros' / 'transcripts'


def compare_with_transcript(name, text):
    """Assert that a text is what was kept; WRITE_TRANSCRIPTS=1 keeps it anew."""
    file = FOLDER / f'{name}.txt'
    if os.environ.get('WRITE_TRANSCRIPTS'):
        file.write_text(text, encoding='utf-8')
    assert text == file.read_text(encoding='utf-8'), 'WRITE_TRANSCRIPTS=1 writes it anew'
