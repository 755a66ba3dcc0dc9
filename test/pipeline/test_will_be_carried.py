# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is published is what compliant contacts carry; where they do not, that is said."""

from dataclasses import replace
from itertools import pairwise

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.support import has_margin, will_resist
from frictioncone_ros.analysis.support.kept_answer import Kept, NO_START
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.control import (
    FilterCode,
    filtered_target,
    FilterMemory,
    FilterSettings,
    Passed,
    prepared_contacts,
    Setpoints,
    Situation,
)
from frictioncone_ros.control.forces import compliant_forces as compliant_module
from frictioncone_ros.control.forces.compliant_forces import compliant_forces, KeptMemory
from frictioncone_ros.control.output.ramp import Proposal
from frictioncone_ros.pipeline import assess, filter_command
from frictioncone_ros.pipeline import published_margin as margin_module
from frictioncone_ros.pipeline.published_margin import published_margins
from frictioncone_ros.spatial import shift_wrench
from frictioncone_ros.time_budget import time_budget
from frictioncone_ros.tolerances import MARGIN_SHORTFALL

MARGIN = 0.3
SETTINGS = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
CAN = replace(SETTINGS, margin_of='can')
MODELS = [CircularCone(0.5), FrictionPolygon(0.5, 8), SoftFinger(0.5, 0.01)]
FEET = 0.1 * np.array([(1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0)])
CORNER = np.array((0.05, 0.05, 0.0))
"""Where the load on the feet is: beside the centre, so that springs share it unequally."""


def feet(places=FEET, model=MODELS[0], lean=0.0):
    normals = np.column_stack((lean * np.sign(places[:, :2]), np.ones(len(places))))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return ContactState(
        [
            ContactPoint(place, normal, model, name=f'foot_{index}')
            for index, (place, normal) in enumerate(zip(places, normals, strict=True))
        ]
    )


def load(across, at=CORNER, down=20.0):
    force = np.array((*across, -down))
    return np.concatenate((force, np.cross(at, force)))


def pushed(force, at):
    """Return the wrench of a horizontal force on some point of the plane."""
    force = np.array((*force, 0.0))
    return np.concatenate((force, np.cross(np.array((*at, 0.0)), force)))


UNEVEN = load((0.0, 0.0), at=np.array((-0.01, -0.02, 0.0))) + pushed((4.0, 5.0), (-0.06, 0.08))
"""Four feet could carry it 0.42 N deep; equal springs carry it 0.15 N deep."""


def draws(count, model, seed, lean=0.0):
    """Return feet and commands, from well inside to beyond what can be carried."""
    generator = np.random.default_rng(seed)
    for _ in range(40):
        places = 0.1 * generator.normal(size=(count, 3)) * (1.0, 1.0, 0.0)
        centre = generator.dirichlet(np.full(count, 2.0)) @ places
        wrench = load(9.0 * generator.normal(size=2), centre)
        yield feet(places, model, lean), wrench


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('lean', [0.0, 0.3])
def test_it_is_the_verdict_of_compliant_contacts_and_never_beyond_what_can_be(model, lean):
    answers = []
    for state, wrench in draws(5, model, 3, lean):
        answer = assess(state, Setpoints(wrench), CAN)
        if not answer.contact_forces.any():
            assert answer.will_be_carried is None
            continue
        verdict = will_resist(state, answer.command.wrench)
        asked = (1.0 - MARGIN_SHORTFALL) * MARGIN
        assert answer.will_be_carried == has_margin(verdict, asked - 1e-5)
        assert not (answer.will_be_carried and answer.margin < asked - 1e-5)
        assert (FilterCode.LOW_MARGIN in answer.codes) == (not answer.will_be_carried)
        answers.append(answer.will_be_carried)
    assert {True, False} == set(answers)


@pytest.mark.parametrize('model', [*MODELS, Frictionless()])
def test_what_three_feet_can_carry_they_will(model):
    """The wrench alone determines their normal forces: both verdicts are one."""
    answers = []
    for state, wrench in draws(3, model, 5):
        answer = assess(state, Setpoints(wrench), CAN)
        if answer.contact_forces.any():
            asked = (1.0 - MARGIN_SHORTFALL) * MARGIN
            answers.append(answer.will_be_carried)
            assert answer.will_be_carried == (answer.margin >= asked)
    assert len(answers) > 20 and any(answers)


@pytest.mark.parametrize('lean', [0.0, 0.3])
def test_the_order_of_contacts_does_not_matter(lean):
    generator = np.random.default_rng(2)
    for state, wrench in draws(6, MODELS[0], 7, lean):
        sent = assess(state, Setpoints(wrench), CAN)
        order = generator.permutation(6)
        turned = ContactState([state.contacts[index] for index in order])
        # What is sent the first time, for the nearest wrench is found to a few thousandths.
        both = [
            assess(contacts, Setpoints(0.97 * sent.command.wrench), CAN).will_be_carried
            for contacts in (state, turned)
        ]
        assert both[0] == both[1]


def test_a_low_margin_says_which_of_the_two_verdicts_it_is():
    shared = assess(feet(), Setpoints(UNEVEN), CAN)
    assert shared.will_be_carried is False and shared.margin > (1 - MARGIN_SHORTFALL) * MARGIN
    assert shared.code is FilterCode.LOW_MARGIN
    assert 'margin of 0.3 N, as compliant contacts share the force' in shared.text
    lifted = assess(feet(), Setpoints(load((0.0, 0.0), down=1.0)), CAN)
    tight = assess(feet(), Setpoints(load((1, 0))), replace(CAN, max_force=1.0))
    assert tight.will_be_carried is False and tight.margin < MARGIN
    assert 'however the contacts share the force' in tight.text
    assert lifted.will_be_carried is not None
    calm = assess(feet(), Setpoints(load((1.0, 0.0))), CAN)
    assert calm.will_be_carried is True and calm.code is FilterCode.OK


def test_what_is_not_judged_is_not_known():
    assert assess(None, None, CAN).will_be_carried is None
    assert assess(ContactState([]), Setpoints(load((0, 0))), CAN).will_be_carried is None
    assert assess(feet(FEET[:1]), Setpoints(twist=np.zeros(6)), CAN).will_be_carried is None
    sliding = Setpoints(load((1.0, 0.0)), mode=ContactMode.parse('d[0]fff'))
    assert assess(feet(), sliding, CAN).will_be_carried is None
    kept = Setpoints(load((1.0, 0.0)), mode=ContactMode.parse('ffff'))
    assert assess(feet(), kept, CAN).will_be_carried is True
    fingers = ContactState(
        [ContactPoint((side, 0, 0), (-side, 0, 0), MODELS[0]) for side in (1.0, -1.0)]
    )
    squeezed = assess(fingers, Setpoints((0, 0, -5, 0, 0, 0)), CAN)
    assert squeezed.contact_forces.any() and squeezed.will_be_carried is None
    edges = assess(feet(model=FrictionPolygon(0.5, 128)), Setpoints(load((12.0, 0))), CAN)
    assert edges.contact_forces.any() and edges.will_be_carried is None


def test_planar_contacts_are_judged_too():
    block = ContactState(
        [ContactPoint((side, 0.0), (0.0, 1.0), MODELS[0]) for side in (-0.1, 0.0, 0.1)]
    )
    assert assess(block, Setpoints((1.0, -20.0, 0.0)), CAN).will_be_carried is True
    # Pressed beside the last contact's neighbour: two carry it, and one of them hardly.
    assert assess(block, Setpoints((9.0, -20.0, 0.6)), CAN).will_be_carried is not None


def test_the_next_tick_remembers_the_verdict_and_new_contacts_forget_it():
    state, setpoints, memory = feet(), Setpoints(UNEVEN), FilterMemory()
    settings = replace(CAN, recovery_ramp_duration=0.0)
    for now in (0.1, 0.2, 0.3, 0.4):
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
    assert answer.will_be_carried is False
    level = Setpoints(load((4.0, 5.0), at=np.zeros(3)))
    changed = assess(state, level, settings, memory, replace(situation, now=0.41))
    alone = assess(state, level, settings)
    assert changed.will_be_carried is alone.will_be_carried is True


@pytest.mark.parametrize('size', [1e-300, 1e-9, 1e9, 1e150, 1e300])
def test_numbers_out_of_proportion_do_not_end_the_tick(size):
    answer = assess(feet(), Setpoints(size * load((9.0, 0.0))), CAN)
    assert np.isfinite(answer.command.wrench).all()
    assert answer.will_be_carried in {None, True, False}


def test_other_contacts_with_the_same_forces_are_judged_anew():
    state, setpoints, memory = feet(), Setpoints(UNEVEN), FilterMemory()
    settings = replace(CAN, recovery_ramp_duration=0.0)
    for now in (0.1, 0.2, 0.3):
        situation = Situation(now=now, command_received=now, contacts_received=now)
        memory = assess(state, setpoints, settings, memory, situation).memory
    assert memory.margins.will_be_carried is False
    rougher = feet(model=CircularCone(0.9))
    assert assess(rougher, setpoints, settings, memory, situation).will_be_carried is True


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('lean', [0.0, 0.3])
def test_what_is_sent_is_what_compliant_contacts_carry_with_the_margin(model, lean):
    reduced = 0
    for state, wrench in draws(5, model, 3, lean):
        could = assess(state, Setpoints(wrench), CAN)
        answer = assess(state, Setpoints(wrench), SETTINGS)
        if not answer.contact_forces.any():
            continue
        verdict = will_resist(state, answer.command.wrench)
        size = 1e-5 * np.abs(wrench).max()
        assert answer.margin >= (1.0 - MARGIN_SHORTFALL) * MARGIN - size
        # A search from the wrench alone may miss, near the limit, what the springs do show.
        kept = answer.target.force.kept.answer
        support = answer.prepared.support
        deep = any(has_margin(verdict, answer.margin - less) for less in (0.0, size))
        assert deep or kept.certificate_holds(support)
        if kept.contact_forces is not None:
            assert np.allclose(kept.contact_wrench, -answer.command.wrench)
            assert kept.certificate_holds(support)
        assert answer.will_be_carried is True and FilterCode.LOW_MARGIN not in answer.codes
        assert answer.margin <= answer.carriable_margin
        if has_margin(will_resist(state, could.command.wrench), MARGIN):
            assert np.allclose(answer.command.wrench, could.command.wrench, atol=100 * size)
        else:
            reduced += 1
            assert FilterCode.PROJECTED in answer.codes
    assert reduced > 3


def test_what_presses_stays_and_what_shears_keeps_its_direction():
    could, answer = (assess(feet(), Setpoints(UNEVEN), how) for how in (CAN, SETTINGS))
    before, sent = could.command.wrench, answer.command.wrench
    assert np.allclose(sent[2:5], before[2:5])
    shares = sent[[0, 1, 5]] / before[[0, 1, 5]]
    assert np.ptp(shares) < 1e-3 and 0.5 < shares[0] < 0.98
    assert answer.margin == pytest.approx(MARGIN, rel=1e-6)
    assert answer.carriable_margin > answer.margin
    assert answer.feasible and answer.code is FilterCode.PROJECTED


def test_the_proof_of_what_is_kept_is_none_of_other_forces():
    answer = assess(feet(), Setpoints(UNEVEN), SETTINGS)
    kept, support = answer.target.force.kept.answer, answer.prepared.support
    assert kept.contact_forces is not None and kept.certificate_holds(support)
    more = kept.contact_forces + 1e-3 * np.abs(kept.contact_forces).max() * np.eye(12)[3]
    wrench = answer.prepared.physical.wrench_matrix @ more
    assert not kept._replace(contact_forces=more).certificate_holds(support)
    assert not kept._replace(contact_forces=more, contact_wrench=wrench).certificate_holds(support)
    assert not kept._replace(margin=2.0 * kept.margin).certificate_holds(support)


def test_what_contacts_say_of_their_stiffness_counts():
    stiffness = (3.0, 1.0, 1.0, 1.0)
    uneven = ContactState(
        [
            replace(one, stiffness=value)
            for one, value in zip(feet().contacts, stiffness, strict=True)
        ]
    )
    sent = [assess(state, Setpoints(UNEVEN), SETTINGS) for state in (feet(), uneven)]
    assert abs(sent[0].command.wrench[0] - sent[1].command.wrench[0]) > 0.01


def test_too_much_removed_for_compliant_contacts_gives_up():
    settings = replace(SETTINGS, max_removed_fraction=0.001)
    assert assess(feet(), Setpoints(UNEVEN), settings).command.is_neutral
    assert not assess(
        feet(), Setpoints(UNEVEN), replace(settings, margin_of='can')
    ).command.is_neutral
    neutral = replace(SETTINGS, infeasible_policy='neutral')
    assert assess(feet(), Setpoints(UNEVEN), neutral).command.is_neutral


def test_limits_hold_for_what_compliant_contacts_keep():
    bare = assess(feet(), Setpoints(UNEVEN), SETTINGS)
    settings = replace(SETTINGS, max_force=15.0, max_normal_force=8.0)
    answer = assess(feet(), Setpoints(UNEVEN), settings)
    assert np.linalg.norm(answer.command.wrench[:3]) <= 15.0 + 1e-9
    assert answer.contact_forces[::3].max() <= 8.0 + 1e-9
    assert np.linalg.norm(bare.command.wrench[:3]) > 15.0
    assert has_margin(will_resist(feet(), answer.command.wrench), 0.9 * MARGIN)


def test_on_the_way_between_two_commands_compliant_contacts_carry_it():
    """Between two wrenches that will be carried lie some that will not: springs part there."""
    first = np.array((-8.273, 5.7307, -20.978, -0.4785, 1.1614, 0.2509))
    second = np.array((-2.3213, 9.6059, -21.2075, -1.8417, -1.7557, -0.7938))
    between = will_resist(feet(), 0.25 * first + 0.75 * second)
    assert between.margin < -0.1
    settings = replace(SETTINGS, margin=0.0, recovery_ramp_duration=0.0, max_force_rate=50.0)
    state, memory, passed = feet(), FilterMemory(), 0
    for tick in range(80):
        now = 0.1 + 0.01 * tick
        setpoints = Setpoints(first if tick < 60 else second)
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
        wrench = answer.command.wrench
        if wrench.any():
            assert will_resist(state, wrench).margin > -1e-5 * np.abs(wrench).max()
            passed += not np.allclose(wrench, first, atol=0.1) and tick > 60
    assert passed > 10 and np.allclose(wrench, second, atol=0.1)


def test_without_time_to_judge_what_can_be_carried_is_acted_on(monkeypatch):
    for share, is_judged in ((0.4, True), (0.0, False)):
        for module in (compliant_module, margin_module):
            monkeypatch.setattr(module, 'JUDGING_SHARE', share)
        prepared = prepared_contacts(feet(lean=0.3), None, None, SETTINGS)
        forces = prepared.physical.nearest(-UNEVEN).contact_forces
        with time_budget(10.0):
            assert compliant_forces(prepared, forces, None).is_known == is_judged
    with time_budget(10.0):
        margins = published_without_time(SETTINGS)
    assert margins.will_be_carried is None and margins.margin == margins.carriable > 0.0


@pytest.mark.parametrize('lean', [0.0, 0.3], ids=['on a plane', 'in general position'])
def test_time_to_judge_in_every_other_tick_makes_no_chatter(monkeypatch, lean):
    settings = replace(SETTINGS, recovery_ramp_duration=0.5, stop_ramp_duration=0.1)
    state, memory, steps, sent = feet(lean=lean), FilterMemory(), [], None
    for tick in range(100):
        for module in (compliant_module, margin_module):
            monkeypatch.setattr(module, 'JUDGING_SHARE', 0.4 if tick % 2 else 0.0)
        now = 0.1 + 0.01 * tick
        situation = Situation(now=now, command_received=now, contacts_received=now)
        with time_budget(10.0):
            answer = assess(
                state, Setpoints((1.0 + 1e-7 * tick) * UNEVEN), settings, memory, situation
            )
        memory, before, sent = answer.memory, sent, answer.command.wrench
        if tick > 60:
            steps.append(np.linalg.norm(sent - before))
    # The first half second is the ramp from nothing; after it, its part in a tick.
    assert max(steps) <= 1.01 * 0.01 / 0.5 * np.linalg.norm(UNEVEN)


def kept_one_after_another(seed, margin, size):
    """Yield the set, what was asked and what is kept of four wrenches near each other."""
    random = np.random.default_rng(seed)
    count = int(random.integers(3, 7))
    normals = 0.6 * random.normal(size=(count, 3)) + (0.0, 0.0, 1.0)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    places = 0.1 * random.normal(size=(count, 3))
    state = ContactState(
        [ContactPoint(*pair, MODELS[0]) for pair in zip(places, normals, strict=True)]
    )
    prepared = prepared_contacts(state, None, None, replace(SETTINGS, margin=size * margin))
    across, shares = 9.0 * random.normal(size=2), random.dirichlet(np.full(count, 2.0))
    wrench, kept = load(across, shares @ places), None
    for _ in range(4):
        forces = prepared.physical.nearest(-size * wrench).contact_forces
        before = None if kept is None else kept.at(0.01, same_contacts=True)
        kept = compliant_forces(prepared, forces, before)
        yield prepared.physical, kept
        wrench = wrench * (1.0 + 0.01 * random.normal(size=6))
        wrench += 0.1 * random.normal(size=6) * (1.0, 1.0, 1.0, 0.05, 0.05, 0.05)


KEPT = pytest.mark.parametrize(
    ('seed', 'margin'), [(81, 0.0), (114, 0.0), (515, 0.0), (1, 0.3), (42, 0.3), (1925, 0.3)]
)
"""In general position, where a limit is found of one wrench and not of the next."""


@KEPT
@pytest.mark.parametrize('size', [2.0**-7, 1.0])
def test_what_is_kept_changes_no_faster_than_a_ramp_and_ten_times_what_is_asked(
    seed, margin, size
):
    steps = list(kept_one_after_another(seed, margin, size))
    for (forces, before), (_, after) in pairwise(steps):
        changed, asked, whole = (
            np.linalg.norm(forces.scale @ way)
            for way in (after.carried - before.carried, after.asked - before.asked, after.asked)
        )
        assert changed <= 10.0 * asked + (0.01 + 1e-6) * whole


@KEPT
def test_what_is_kept_grows_with_what_is_asked(seed, margin):
    """By powers of two: with other last bits a search may find no limit, and something else."""
    small, large = (
        [kept.carried / size for _, kept in kept_one_after_another(seed, margin, size)]
        for size in (2.0**-7, 2.0**7)
    )
    np.testing.assert_allclose(small, large, rtol=1e-3, atol=1e-3)


@KEPT
def test_what_is_kept_is_not_said_to_be_deeper_than_any_forces_are(seed, margin):
    for forces, kept in kept_one_after_another(seed, margin, 1.0):
        assert kept.margin is None or kept.margin <= forces.margin(kept.contact_forces) + 1e-3


def published_without_time(settings):
    """Return the margins of a command for whose compliant contacts there was no time."""
    target = filtered_target(
        prepared_contacts(feet(lean=0.3), None, None, settings), Setpoints(0.1 * UNEVEN)
    )
    proposal = Proposal(target.command, True, (), target.command, ())
    passed = Passed(target.command, target.force.contact_forces)
    return published_margins(target, proposal, passed, FilterMemory())[0]


def test_a_margin_that_is_not_known_is_none_and_never_a_number_that_stands_for_it():
    """In general position it can be known that a wrench slips, and not how far from it it is."""
    random = np.random.default_rng(1)
    unknown = 0
    for _ in range(120):
        count = int(random.integers(2, 6))
        normals = random.normal(size=(count, 3))
        normals[:, 2] = np.abs(normals[:, 2]) + 0.05
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        state = ContactState.from_points(
            random.uniform(-0.1, 0.1, (count, 3)), normals, float(random.uniform(0.1, 0.9))
        )
        wrench = random.normal(size=6) * np.repeat((10.0, 0.5), 3)
        wrench[2] = -abs(wrench[2]) - 5.0
        answer = assess(state, Setpoints(wrench), replace(SETTINGS, infeasible_policy='scale'))
        if answer.margin is not None:
            assert abs(answer.margin) < 100.0 * np.abs(wrench).max()
        elif answer.contact_forces.any() and not answer.margin_unbounded:
            assert answer.will_be_carried is False
            assert answer.code >= FilterCode.LOW_MARGIN
            unknown += 1
    assert unknown


@pytest.mark.parametrize('seed', [1, 2])
def test_what_is_sent_does_not_know_the_reference_point(seed):
    """In general position, where it is searched for; one of 200 may end at another kink."""
    random = np.random.default_rng(seed)
    differing = 0
    for _ in range(rounds(80, 200)):
        count = int(random.integers(2, 5))
        normals = random.normal(size=(count, 3))
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        points = random.normal(size=(count, 3))
        state = ContactState.from_points(points, normals, random.uniform(0.1, 1.2), mass=1.0)
        wrench = random.normal(size=6) * (10.0, 10.0, 10.0, 5.0, 5.0, 5.0)
        offset = random.normal(size=3)
        far = state.with_reference_point(offset)
        here = filter_command(state, wrench).command.wrench
        there = filter_command(far, shift_wrench(wrench, offset)).command.wrench
        beside = shift_wrench(there, -offset) - here
        differing += np.abs(beside).max() > 1e-4 * np.abs(wrench).max()
    assert differing <= 1


@pytest.mark.parametrize('allowance', [0.01, 0.1, 0.4])
def test_what_is_kept_goes_towards_what_was_found_as_far_as_it_may(allowance):
    """From 10 N at each of three contacts to 20 N: along the straight way between both forces."""
    contacts = [
        ContactPoint(place, normal, CircularCone(0.5))
        for place, normal in (
            ((0.1, 0.0, 0.0), (0.0, 0.0, 1.0)),
            ((-0.1, 0.1, 0.0), (0.0, 0.6, 0.8)),
            ((-0.1, -0.1, 0.0), (0.6, 0.0, 0.8)),
        )
    ]
    prepared = prepared_contacts(ContactState(contacts), None, None, SETTINGS)
    before, after = np.tile((10.0, 1.0, 0.0), 3), np.tile((20.0, 0.0, 4.0), 3)

    def of(forces):
        wrench = prepared.physical.wrench_matrix @ forces
        answer = Kept(wrench, None, 0.0, NO_START)
        return KeptMemory(forces, forces, wrench, answer, wrench, wrench, allowance=allowance)

    memory, found = of(before), of(after)._replace(asked=of(before).asked)
    slowed = compliant_module._slowed(prepared, found, memory)
    scale = prepared.physical.scale
    way = np.linalg.norm(scale @ (found.carried - memory.carried))
    share = allowance * np.linalg.norm(scale @ found.asked) / way
    assert 0.0 < share < 1.0
    expected = before + share * (after - before)
    assert slowed.contact_forces == pytest.approx(expected, rel=1e-6)
    assert slowed.carried == pytest.approx(prepared.physical.wrench_matrix @ expected, rel=1e-6)
    assert not slowed.is_known
    # What is asked for may be followed, and a way short enough is gone at once.
    assert compliant_module._slowed(prepared, of(1.0001 * before), memory).is_known
