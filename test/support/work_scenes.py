# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Questions of all kinds on fixed random scenes, whose work is counted: see test_work."""

from functools import lru_cache

import numpy as np
from spatial_scenes import box

from frictioncone_ros.analysis.batches import resist_many
from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce, resist
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.hybrid_split import (
    force_split,
    ForceLimits,
    Manipulation,
    split_motion,
)
from frictioncone_ros.analysis.joint_uncertainty import (
    JointUncertainty,
    produce_under_joint_noise,
)
from frictioncone_ros.analysis.load_factor import load_factor
from frictioncone_ros.analysis.mode_cones import (
    ContactUncertainty,
    exclusive_wrenches,
    mode_cone,
    mode_exclusion,
    most_robust_wrench,
    nearest_wrench,
    possible_mode_cones,
    robust_wrench,
    wrench_for_mode,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import peg_insertion, seating
from frictioncone_ros.analysis.modes import kinematic_modes
from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.analysis.robust_feasibility import produce_over_friction, produce_under_noise
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.analysis.support.force_parts import LoadRay
from frictioncone_ros.analysis.support.limit_ray import kinks, limit_along
from frictioncone_ros.analysis.support.near_limit import limit_from
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.cones import composite_wrench_bounds
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.control import FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess
from frictioncone_ros.scenario import load_scenario
from frictioncone_ros.spatial import Inertia

FRICTIONS = {
    'circle': CircularCone(0.5),
    'ellipse': EllipticCone(0.5, 0.2),
    'finger': SoftFinger(0.5, 0.1),
    'polygon': FrictionPolygon(0.5, 8),
    'pyramid': FrictionPyramid(0.5, 0.4),
}


def feet(seed, friction):
    """Return four contacts on a floor, and a wrench that leans on them."""
    random = np.random.default_rng(seed)
    places = np.column_stack((random.normal(size=(4, 2)), np.zeros(4)))
    state = ContactState([ContactPoint(place, (0, 0, 1), friction) for place in places])
    return state, np.array((*random.normal(0.0, 0.2, 2), -1.0, *random.normal(0.0, 0.2, 3)))


def grasp(seed, friction, count=4):
    """Return contacts in general position, and any wrench."""
    random = np.random.default_rng(seed)
    normals = random.normal(size=(count, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    contacts = [
        ContactPoint(-0.3 * normal + random.normal(0.0, 0.1, 3), normal, friction)
        for normal in normals
    ]
    return ContactState(contacts), random.normal(size=6)


def planar(seed, count=3):
    """Return planar contacts of a body, and a wrench."""
    random = np.random.default_rng(seed)
    angles = random.uniform(0.0, 2.0 * np.pi, count)
    normals = np.column_stack((np.cos(angles), np.sin(angles)))
    contacts = [
        ContactPoint(-normal + random.normal(0.0, 0.3, 2), normal, CircularCone(0.4))
        for normal in normals
    ]
    return ContactState(contacts, Inertia.planar_body(1.0, 0.5)), random.normal(size=3)


def rays(seed):
    """Return the friction of four feet in a plane, and a load that grows."""
    random = np.random.default_rng(seed)
    places = random.normal(size=(4, 2))
    friction = np.array([((1.0, 0.0, -y), (0.0, 1.0, x)) for x, y in places])
    sizes, load = random.uniform(0.2, 1.0, 4), random.normal(size=3)
    return friction, LoadRay(sizes, np.zeros(4), np.zeros(3), load), kinks(friction)


def near(seed):
    """Look for a limit from the slip of one nearby."""
    friction, ray, known = rays(seed)
    other = ray._replace(load_growth=ray.load_growth * (1.0, 1.01, 0.99))
    limit_from(friction, other, lambda: known, nearby(seed))


@lru_cache(maxsize=64)
def nearby(seed):
    return limit_along(*rays(seed)).slip


def ticked(state, wrench, settings):
    """Filter commands of six ticks that change little by little, and jump once."""
    memory = FilterMemory()
    for tick, factor in enumerate((1.0, 1.01, 1.02, 2.0, 2.0, 2.01)):
        now = 0.01 * (tick + 1)
        situation = Situation(
            now, now, command_received=now, contacts_received=now, command_stamp=now
        )
        memory = assess(state, Setpoints(-factor * wrench), settings, memory, situation).memory


SETTINGS = FilterSettings(margin=0.02)
SLOW = FilterSettings(
    margin=0.02,
    max_force_rate=5.0,
    max_moment_rate=5.0,
    max_force=1.0,
    recovery_ramp_duration=0.02,
)


def with_body(state, count=4):
    """Return the first contacts of a state, of a body of 1 kg."""
    return ContactState(state.contacts[:count], Inertia.spatial_body(1.0, 0.3 * np.eye(3)))


def loaded(state, wrench):
    """Ask by how much a load may grow beside a steady press."""
    press = -np.sum([contact.frame[0] for contact in state.contacts], axis=0)
    load_factor(contact_wrench_problem(state), np.array((*press, 0.0, 0.0, 0.0)), wrench)


WITH_FRICTION = {
    'resist, feet': (30, lambda seed, friction: resist(*feet(seed, friction))),
    'resist, grasp': (30, lambda seed, friction: resist(*grasp(seed, friction))),
    'resist, two': (15, lambda seed, friction: resist(*grasp(seed, friction, 2))),
    'produce, seven': (5, lambda seed, friction: produce(*grasp(seed, friction, 7))),
    'project': (8, lambda seed, friction: projected(*grasp(seed, friction))),
    'will resist, feet': (20, lambda seed, friction: will_resist(*feet(seed, friction))),
    'will resist, grasp': (10, lambda seed, friction: will_resist(*grasp(seed, friction))),
    'ticks, feet': (5, lambda seed, friction: ticked(*feet(seed, friction), SETTINGS)),
    'ticks, grasp': (3, lambda seed, friction: ticked(*grasp(seed, friction), SETTINGS)),
    'slow ticks, grasp': (3, lambda seed, friction: ticked(*grasp(seed, friction), SLOW)),
    'closure': (10, lambda seed, friction: force_closure(grasp(seed, friction, 6)[0])),
    'load factor': (3, lambda seed, friction: loaded(*feet(seed, friction))),
    'motions': (3, lambda seed, friction: moved(find_motions, *feet(seed, friction))),
    'slow motions': (
        2,
        lambda seed, friction: moved(find_quasistatic_motions, *feet(seed, friction)),
    ),
    'many': (1, lambda seed, friction: many(*feet(seed, friction))),
}


def projected(state, wrench):
    problem = contact_wrench_problem(state)
    project_wrench(problem, wrench, margin=0.01)
    project_wrench(problem, wrench, np.diag((1.0, 2.0, 3.0, 4.0, 5.0, 6.0)))


def moved(question, state, wrench):
    question(with_body(state, 3), wrench)


def many(state, wrench):
    resist_many(state, wrench * np.linspace(0.5, 1.5, 5)[:, None])
    produce_over_friction(state, -wrench, 0.1, 3.0)
    produce_under_noise(state, -wrench, 0.02, 0.01)


IN_THE_PLANE = {
    'limit along': (40, lambda seed: limit_along(*rays(seed))),
    'limit near': (40, near),
    'motions': (10, lambda seed: find_motions(*planar(seed))),
    'slow motions': (10, lambda seed: find_quasistatic_motions(*planar(seed))),
    'resist': (20, lambda seed: resist(*planar(seed))),
    'kinematic modes': (10, lambda seed: kinematic_modes(planar(seed)[0])),
    'mode cone': (10, lambda seed: mode_cone(planar(seed)[0], 'fff').rows),
    'wrench for a mode': (4, lambda seed: wrench_for_mode(planar(seed)[0], 'fff')),
    'modes in space': (3, lambda seed: kinematic_modes(grasp(seed, CircularCone(0.5), 3)[0])),
    'bounds in space': (3, lambda seed: bounds(grasp(seed, CircularCone(0.5))[0])),
}


def split(name):
    """Split a motion of a shipped scene into velocities and forces."""
    scene = load_scenario(name)
    motion = scene.motion
    about = Manipulation(scene.required_state(), scene.mode, motion.hand, motion.hand_turns)
    velocities = split_motion(about.twist_problem(motion.twist))
    assert force_split(about, velocities, scene.required_wrench(), ForceLimits(0.2)).found


def dragged(friction, seed):
    """Ask how a box moves slowly that is pushed, and how it begins to move."""
    random = np.random.default_rng(seed)
    push = np.array((*random.normal(0.0, 4.0, 2), -9.81, *random.normal(0.0, 0.5, 3)))
    state = box(friction)
    find_motions(state, push)
    find_quasistatic_motions(state, push)


def for_one_mode(state, mode):
    """Ask for wrenches that give a mode and no other, exact and in bounds."""
    wrenches = exclusive_wrenches(state, mode)
    best = most_robust_wrench(wrenches)
    nearest_wrench(wrenches, np.ones(3), margin=0.01)
    some = ContactUncertainty((0.9, 1.1), 0.005, 0.002)
    robust_wrench(state, mode, some)
    mode_exclusion(state, some).remaining_modes(best.wrench)


def in_doubt(seed):
    """Judge wrenches under errors that contacts have in common."""
    state, wrench = feet(seed, CircularCone(0.5))
    doubt = JointUncertainty(0.01, 0.002, 0.05, 0.3)
    assert produce_under_joint_noise(state, -wrench, doubt).radius > 0.0


OTHERS = {
    **{
        f'a box on a {name}': (2, lambda seed, friction=friction: dragged(friction, seed))
        for name, friction in FRICTIONS.items()
        if name != 'finger'
    },
    **{
        f'split: {name}': (1, lambda seed, name=name: split(name))
        for name in ('block_tilting', 'flip_against_corner', 'bottle_rotation')
    },
    'seating': (1, lambda seed: for_one_mode(seating().state, 'lla')),
    'peg': (1, lambda seed: most_robust_wrench(exclusive_wrenches(peg_insertion().state, 'lll'))),
    'possible modes': (4, lambda seed: len(list(possible_mode_cones(planar(seed)[0])))),
    'in doubt': (10, in_doubt),
}


def bounds(state):
    inner, outer = composite_wrench_bounds(state, 6)
    assert inner.faces.shape[1] == outer.faces.shape[1] == 6
