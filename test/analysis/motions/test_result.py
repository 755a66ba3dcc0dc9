# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Results of motion analysis: verdicts, ranges, read-only arrays."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import (
    ForceSet,
    Motion,
    MotionCertificate,
    MotionPolytope,
    MotionSet,
    Verdict,
)
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.tolerances import SAME_MOTION

FINE = MotionCertificate(0.0, 0.0, 0.0, 0.0)


def motion(mode, *vertices, dimension=0):
    polytope = MotionPolytope(np.array(vertices), dimension=dimension)
    rate = np.mean(vertices, axis=0)
    return Motion(ContactMode.parse(mode), polytope, rate, ForceSet([0.0, 0.0]), FINE)


def test_verdict_counts_motions_and_not_modes():
    rest, up = motion('f', [0, 0, 0]), motion('s', [0, 1, 0])
    assert MotionSet(()).verdict is Verdict.NONE
    assert MotionSet((rest,)).verdict is Verdict.ONE
    assert MotionSet((rest, up)).verdict is Verdict.SEVERAL
    assert MotionSet((rest, motion('l', [0, 0, 0]))).verdict is Verdict.ONE
    line = motion('l', [0, 0, 0], [1, 0, 0], dimension=1)
    assert MotionSet((rest, line)).verdict is Verdict.CONTINUUM


def test_motions_are_alike_up_to_rounding_of_the_largest_of_their_rates():
    def verdict(size, apart):
        rates = ([size, 0.0, 0.0], [size, apart, 0.0])
        return MotionSet(tuple(motion('f', rate) for rate in rates)).verdict

    for size in (1.0, 1e6):
        assert verdict(size, 0.5 * SAME_MOTION * size) is Verdict.ONE
        assert verdict(size, 2.0 * SAME_MOTION * size) is Verdict.SEVERAL
    assert verdict(1e-6, 0.5 * SAME_MOTION) is Verdict.ONE


def test_what_a_search_that_stopped_early_did_not_find_is_undecided():
    rest, up = motion('f', [0, 0, 0]), motion('s', [0, 1, 0])
    line = motion('l', [0, 0, 0], [1, 0, 0], dimension=1)

    def verdict(*found):
        return MotionSet(found, exhaustive=False, stopped_because='time limit reached').verdict

    assert verdict() is verdict(rest) is Verdict.UNDECIDED
    assert verdict(rest, up) is Verdict.SEVERAL
    assert verdict(rest, line) is Verdict.CONTINUUM


def test_motions_are_found_by_their_mode():
    motions = MotionSet((motion('f', [0, 0, 0]), motion('s', [0, 1, 0])))
    assert motions.modes == ('f', 's')
    assert motions['s'].twist_rate[1] == 1.0
    with pytest.raises(KeyError):
        motions['l']


def test_a_certificate_without_any_size_holds_where_nothing_is_astray():
    nothing = MotionCertificate(0.0, 0.0, 0.0, 0.0, force_scale=0.0, acceleration_scale=0.0)
    assert nothing.worst == 0.0
    assert not MotionCertificate(0.0, 0.0, 1e-9, 0.0, 0.0, 0.0).holds()


def test_ranges_are_infinite_along_rays():
    polytope = MotionPolytope([[1.0, 0, 0], [2.0, 0, 0]], [[0, -1.0, 0]], dimension=2)
    assert not polytope.bounded
    assert polytope.ranges.tolist() == [[1.0, 2.0], [-np.inf, 0.0], [0.0, 0.0]]


def test_forces_are_enumerated_once_and_only_when_asked_for():
    calls = []

    def enumerate_generators():
        calls.append(1)
        return np.array([[1.0, 0.0], [2.0, 0.5]]), np.empty((0, 2))

    forces = ForceSet([1.0, 0.0], enumerate_generators)
    assert not calls
    assert forces.unique is False
    assert forces.ranges.tolist() == [[1.0, 2.0], [0.0, 0.5]]
    assert len(calls) == 1
    assert ForceSet([1.0]).unique is None
    assert ForceSet([1.0], single=True).unique is True


def test_a_certificate_compares_each_law_with_its_scale():
    assert MotionCertificate(1e-7, 0, 0, 0, force_scale=1e3).holds()
    assert not MotionCertificate(0, 0, 0, 1e-7, force_scale=1e3).holds()
    assert MotionCertificate(0, 2.0, 0, 0, force_scale=4.0).worst == 0.5


def test_results_cannot_be_changed():
    found = motion('f', [0, 0, 0])
    for array in (found.twist_rate, found.polytope.vertices, found.contact_forces.minimum_norm):
        with pytest.raises(ValueError, match='read-only'):
            array[...] = 1.0


def test_forces_that_are_no_polytope_have_no_generators():
    vertices, rays = ForceSet([1.0, 2.0, 3.0]).generators
    assert vertices.shape == rays.shape == (0, 3)
