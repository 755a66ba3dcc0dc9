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

from frictioncone_ros.spatial.compiled import least_by_older_versions, nnls

pytestmark = pytest.mark.skipif(
    nnls is least_by_older_versions, reason='older versions of SciPy take other steps'
)

SPARE = 1.08
"""Other libraries of linear algebra round otherwise, and a search may take a step more."""


def counted(question, seeds, *given):
    """Return the calls that some seeds take, after one that loads what stays loaded."""
    question(1000, *given)
    return sum(
        sum(calls_of(lambda seed=seed: question(seed, *given)).values()) for seed in range(seeds)
    )


MOST = {
    'resist, feet': (2502, 2836, 10258, 1536, 1542),
    'resist, grasp': (2654, 2758, 6859, 1834, 1860),
    'resist, two': (2190, 2786, 10050, 734, 734),
    'produce, seven': (425, 425, 390, 330, 330),
    'project': (740, 866, 765, 238, 238),
    'will resist, feet': (1514, 2215, 1539, 1566, 1515),
    'will resist, grasp': (4607, 4141, 3078, 3900, 3847),
    'ticks, feet': (4815, 4815, 5015, 4255, 4255),
    'ticks, grasp': (3386, 20850, 3556, 2828, 2828),
    'slow ticks, grasp': (3691, 20923, 3896, 3104, 3104),
    'closure': (536, 626, 474, 277, 277),
    'load factor': (3564, 3432, 6073, 3441, 3333),
    'motions': (3137, 3846, 6845, 2614, 2107),
    'slow motions': (332, 332, 458, 332, 332),
    'many': (4799, 654, 10326, 1057, 1055),
}
"""Calls for each question with friction, in the order of FRICTIONS."""

MOST_IN_THE_PLANE = {
    'limit along': 2328,
    'limit near': 3018,
    'motions': 5060,
    'slow motions': 5002,
    'resist': 1212,
    'kinematic modes': 1767,
    'mode cone': 968,
    'wrench for a mode': 16281,
    'modes in space': 2346,
    'bounds in space': 237,
}

MOST_OF_OTHERS = {
    'a box on a circle': 1602,
    'a box on a ellipse': 2670,
    'a box on a polygon': 1330,
    'a box on a pyramid': 1034,
    'split: block_tilting': 606,
    'split: flip_against_corner': 628,
    'split: bottle_rotation': 948,
    'seating': 4415,
    'peg': 238,
    'possible modes': 864,
    'in doubt': 1299,
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


def _print_what_it_takes():
    for name, (seeds, ask) in WITH_FRICTION.items():
        print(name, tuple(counted(ask, seeds, one) for one in FRICTIONS.values()))
    for name, (seeds, ask) in (IN_THE_PLANE | OTHERS).items():
        print(name, counted(ask, seeds))


if __name__ == '__main__':
    _print_what_it_takes()
