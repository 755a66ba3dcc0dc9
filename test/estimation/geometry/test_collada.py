# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""COLLADA files whose counts and indices do not agree are refused before Assimp believes them."""

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from frictioncone_ros.estimation.geometry.model_files import urdf_shapes
from frictioncone_ros.estimation.geometry.placed_shape import load_mesh
from frictioncone_ros.estimation.geometry.urdf_meshes import with_sound_meshes
from frictioncone_ros.exceptions import InvalidInputError

PARAMETERS = ''.join(f'<param name="{name}" type="float"/>' for name in 'XYZ')
POINTS = '<input semantic="VERTEX" source="#v" offset="0"/>'
BOTH = f'{POINTS}<input semantic="NORMAL" source="#n" offset="1"/>'
TRIANGLES = f'<triangles count="4">{POINTS}<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>'
POLYLIST = (
    f'<polylist count="4">{BOTH}<vcount>3 3 3 3</vcount>'
    '<p>0 0 2 1 1 0 0 0 1 1 3 0 0 0 3 1 2 1 1 0 2 0 3 1</p></polylist>'
)
POLYGONS = f'<polygons count="2">{BOTH}<p>0 0 2 0 1 1</p><p>0 0 1 0 3 0 2 1</p></polygons>'
LINES = f'{TRIANGLES}<lines count="2">{POINTS}<p>0 2 1 3</p></lines>'


def source(name, numbers):
    count = len(numbers.split())
    return (
        f'<source id="{name}"><float_array id="{name}a" count="{count}">{numbers}</float_array>'
        f'<technique_common><accessor source="#{name}a" count="{count // 3}" stride="3">'
        f'{PARAMETERS}</accessor></technique_common></source>'
    )


def collada(primitives):
    return (
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset/>'
        '<library_effects><effect id="e"><profile_COMMON><newparam sid="s"><surface type="2D">'
        '<init_from>i</init_from></surface></newparam><newparam sid="t"><sampler2D><source>s'
        '</source></sampler2D></newparam></profile_COMMON></effect></library_effects>'
        f'<library_geometries><geometry id="g"><mesh>{source("p", "0 0 0 1 0 0 0 1 0 0 0 1")}'
        f'{source("n", "0 0 1 1 0 0")}<vertices id="v"><input semantic="POSITION" source="#p"/>'
        f'</vertices>{primitives}</mesh></geometry></library_geometries><library_nodes>'
        '<node id="l"><instance_geometry url="#g"/></node></library_nodes><library_visual_scenes>'
        '<visual_scene id="s"><node id="w"><instance_node url="#l"/></node></visual_scene>'
        '</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    )


def written(folder, text, name='part.dae'):
    (folder / name).write_text(text, encoding='utf-8')
    return str(folder / name)


@pytest.mark.parametrize('primitives', [TRIANGLES, POLYLIST, POLYGONS, LINES])
def test_counts_that_agree_are_read(tmp_path, primitives):
    file = written(tmp_path, collada(primitives))
    shape = load_mesh(file, np.ones(3), 'scene')
    corners = {tuple(shape.point(index)) for index in range(shape.num_points)}
    assert corners == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}


WRONG = [
    (TRIANGLES, ('<p>0 2 1', '<p>0 1e-320 1'), "index in <p> is '1e-320'"),
    (TRIANGLES, ('<p>0 2 1', '<p>0 99999999999 1'), "index in <p> is '99999999999'"),
    (TRIANGLES, ('<p>0 2 1', '<p>0 -1 1'), "index in <p> is '-1'"),
    # A space to Python and none to Assimp.
    (TRIANGLES, ('<p>0 2 1', '<p>0\u00a02 1'), 'index in <p>'),
    (TRIANGLES, ('<p>0 2 1', '<p>0 4 1'), 'index in <triangles> is 4, expected below 4'),
    (POLYLIST, ('<p>0 0 2 1', '<p>0 0 2 2'), 'index in <polylist> is 2, expected below 2'),
    (POLYLIST, ('<p>0 0 ', '<p>0 '), 'indices of <polylist> is 23, expected a multiple of 2'),
    (POLYLIST, ('3 3 3 3', '3 3 3 4'), 'sum of <vcount> is 13, expected 12'),
    (POLYLIST, ('3 3 3 3', '3 3 6'), 'count of <polylist> is 4, expected 3'),
    (TRIANGLES, ('<triangles count="4"', '<triangles count="5"'), 'count of <triangles> is 5'),
    (LINES, ('<lines count="2"', '<lines count="1"'), 'count of <lines> is 1'),
    (POLYGONS, ('<polygons count="2"', '<polygons count="9"'), 'count of <polygons> is 9'),
    (TRIANGLES, ('offset="0"', 'offset="64"'), 'offset of <input> is 64'),
    (TRIANGLES, ('count="12"', 'count="4000000000"'), "float_array> is '4000000000'"),
    (TRIANGLES, ('count="12"', 'count="13"'), 'count of <float_array> is 13, expected 12'),
    (TRIANGLES, ('count="4" stride', 'count="5" stride'), 'values of <accessor> is 15'),
    (TRIANGLES, ('stride="3"', 'stride="2"'), 'stride of <accessor> is 2'),
    (TRIANGLES, ('source="#pa"', 'source="#pb"'), "source of <accessor> is '#pb'"),
    (TRIANGLES, ('<node id="w">', '<node id="w"><instance_node url="#w"/>'), '<node> is .w.'),
    (TRIANGLES, ('<node id="w">', '<node>' * 300 + '</node>' * 300 + '<node id="w">'), 'levels'),
    (TRIANGLES, ('<source>s<', '<source>t<'), '<newparam> is .t.'),
    (TRIANGLES, ('<COLLADA', '<!DOCTYPE COLLADA><COLLADA'), 'without a document type'),
    (TRIANGLES, ('<library_nodes>', '<skin/><library_nodes>'), 'element is .<skin>.'),
    (TRIANGLES, ('</COLLADA>', ''), 'a readable mesh'),
]


@pytest.mark.parametrize('primitives, change, said', WRONG)
def test_what_does_not_agree_is_refused_before_it_is_read(tmp_path, primitives, change, said):
    text = collada(primitives)
    assert change[0] in text
    file = written(tmp_path, text.replace(*change, 1))
    with pytest.raises(InvalidInputError, match=said):
        load_mesh(file, np.ones(3), 'scene')


def test_nodes_that_stand_in_nodes_are_counted_as_often_as_they_stand_there(tmp_path):
    twice = ''.join(
        f'<node id="x{level}">{2 * f"""<instance_node url="#x{level + 1}"/>"""}</node>'
        for level in range(30)
    )
    text = collada(TRIANGLES).replace('<node id="l">', f'{twice}<node id="x30"/><node id="l">')
    with pytest.raises(InvalidInputError, match='instances of nodes is'):
        load_mesh(written(tmp_path, text), np.ones(3), 'scene')


BAD = collada(TRIANGLES).replace('<p>0', '<p>1e-320')


@pytest.mark.parametrize('encoding', ['utf-8', 'utf-16'])
@pytest.mark.parametrize('name', ['part.dae', 'part.DAE', 'part.xml', 'part.stl', 'part'])
def test_collada_is_known_by_what_it_says_too(tmp_path, name, encoding):
    (tmp_path / name).write_text(BAD, encoding=encoding)
    with pytest.raises(InvalidInputError, match='index in <p>'):
        load_mesh(str(tmp_path / name), np.ones(3), 'scene')
    with pytest.raises(InvalidInputError, match='not packed'):
        load_mesh(str(tmp_path / 'part.zae'), np.ones(3), 'scene')


def description(file):
    mesh = f'<collision><geometry><mesh filename="{file}"/></geometry></collision>'
    return f'<robot name="r"><link name="a">{mesh}</link></robot>'


PLACES = ['part.dae', 'package://{}/part.dae', 'model://{}/part.dae', 'file://{}/part.dae', '{}/p']


@pytest.mark.parametrize('place', PLACES)
def test_a_mesh_of_a_description_is_looked_at_before_pinocchio_reads_it(
    tmp_path, monkeypatch, place
):
    folder = tmp_path / 'pkg'
    folder.mkdir()
    # Where Pinocchio looks too.
    monkeypatch.setenv('ROS_PACKAGE_PATH', str(tmp_path))
    is_file = place.startswith(('file', '{'))
    named = place.format(folder if is_file else 'pkg')
    for name in ('part.dae', 'p'):
        written(folder, collada(TRIANGLES), name)
    (folder / 'r.urdf').write_text(description(named), encoding='utf-8')
    if not place.endswith('}/p'):  # only COLLADA's own ending tells Assimp what to read
        assert len(urdf_shapes(folder / 'r.urdf', 'scene')) == 1
    for name in ('part.dae', 'p'):
        written(folder, BAD, name)
    with pytest.raises(InvalidInputError, match=r"index in <p> is '1e-320'"):
        urdf_shapes(folder / 'r.urdf', 'scene')


@pytest.mark.parametrize('name', ['none.dae', 'http://a/b.dae', 'package://none/b.stl', ''])
def test_a_mesh_of_a_description_that_is_not_found_is_refused_by_its_name(tmp_path, name):
    with pytest.raises(InvalidInputError, match=f"scene: mesh is '{name}'"):
        with_sound_meshes(description(name), [str(tmp_path)], 'scene')
