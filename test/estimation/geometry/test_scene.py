# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scene files: every shape, URDF and SDF surroundings, materials; bad ones by file and line."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from frictioncone_ros.contact import CircularCone, EllipticCone
from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.scene import read_scene
from frictioncone_ros.exceptions import InvalidInputError

ROOT = Path(__file__).resolve().parents[3]
TOOL = 'tool: {frame: hand, shapes: {pad: {sphere: 0.01}}}\n'
TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
SHELF_URDF = """
<robot name="shelf"><link name="foot"><collision name="post"><origin xyz="0 0 1"/>
  <geometry><box size="0.1 0.1 2"/></geometry></collision></link>
  <link name="board"><collision name="top"><geometry><box size="1 1 0.02"/></geometry>
  </collision></link>
  <joint name="fixed" type="fixed"><parent link="foot"/><child link="board"/>
  <origin xyz="0 0 2"/></joint></robot>
"""
ROOM_SDF = """
<sdf version="1.6"><world name="room">
  <model name="floor"><link name="l"><collision name="c"><geometry><plane><normal>0 0 2</normal>
    </plane></geometry></collision></link></model>
  <model name="bin"><pose>1 0 0 0 0 0</pose><link name="l"><pose>0 2 0 0 0 1.5707963</pose>
    <collision name="a"><pose>0.5 0 3 0 0 0</pose>
    <geometry><box><size>1 2 3</size></box></geometry>
    </collision>
    <collision name="b"><geometry><cylinder><radius>0.2</radius><length>1</length></cylinder>
    </geometry></collision>
    <collision name="d"><geometry><sphere><radius>0.3</radius></sphere></geometry></collision>
    <collision name="e"><geometry><mesh><uri>tetra.obj</uri><scale>2 2 2</scale></mesh></geometry>
    </collision></link></model></world></sdf>
"""


@pytest.fixture
def read(tmp_path):
    (tmp_path / 'tetra.obj').write_text(TETRAHEDRON, encoding='utf-8')
    (tmp_path / 'shelf.urdf').write_text(SHELF_URDF, encoding='utf-8')
    (tmp_path / 'room.sdf').write_text(ROOM_SDF, encoding='utf-8')
    (tmp_path / 'broken.xml').write_text('<sdf', encoding='utf-8')
    (tmp_path / 'empty.xml').write_text('<sdf/>', encoding='utf-8')

    def write(text):
        path = tmp_path / 'scene.yaml'
        path.write_text(text, encoding='utf-8')
        return read_scene(path, 'base')

    return write


def one(entry):
    return f'{TOOL}surroundings:\n  thing: {{{entry}}}\n'


def test_the_example_is_read():
    scene = read_scene(ROOT / 'config' / 'contacts' / 'scene.yaml', 'base_link')
    assert scene.tool_frame == 'hand'
    assert [shape.name for shape in scene.tool] == ['pad']
    assert [shape.name for shape in scene.surroundings] == ['table', 'ledge']
    assert {shape.frame for shape in scene.surroundings} == {'base_link'}
    assert scene.held_objects['block'][0].frame == 'hand'
    assert scene.held_objects['block'][0].name == 'block/body'
    assert scene.materials.friction('rubber', 'steel').model == CircularCone(0.8)
    assert scene.materials.friction('steel', 'glass').uncertainty == 0.2


@pytest.mark.parametrize(
    'entry, kind, size',
    [
        ('box: [1, 2, 3]', coal.Box, lambda shape: 2 * shape.halfSide - (1, 2, 3)),
        ('sphere: 0.5', coal.Sphere, lambda shape: shape.radius - 0.5),
        ('cylinder: [0.5, 2]', coal.Cylinder, lambda s: (s.radius - 0.5, 2 * s.halfLength - 2)),
        ('capsule: [0.5, 2]', coal.Capsule, lambda s: (s.radius - 0.5, 2 * s.halfLength - 2)),
        ('plane: [0, 0, 3]', coal.Halfspace, lambda shape: shape.n - (0, 0, 1)),
        (
            'mesh: tetra.obj, scale: [2, 1, 1]',
            coal.Convex,
            lambda s: np.max([s.point(i) for i in range(s.num_points)], axis=0) - (2, 1, 1),
        ),
    ],
)
def test_every_shape_has_its_size(read, entry, kind, size):
    (shape,) = read(one(entry)).surroundings
    assert type(shape.geometry).__name__.startswith(kind.__name__)
    assert np.allclose(size(shape.geometry), 0.0)
    assert (shape.name, shape.frame, shape.material) == ('thing', 'base', '')


def test_a_shape_stands_where_it_is_written(read):
    entry = (
        'sphere: 1, frame: cart, position: [1, 2, 3], rpy: [0, 0, 1.5707963267948966], '
        'material: wood, surface_velocity: [0.1, 0, 0]'
    )
    (shape,) = read(one(entry)).surroundings
    assert np.allclose(shape.placement.act(np.array((1.0, 0, 0))), (1, 3, 3))
    assert (shape.frame, shape.material) == ('cart', 'wood')
    assert shape.surface_velocity.tolist() == [0.1, 0, 0]


def test_surroundings_come_from_urdf_and_sdf_too(read):
    post, top = read(one('urdf: shelf.urdf, position: [0, 0, 1], material: wood')).surroundings
    assert np.allclose(post.placement.translation, (0, 0, 2))
    assert np.allclose(top.placement.translation, (0, 0, 3))
    assert post.name.startswith('thing/') and post.material == 'wood'
    shapes = read(one('sdf: room.sdf, position: [0, 0, 1]')).surroundings
    assert [shape.name for shape in shapes] == [
        'thing/floor/l/c',
        *(f'thing/bin/l/{name}' for name in 'abde'),
    ]
    assert np.allclose(shapes[0].geometry.n, (0, 0, 1))
    assert np.allclose(shapes[1].placement.translation, (1, 2.5, 4), atol=1e-6)
    assert np.allclose(2 * shapes[1].geometry.halfSide, (1, 2, 3))


def test_friction_of_pairs_counts_either_way(read):
    table = read(
        f'{TOOL}surroundings: {{}}\nmaterials:\n'
        '  - {pair: [a, b], friction: {model: ellipse, coefficient: 0.3, '
        'second_coefficient: 0.2}, uncertainty: 0.1}\n'
        '  - {pair: [a, a], friction: 0.7}\ndefault_friction: {friction: 0.1}\n'
    ).materials
    assert table.friction('b', 'a').model == EllipticCone(0.3, 0.2)
    assert table.friction('a', 'b').uncertainty == 0.1
    assert table.friction('a', 'a').model == CircularCone(0.7)
    assert table.friction('b', 'b').model == CircularCone(0.1)


@pytest.mark.parametrize(
    'entry, said',
    [
        ('', 'line 3: thing is .none., expected one of box'),
        ('box: [1, 1, 1], sphere: 1', 'line 3: thing is .box, sphere.'),
        ('box: [1, 1]', 'line 3: shape of box'),
        ('box: [1, 1, 0]', 'line 3: box'),
        ('sphere: -1', 'line 3: sphere'),
        ('sphere: big', 'line 3: sphere'),
        ('plane: [0, 0, 0]', 'line 3: plane'),
        ('cone: [1, 1]', 'line 3: name'),
        ('sphere: 1, scale: [1, 1, 1]', 'line 3: scale'),
        ('sphere: 1, rpy: 3', 'line 3: shape of rpy'),
        ('mesh: nothing.stl', 'line 3: mesh .*nothing.stl'),
        ('mesh: broken.xml', 'line 3: mesh'),
        ('urdf: broken.xml', 'line 3: urdf'),
        ('sdf: broken.xml', 'line 3: sdf'),
        ('sdf: empty.xml', 'line 3: sdf .*at least one collision'),
    ],
)
def test_bad_shapes_are_refused_with_file_and_line(read, entry, said):
    with pytest.raises(InvalidInputError, match=rf'scene\.yaml: {said}'):
        read(one(entry))


@pytest.mark.parametrize(
    'inner, said',
    [
        ('<include/>', 'without <include>'),
        ('<collision name="c"><pose>1 2</pose></collision>', '6 numbers'),
        (
            '<collision name="c"><pose relative_to="x">0 0 0 0 0 0</pose></collision>',
            'relative_to',
        ),
        ('<collision name="c"/>', 'geometry is .missing.'),
        ('<collision name="c"><geometry><heightmap/></geometry></collision>', 'heightmap'),
        ('<collision name="c"><geometry><box/></geometry></collision>', 'size is .missing.'),
    ],
)
def test_sdf_that_is_not_understood_is_refused(read, tmp_path, inner, said):
    text = f'<sdf><model name="m"><link name="l">{inner}</link></model></sdf>'
    (tmp_path / 'bad.sdf').write_text(text, encoding='utf-8')
    with pytest.raises(InvalidInputError, match=said):
        read(one('sdf: bad.sdf'))


@pytest.mark.parametrize(
    'shape, said',
    [
        ('<box><size>1 0 1</size></box>', r'box is \[1.0, 0.0, 1.0\], expected sizes > 0'),
        ('<sphere><radius>-1</radius></sphere>', 'radius'),
        ('<cylinder><radius>1</radius><length>0</length></cylinder>', 'length'),
        ('<plane><normal>0 0 0</normal></plane>', 'normal'),
        ('<mesh><uri>tetra.obj</uri><scale>1 1 0</scale></mesh>', 'one with a volume'),
        ('<mesh><uri>tetra.obj</uri><submesh><name>lid</name></submesh></mesh>', 'whole mesh'),
    ],
)
def test_shapes_of_sdf_that_cannot_touch_are_refused(read, tmp_path, shape, said):
    text = '<sdf><model name="m"><link name="l"><collision name="c"><geometry>'
    ends = '</geometry></collision></link></model></sdf>'
    (tmp_path / 'bad.sdf').write_text(f'{text}{shape}{ends}', encoding='utf-8')
    with pytest.raises(InvalidInputError, match=rf'bad\.sdf: m/l/c: .*{said}'):
        read(one('sdf: bad.sdf'))


def test_an_sdf_model_that_another_frame_places_is_refused(read, tmp_path):
    text = '<sdf><model name="m" placement_frame="l"><link name="l"/></model></sdf>'
    (tmp_path / 'bad.sdf').write_text(text, encoding='utf-8')
    with pytest.raises(InvalidInputError, match="placement_frame is 'l'"):
        read(one('sdf: bad.sdf'))


@pytest.mark.parametrize(
    'shape, said',
    [
        ('<box size="1 -1 1"/>', 'box'),
        ('<sphere radius="0"/>', 'radius'),
        ('<sphere radius="nan"/>', 'of link a is 0, expected 1'),
    ],
)
def test_shapes_of_urdf_that_cannot_touch_are_refused(read, tmp_path, shape, said):
    text = f'<robot name="r"><link name="a"><collision><geometry>{shape}</geometry></collision>'
    (tmp_path / 'bad.urdf').write_text(f'{text}</link></robot>', encoding='utf-8')
    with pytest.raises(InvalidInputError, match=rf'scene\.yaml: line 3.*{said}'):
        read(one('urdf: bad.urdf'))


@pytest.mark.parametrize(
    'inside', ['v 0.2 0.2 0.2\nf 1 2 5\n', 'v 0.5 0 0\nf 1 5 3\n'], ids=['notch', 'edge']
)
def test_a_mesh_with_vertices_off_its_hull_counts_as_the_hull(read, tmp_path, inside):
    (tmp_path / 'part.obj').write_text(TETRAHEDRON + inside, encoding='utf-8')
    (shape,) = read(one('mesh: part.obj')).surroundings
    corners = {tuple(shape.geometry.point(index)) for index in range(shape.geometry.num_points)}
    assert corners == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}


COLLADA = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>{asset}</asset><library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4">
<input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node>
<translate>0 0 5</translate><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


@pytest.mark.parametrize(
    'asset, unit',
    [
        ('', 1.0),
        ('<up_axis>Y_UP</up_axis>', 1.0),
        ('<unit name="meter"/>', 1.0),
        ('<unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis>', 0.001),
        ('<up_axis>X_UP</up_axis><unit meter="2.54e-2"/>', 0.0254),
    ],
)
def test_a_mesh_is_in_the_unit_that_its_file_states(read, tmp_path, asset, unit):
    (tmp_path / 'part.dae').write_text(COLLADA.format(asset=asset), encoding='utf-8')
    mesh = '<mesh filename="part.dae" scale="2 3 4"/>'
    urdf = f'<robot name="r"><link name="a"><collision><geometry>{mesh}</geometry></collision>'
    (tmp_path / 'part.urdf').write_text(f'{urdf}</link></robot>', encoding='utf-8')
    mesh = '<mesh><uri>part.dae</uri><scale>2 3 4</scale></mesh>'
    (tmp_path / 'part.sdf').write_text(
        f'<sdf><model><link><collision><geometry>{mesh}</geometry></collision></link></model></sdf>',
        encoding='utf-8',
    )
    expected = unit * np.array([(0, 0, 20), (0, 0, 24), (0, 3, 20), (2, 0, 20)])
    for entry in ('mesh: part.dae, scale: [2, 3, 4]', 'urdf: part.urdf', 'sdf: part.sdf'):
        (shape,) = read(one(entry)).surroundings
        points = [shape.geometry.point(index) for index in range(shape.geometry.num_points)]
        assert np.allclose(sorted(map(tuple, points)), expected, rtol=1e-6, atol=0.0)


@pytest.mark.parametrize('unit', ['0', '-1', 'inf', 'nan', 'm'])
def test_a_unit_that_is_none_is_refused(read, tmp_path, unit):
    asset = f'<unit meter="{unit}"/>'
    (tmp_path / 'part.dae').write_text(COLLADA.format(asset=asset), encoding='utf-8')
    with pytest.raises(InvalidInputError, match=r'scene\.yaml: line 3: .*mesh'):
        read(one('mesh: part.dae'))


@pytest.mark.parametrize(
    'change, said',
    [(('v 0 0 1', 'v 1 1 0'), '0 m thick'), (('v 0 0 1', 'v 0 0 nan'), 'vertex of the mesh')],
)
def test_a_mesh_without_a_volume_is_refused(read, tmp_path, change, said):
    (tmp_path / 'flat.obj').write_text(TETRAHEDRON.replace(*change), encoding='utf-8')
    with pytest.raises(InvalidInputError, match=rf'scene\.yaml: line 3: .*{said}'):
        read(one('mesh: flat.obj'))


@pytest.mark.parametrize(
    'text, said',
    [
        ('surroundings: {}', 'tool is .missing.'),
        (TOOL, 'surroundings is .missing.'),
        ('tool: {frame: hand, shapes: {a: {plane: [0, 0, 1]}}}\nsurroundings: {}', 'a bounded'),
        (f'{TOOL}surroundings: {{}}\nheld_objects: {{a: {{b: {{plane: [0, 0, 1]}}}}}}', 'bounded'),
        ('tool: {frame: hand}\nsurroundings: {}', 'line 1: tool is .nothing.'),
        (f'{TOOL}surroundings: {{}}\nmaterials: [{{pair: [a], friction: 1}}]', 'two materials'),
        (f'{TOOL}surroundings: {{}}\nmaterials: [{{pair: [a, b]}}]', 'line 3: friction'),
        (
            f'{TOOL}surroundings: {{}}\nmaterials:\n- {{pair: [a, b], friction: 1}}\n'
            '- {pair: [b, a], friction: 2}',
            'line 5: pair .*each pair once',
        ),
        (f'{TOOL}surroundings: {{}}\ndefault_friction: 0.3', 'line 3: default_friction'),
        (
            f'{TOOL}surroundings: {{a: {{sphere: 1, material: woood}}}}\n'
            'materials: [{pair: [steel, wood], friction: 0.4}]',
            "line 3: material of a is 'woood', expected a material of a pair .steel, wood.",
        ),
    ],
)
def test_bad_scenes_are_refused(read, text, said):
    with pytest.raises(InvalidInputError, match=said):
        read(text)
