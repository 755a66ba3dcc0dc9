# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is read of MuJoCo's contacts: signs, names, and never more friction than it has."""

import numpy as np
import pytest

mujoco = pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.sim.contact_reader import read_contacts

MASS, GRAVITY = 1.0, 9.81
FEET = {(1, 1): 'a/x', (1, -1): 'a/y', (-1, 1): 'b', (-1, -1): 'c'}


FLOORS = {'plane': 'type="plane" size="1 1 .1"', 'box': 'type="box" size="1 1 .1" pos="0 0 -.1"'}


def model(condim, friction, cone='elliptic', push=(0.0, 0.0), feet=True, floor='plane'):
    """Return a box on four spheres, or flat, that is pushed sideways by gravity [N]."""
    one = f'friction="{friction} 0 0" condim="{condim}"'
    spheres = ''.join(
        f'<geom name="{name}" type="sphere" size=".01" pos="{0.1 * x} {0.1 * y} 0" mass="0" '
        f'{one}/>'
        for (x, y), name in FEET.items()
    )
    gravity = f'{push[0]} {push[1]} {-GRAVITY}'
    box = f'<geom name="arm/box" type="box" size=".1 .1 .01" mass="{MASS}" {{}}/>'
    body = box.format('contype="0" conaffinity="0"') + spheres if feet else box.format(one)
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco><option cone="{cone}" gravity="{gravity}" timestep="0.001"/><worldbody>
    <geom name="floor" {FLOORS[floor]} {one}/>
    <body pos="0 0 .0099"><freejoint/>{body}</body></worldbody></mujoco>""")


def read(made, steps=200):
    data = mujoco.MjData(made)
    mujoco.mj_step(made, data, steps)
    mujoco.mj_forward(made, data)
    return read_contacts(made, data, np.array(data.qpos[:3])), data


@pytest.mark.parametrize('floor', FLOORS)
def test_forces_on_the_body_hold_its_weight_and_its_push(floor):
    """Whichever geom the engine counts first: a plane, and of a box and a sphere the sphere."""
    made = model(3, 0.5, push=(-1.5, 0.7), floor=floor)
    seen, data = read(made)
    assert (made.geom(data.contact[0].geom1).name == 'floor') is (floor == 'plane')
    pairs = zip(seen.state.contacts, seen.forces, strict=True)
    total = sum(contact.frame.T @ force for contact, force in pairs)
    np.testing.assert_allclose(total, [1.5, -0.7, GRAVITY], atol=1e-2)
    np.testing.assert_allclose(
        [one.contact_normal for one in seen.state.contacts], [[0, 0, 1]] * 4
    )
    assert set(seen.state.names) == set(FEET.values())


def test_a_contact_without_friction_claims_none():
    seen, data = read(model(1, 0.5))
    assert data.contact[0].friction[0] == 0.5
    assert all(one.friction.is_frictionless for one in seen.state.contacts)


@pytest.mark.parametrize(('cone', 'share'), [('elliptic', 1.0), ('pyramidal', 0.5**0.5)])
def test_friction_is_inside_that_of_the_engine(cone, share):
    """A pyramid is least between its edges; what slides there carries what is claimed."""
    seen, _ = read(model(3, 0.5, cone, push=(4.0, 4.0)), steps=40)
    assert seen.state.contact_count >= 2  # what slides flickers in the engine
    for contact, force in zip(seen.state.contacts, seen.forces, strict=True):
        assert contact.friction.friction_coefficient == pytest.approx(0.5 * share)
        used = np.linalg.norm(force[1:]) / force[0]
        assert used == pytest.approx(0.5 * share, rel=1e-2)


def test_of_two_coefficients_the_least_counts():
    made = model(3, 0.5)
    data = mujoco.MjData(made)
    mujoco.mj_step(made, data, 5)
    for index in range(data.ncon):
        data.contact[index].friction[1] = 0.1
    seen = read_contacts(made, data, np.zeros(3))
    assert {one.friction.friction_coefficient for one in seen.state.contacts} == {0.1}


def test_contacts_of_one_geom_have_names_of_their_own():
    seen, _ = read(model(3, 0.5, feet=False))
    assert set(seen.state.names) == {'arm/box', 'arm/box/1', 'arm/box/2', 'arm/box/3'}
