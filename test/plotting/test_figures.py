# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Figures hold what they were given, in colour and in a second code, with units and a legend."""

import numpy as np
import pytest

pytest.importorskip('matplotlib')

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.plotting import (
    acceleration_figure,
    force_plane_figure,
    ForcePlane,
    formation_figure,
    jamming_figure,
    raster_figure,
    save_figure,
    Timeline,
    timeline_figure,
    wrench_cone_figure,
)
from frictioncone_ros.plotting.contact_raster import stretches
from frictioncone_ros.plotting.style import code, COLOURS
from frictioncone_ros.plotting.timeline import status_spans
from frictioncone_ros.scenario import load_scenario

TIMES = np.array([0.0, 1.0, 2.0, 3.0])


@pytest.fixture(scope='module')
def block():
    return load_scenario('block_on_table').required_state()


def all_figures(block):
    weight = np.array([0.0, -9.81, 0.0])
    plane = ForcePlane(weight, (0, 2), (-9.0, 9.0, -9.0, 9.0))
    polygons = load_scenario('gripper_triangle').required_polygons()
    solved = polygons.system.solve(polygons.formation, polygons.manipulator_poses)
    assert solved is not None
    from frictioncone_ros.formations import placements

    poses = placements(polygons.system, polygons.formation, polygons.manipulator_poses)
    return {
        'plane': force_plane_figure(block, plane, {'commanded': np.ones((3, 3))}),
        'cones': wrench_cone_figure({'ff': mode_cone(block, 'ff').closed}, 1.0),
        'timeline': timeline_figure(
            Timeline(
                TIMES,
                {'left': np.array([1.0, np.inf, np.nan, 2.0])},
                ['OK', 'PROJECTED', 'PROJECTED', 'OK'],
                {'fx [N]': (TIMES, 0.5 * TIMES)},
            )
        ),
        'raster': raster_figure(TIMES, {'left': 'ffrr', 'right': 'sdl?'}),
        'jamming': jamming_figure(load_scenario('peg').required_state(), 0.01),
        'accelerations': acceleration_figure(find_motions(block, weight)),
        'formations': formation_figure(polygons.system, poses),
    }


@pytest.mark.parametrize('ending', ['svg', 'png'])
def test_every_figure_is_written(block, tmp_path, ending):
    for name, figure in all_figures(block).items():
        path = save_figure(figure, tmp_path / f'{name}.{ending}')
        assert path.stat().st_size > 5_000


def test_the_same_figure_is_the_same_file(tmp_path):
    paths = [
        save_figure(raster_figure(TIMES, {'left': 'ffrr'}), tmp_path / f'{index}.svg')
        for index in range(2)
    ]
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_axes_have_names_with_units(block):
    for name, figure in all_figures(block).items():
        if name == 'formations':
            assert '[m]' in figure.get_supxlabel()
            continue
        labelled = [axes.get_ylabel() for axes in figure.axes if name != 'raster']
        assert all('[' in label for label in labelled), name
        assert '[' in figure.axes[-1].get_xlabel()


def test_legends_stand_outside_of_the_axes(block):
    for name, figure in all_figures(block).items():
        assert all(axes.get_legend() is None for axes in figure.axes)
        assert len(figure.legends) == (0 if name == 'formations' else 1), name


def test_colour_is_never_the_only_code(block):
    regions = all_figures(block)['plane'].axes[0].patches
    codes = [(patch.get_facecolor(), patch.get_hatch()) for patch in regions]
    assert len(set(codes)) == len(codes) > 4
    assert len({hatch for _, hatch in codes[: len(COLOURS)]}) == min(len(codes), len(COLOURS))
    assert code(len(COLOURS), 'colour') == COLOURS[0]


def test_stretches_and_spans_end_where_the_next_begins():
    assert stretches(TIMES, 'ffrf') == [('f', 0.0, 2.0), ('r', 2.0, 3.0), ('f', 3.0, 3.0)]
    assert status_spans(TIMES, ['OK', 'A', 'A', 'OK']) == [
        ('OK', 0.0, 1.0),
        ('A', 1.0, 3.0),
        ('OK', 3.0, 3.0),
    ]


def test_what_cannot_be_drawn_is_said(block, tmp_path):
    figure = all_figures(block)['raster']
    with pytest.raises(InvalidInputError, match='svg'):
        save_figure(figure, tmp_path / 'a.txt')
    with pytest.raises(InvalidInputError, match='can be written'):
        save_figure(figure, tmp_path / 'nowhere' / 'a.svg')
    box = load_scenario('box_on_table').required_state()
    with pytest.raises(InvalidInputError, match='planar'):
        jamming_figure(box, 0.01)
    with pytest.raises(InvalidInputError, match='dimension of cone'):
        wrench_cone_figure({'box': PolyhedralCone.whole_space(6)}, 1.0)
    polygons = load_scenario('gripper_triangle').required_polygons()
    with pytest.raises(InvalidInputError, match='poses'):
        formation_figure(polygons.system, ())


def test_no_two_of_many_things_look_alike():
    """Colour and hatch (line, marker) go round together no more: the ninth was the first again."""
    for kind in ('hatch', 'line', 'marker'):
        pairs = {(code(index, 'colour'), str(code(index, kind))) for index in range(64)}
        assert len(pairs) == 64


def test_a_small_region_is_no_line(block):
    weight = np.array([0.0, -9.81, 0.0])
    wide = force_plane_figure(block, ForcePlane(weight, (0, 2), (-1e3, 1e3, -1e3, 1e3)))
    labels = wide.axes[0].get_legend_handles_labels()[1]
    assert 'ff' in labels
    assert not [label for label in labels if 'no area' in label]


def test_quasistatic_motions_are_twists_and_rounding_has_no_axis(block):
    found = find_quasistatic_motions(block, (0.0, -9.81, 0.0))
    figure = acceleration_figure(found, 'quasistatic')
    assert figure.axes[0].get_xlabel() == '$v_x$ [m/s]'
    assert figure.axes[1].get_ylabel() == r'$\omega$ [rad/s]'
    assert all(np.ptp(axes.get_xlim()) >= 1.0 for axes in figure.axes)


def test_a_figure_without_motions_says_so():
    rod = load_scenario('painleve_rod')
    figure = acceleration_figure(find_motions(rod.required_state(), rod.required_wrench()))
    assert figure.get_suptitle() == 'no motion is consistent'


def test_a_sheet_names_its_poses_and_says_what_it_leaves_out():
    polygons = load_scenario('gripper_triangle').required_polygons()
    from frictioncone_ros.formations import placements

    (pose, _) = placements(polygons.system, polygons.formation, polygons.manipulator_poses)
    names = [f'pose {index}' for index in range(25)]
    figure = formation_figure(polygons.system, [pose] * 25, names)
    assert figure.get_suptitle() == 'the first 24 of 25 poses'
    assert figure.axes[3].get_title().startswith('pose 3\n')


def test_forces_that_do_not_occur_are_drawn_as_such():
    from frictioncone_ros.analysis.feasibility import resist
    from frictioncone_ros.analysis.support import will_resist
    from frictioncone_ros.cli.scene.pictures import forces_said

    peg, rod, box = map(load_scenario, ('peg', 'painleve_rod', 'box_on_table'))
    can = resist(peg.required_state(), peg.required_wrench())
    assert forces_said(can) == 'contact forces that would do, but do not occur'
    assert 'not carried' in forces_said(resist(rod.required_state(), rod.required_wrench()))
    will = will_resist(box.required_state(), box.required_wrench())
    assert forces_said(will) == 'contact forces that occur'
