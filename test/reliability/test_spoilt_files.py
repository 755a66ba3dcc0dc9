# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Whatever is in a file: it is read, or refused in the family, and soon."""

from contextlib import suppress
from pathlib import Path
from time import process_time

from effort import rounds
import pytest
from spoilt_files import SPECIAL, spoilt

from frictioncone_ros.estimation.calibration_files import read_load, read_poses
from frictioncone_ros.estimation.static_contacts import read_static_contacts
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.node_interface.parameter_file import parsed_parameter_file
from frictioncone_ros.scenario import load_scenario

ROOT = Path(__file__).resolve().parents[2]
COUNT = rounds(40, 4000)
LONGEST = 5.0
"""Processor time one file may take [s]: a hundred times what the longest does."""
SCENES = ROOT / 'frictioncone_ros' / 'scenario' / 'scenes'


def scene(path):
    pytest.importorskip('coal')
    from frictioncone_ros.estimation.geometry.scene import read_scene

    return read_scene(path, 'base')


def urdf(path):
    pytest.importorskip('pinocchio')
    from frictioncone_ros.estimation.geometry.model_files import urdf_shapes

    return urdf_shapes(path, 'a test')


def sdf(path):
    pytest.importorskip('pinocchio')
    from frictioncone_ros.estimation.geometry.model_files import sdf_shapes

    return sdf_shapes(path, 'a test')


READERS = {
    'planar scenario': (load_scenario, SCENES / 'peg.yaml'),
    'spatial scenario': (load_scenario, SCENES / 'three_fingers.yaml'),
    'parameters': (parsed_parameter_file, ROOT / 'config' / 'frictioncone.yaml'),
    'static contacts': (read_static_contacts, ROOT / 'config' / 'contacts' / 'tool_on_table.yaml'),
    'scene': (scene, ROOT / 'config' / 'contacts' / 'scene.yaml'),
    'urdf': (urdf, ROOT / 'models' / 'seven_joint_arm' / 'arm.urdf'),
    'sdf': (sdf, ROOT / 'worlds' / 'block_cone.sdf'),
    'calibration poses': (read_poses, SCENES / 'peg.yaml'),
    'sensor load': (read_load, SCENES / 'peg.yaml'),
}


@pytest.mark.parametrize('name', READERS)
def test_a_spoilt_file_is_read_or_refused_in_the_family(name, tmp_path):
    read, source = READERS[name]
    path = tmp_path / f'spoilt{source.suffix}'
    for kind, content in spoilt(source.read_bytes(), 1, COUNT):
        path.write_bytes(content)
        begun = process_time()
        try:
            with suppress(FrictionConeError):
                read(path)
        except Exception as error:
            pytest.fail(f'{name}, {kind}: {type(error).__name__}: {error}')
        assert process_time() - begun < LONGEST, kind


@pytest.mark.parametrize('name', READERS)
def test_a_file_that_is_none_is_refused(name, tmp_path):
    read, source = READERS[name]
    (tmp_path / 'folder').mkdir()
    for path in (tmp_path / f'missing{source.suffix}', tmp_path / 'folder'):
        with pytest.raises(FrictionConeError):
            read(path)


def test_code_in_a_file_is_not_run(tmp_path):
    witness, path = tmp_path / 'witness', tmp_path / 'code.yaml'
    code = SPECIAL['code'].replace(b'/tmp/spoilt', str(witness).encode())
    path.write_bytes(code)
    for read, source in READERS.values():
        if source.suffix == '.yaml':
            with pytest.raises(FrictionConeError):
                read(path)
    assert not witness.exists()
