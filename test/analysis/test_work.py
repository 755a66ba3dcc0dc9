# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How much work an answer takes: searches come to an end as soon as they do, and nothing twice.

A search that goes astray is mended by its own proof and answers the same, later. What it cost is
counted in calls of the package's functions, on fixed random scenes, beside what it costs where
everything works. Where a change saves work lower the number; where one needs more say why.
"""

import pytest
from work import calls_of
from work_scenes import FRICTIONS, IN_THE_PLANE, OTHERS, WITH_FRICTION

SPARE = 1.08
"""Other libraries of linear algebra round otherwise, and a search may take a step more."""


def counted(question, seeds, *given):
    """Return the calls that some seeds take, after one that loads what stays loaded."""
    question(1000, *given)
    return sum(
        sum(calls_of(lambda seed=seed: question(seed, *given)).values()) for seed in range(seeds)
    )


MOST = {
    'resist, feet': (6612, 6946, 14458, 5616, 5622),
    'resist, grasp': (6764, 6868, 11059, 5914, 5940),
    'resist, two': (3465, 4061, 11370, 1994, 1994),
    'produce, seven': (1500, 1500, 1480, 1400, 1400),
    'project': (1908, 2034, 1957, 1406, 1406),
    'will resist, feet': (4696, 5389, 4717, 4744, 4689),
    'will resist, grasp': (6304, 5832, 4697, 5644, 5593),
    'ticks, feet': (6615, 7335, 7190, 6055, 6655),
    'ticks, grasp': (4494, 23544, 4883, 3936, 4296),
    'slow ticks, grasp': (4799, 23609, 5223, 4212, 4572),
    'closure': (2386, 2476, 2354, 2127, 2127),
    'load factor': (5757, 6282, 8613, 5202, 5266),
    'motions': (3841, 4558, 7577, 3322, 2807),
    'slow motions': (728, 728, 854, 728, 728),
    'many': (14291, 1576, 20712, 9953, 10378),
}
"""Calls for each question with friction, in the order of FRICTIONS."""

MOST_IN_THE_PLANE = {
    'limit along': 2368,
    'limit near': 3064,
    'motions': 6891,
    'slow motions': 7853,
    'resist': 4212,
    'kinematic modes': 4677,
    'mode cone': 2856,
    'wrench for a mode': 18021,
    'modes in space': 3903,
    'bounds in space': 1956,
}

MOST_OF_OTHERS = {
    'a box on a circle': 2110,
    'a box on a ellipse': 3182,
    'a box on a polygon': 1830,
    'a box on a pyramid': 1556,
    'split: block_tilting': 821,
    'split: flip_against_corner': 846,
    'split: bottle_rotation': 1276,
    'seating': 6663,
    'peg': 596,
    'possible modes': 1844,
    'in doubt': 4727,
}


@pytest.mark.parametrize('friction', FRICTIONS)
@pytest.mark.parametrize('question', WITH_FRICTION)
def test_a_question_takes_no_more_work_than_stated(question, friction):
    seeds, ask = WITH_FRICTION[question]
    most = MOST[question][list(FRICTIONS).index(friction)]
    assert counted(ask, seeds, FRICTIONS[friction]) <= SPARE * most


@pytest.mark.parametrize('question', IN_THE_PLANE)
def test_a_question_in_the_plane_takes_no_more_work_than_stated(question):
    seeds, ask = IN_THE_PLANE[question]
    assert counted(ask, seeds) <= SPARE * MOST_IN_THE_PLANE[question]


@pytest.mark.parametrize('question', OTHERS)
def test_other_questions_take_no_more_work_than_stated(question):
    seeds, ask = OTHERS[question]
    assert counted(ask, seeds) <= SPARE * MOST_OF_OTHERS[question]
