# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The examples of planar motions run, and what they show is known from elsewhere."""

import importlib.util
from math import atan, radians
from pathlib import Path

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions, Verdict

EXAMPLES = Path(__file__).resolve().parents[2] / 'examples'


def load(name):
    specification = importlib.util.spec_from_file_location(name, EXAMPLES / f'{name}.py')
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


rod = load('painleve_rod')
classics = load('planar_classics')
LADDER_WEIGHT = (0.0, -98.1, 0.0)


@pytest.mark.parametrize('degrees', [30, 45, 63.43494882292201, 75])
def test_rod_loses_or_gains_a_motion_at_the_critical_friction(degrees):
    angle = radians(degrees)
    critical = rod.critical_friction(angle)
    slow, fast = 0.5 * rod.lifting_spin(angle), 2.0 * rod.lifting_spin(angle)
    below, above = (1.0 - 1e-6) * critical, (1.0 + 1e-6) * critical
    assert rod.motions(below, slow, angle).modes == ('l',)
    assert rod.motions(above, slow, angle).modes == ()
    assert rod.motions(below, fast, angle).modes == ('s',)
    assert rod.motions(above, fast, angle).modes == ('l', 's')


def test_rod_smallest_critical_friction_is_four_thirds():
    assert rod.critical_friction(atan(2.0)) == pytest.approx(4.0 / 3.0)
    around = [rod.critical_friction(atan(2.0) + step) for step in (-0.01, 0.01)]
    assert min(around) > 4.0 / 3.0


def test_rod_example_prints_and_draws(tmp_path, capsys):
    pytest.importorskip('matplotlib')
    assert rod.main(['--output-directory', str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    for verdict in ('one', 'several', 'none'):
        assert f'rad/s: {verdict}' in printed
    assert (tmp_path / 'painleve_rod.png').stat().st_size > 10_000


def test_block_slides_beyond_its_friction():
    still = find_motions(classics.block(0.5), (0.49 * 9.81, -9.81, 0.0))
    moving = find_motions(classics.block(0.5), (6.0, -9.81, 0.0))
    assert still.modes == ('ff',)
    assert moving.modes == ('rr',)
    assert moving['rr'].twist_rate == pytest.approx([6.0 - 0.5 * 9.81, 0.0, 0.0])


def test_block_topples_when_pushed_high():
    push = (4.5, -9.81, -0.8 * 9.81)
    assert find_motions(classics.block(0.5), push).modes == ('sf',)


def test_ladder_slips_below_its_smallest_angle():
    for friction in (0.2, 0.5, 0.8):
        limit = classics.smallest_ladder_angle(friction)
        steep = find_motions(classics.ladder(friction, limit + 1e-6), LADDER_WEIGHT)
        flat = find_motions(classics.ladder(friction, limit - 1e-6), LADDER_WEIGHT)
        assert 'ff' in steep.modes
        assert flat.modes == ('ll',)


def test_box_in_a_corner_may_turn_or_rest():
    found = find_motions(classics.box_in_corner(0.5), (-1.0, -1.0, -3.0))
    assert found.modes == ('ffff', 'sfls')
    assert found.verdict is Verdict.CONTINUUM
    assert found['sfls'].polytope.ranges[0] == pytest.approx([0.0, 9.0 / 46.0])


def test_peg_wedges_while_its_depth_is_below_mu_times_its_width():
    for depth, wedges in ((0.999, True), (1.001, False)):
        found = find_motions(classics.peg(0.5, depth), np.zeros(3))
        assert (found['ff'].contact_forces.rays.shape[0] > 0) == wedges


def test_peg_jams_outside_the_parallelogram():
    """Whitney's diagram: M / (r Fz) = +-lambda - (1 + lambda) mu Fx / Fz, |Fx / Fz| <= 1 / mu."""
    friction, depth = 0.5, 3.0
    steepness = depth / (2.0 * friction)
    peg = classics.sliding_peg(friction, depth)
    for sideways in (-2.2, -1.8, -0.7, 0.0, 0.4, 1.9, 2.1):
        middle = -(1.0 + steepness) * friction * sideways
        for moment in (
            middle - 1.01 * steepness,
            middle - 0.99 * steepness,
            middle + 0.99 * steepness,
            middle + 1.01 * steepness,
        ):
            inside = abs(sideways) < 1.0 / friction and abs(moment - middle) < steepness
            assert classics.jams(peg, (sideways, -1.0, moment)) != inside


def test_classics_example_prints(capsys):
    assert classics.main() == 0
    printed = capsys.readouterr().out
    assert 'box in a corner, mu 0.5, turned with 3 Nm: continuum' in printed
    assert '-0.9 Nm: in balance' in printed
