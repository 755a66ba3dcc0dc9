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

SPARE = 1.25
"""Other libraries of linear algebra round otherwise, and a search may take some steps more."""


def counted(question, seeds, *given):
    """Return the calls that some seeds take, after one that loads what stays loaded."""
    question(1000, *given)
    return sum(
        sum(calls_of(lambda seed=seed: question(seed, *given)).values()) for seed in range(seeds)
    )


MOST = {
    'resist, feet': (2592, 2926, 10348, 1626, 1632),
    'resist, grasp': (2744, 2848, 6949, 1924, 1950),
    'resist, two': (2235, 2831, 10095, 779, 779),
    'produce, seven': (440, 440, 405, 345, 345),
    'project': (764, 890, 789, 262, 262),
    'will resist, feet': (1574, 2275, 1599, 1626, 1575),
    'will resist, grasp': (4637, 4171, 3108, 3930, 3877),
    'ticks, feet': (4860, 4860, 5060, 4300, 4300),
    'ticks, grasp': (3451, 20365, 3677, 2847, 2847),
    'slow ticks, grasp': (3826, 20479, 4055, 3217, 3217),
    'closure': (566, 656, 504, 307, 307),
    'load factor': (3603, 3471, 6111, 3556, 3438),
    'motions': (3137, 3846, 6845, 2614, 2107),
    'slow motions': (332, 332, 458, 332, 332),
    'many': (4904, 666, 10431, 1163, 1161),
}
"""Calls for each question with friction, in the order of FRICTIONS."""

MOST_IN_THE_PLANE = {
    'limit along': 2328,
    'limit near': 3018,
    'motions': 5060,
    'slow motions': 5002,
    'resist': 1272,
    'kinematic modes': 1767,
    'mode cone': 988,
    'wrench for a mode': 16385,
    'modes in space': 2346,
    'bounds in space': 243,
}

MOST_OF_OTHERS = {
    'a box on a circle': 1602,
    'a box on a ellipse': 2670,
    'a box on a polygon': 1330,
    'a box on a pyramid': 1034,
    'split: block_tilting': 609,
    'split: flip_against_corner': 631,
    'split: bottle_rotation': 951,
    'seating': 4490,
    'peg': 252,
    'possible modes': 904,
    'in doubt': 1329,
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
