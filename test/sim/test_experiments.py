# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The experiments of `make bench-sim`, small: enough to fail when a prediction is wrong."""

from effort import rounds
import numpy as np
import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.contact import FrictionPolygon
from frictioncone_ros.sim.estimator import EstimatorFaults
from frictioncone_ros.sim.experiments import decoupling, filtering, holding, mode_agreement
from frictioncone_ros.sim.experiments.moving_tool import MovingTool, run, Shaking, SLIP
from frictioncone_ros.sim.experiments.seating import seating_runs

SEED = 5
BLOCKS, RODS, LOADS, MODES = 60, rounds(16, 40), rounds(10, 20), rounds(8, 15)


@pytest.fixture(scope='module')
def block_and_engine():
    """Return the trials of the block, and what the engine did under each load, in their order."""
    done = []
    with pytest.MonkeyPatch.context() as patched:
        whole = holding.try_load
        patched.setattr(holding, 'try_load', lambda *given: done.append(whole(*given)) or done[-1])
        return holding.block_trials(BLOCKS, SEED), done


@pytest.fixture
def block(block_and_engine):
    return block_and_engine[0]


def test_block_holds_and_slips_as_predicted(block):
    assert holding.agreement_outside_band(block).value == 1.0
    assert BLOCKS / 6 < sum(trial.observed for trial in block) < BLOCKS * 5 / 6


def test_wrong_friction_model_gives_wrong_verdicts(block_and_engine, monkeypatch):
    """An inner diamond refuses loads that the engine's circular cone holds."""
    block, engine = block_and_engine
    # The loads are the same: so is what the engine does (test_run_is_the_same_twice).
    again = iter(engine)
    monkeypatch.setattr(holding, 'try_load', lambda *_: next(again))
    whole = holding.contact_wrench_problem
    monkeypatch.setattr(
        holding,
        'contact_wrench_problem',
        lambda state: whole(state.with_friction(FrictionPolygon(holding.BLOCK_FRICTION, 4))),
    )
    judged = holding.block_trials(BLOCKS, SEED)
    assert holding.agreement(judged).value < holding.agreement(block).value - 0.05
    assert all(trial.observed for trial in judged if trial.predicted and not trial.in_band)


def test_rod_holds_and_slips_as_predicted():
    trials = holding.rod_trials(RODS, SEED)
    assert holding.agreement_outside_band(trials).value == 1.0
    assert RODS / 8 < sum(trial.observed for trial in trials) < 0.95 * RODS


def test_filtered_commands_do_not_slip_and_raw_ones_do():
    assert filtering.slips_without_filter(LOADS, SEED).successes > LOADS / 4
    assert filtering.slips_with_filter(LOADS, SEED, EstimatorFaults()).successes == 0
    assert filtering.slips_with_filter(LOADS, SEED, filtering.NOISY).successes == 0


def test_filter_leaves_most_of_the_force():
    simulation, loads = filtering.scene_and_loads(LOADS, SEED)
    kept = [
        np.linalg.norm(filtering.filtered_wrench(simulation.scene.nominal, load.wrench)[:3])
        / np.linalg.norm(load.wrench[:3])
        for load in loads
    ]
    assert np.median(kept) > 0.8


def test_robust_cones_lie_in_every_possible_cone():
    state = filtering.scene_and_loads(1, SEED)[0].scene.nominal
    faults = EstimatorFaults(normal_noise=np.radians(2.0), friction_error=0.1)
    for contact, seen in zip(
        filtering.robust_state(state, faults).contacts, state.contacts, strict=True
    ):
        edge = np.arctan(contact.friction.friction_coefficient)
        truth = seen.friction.friction_coefficient / 1.1
        assert np.tan(edge + np.radians(6.0)) == pytest.approx(truth)


def test_motion_does_not_disturb_the_contact_forces(monkeypatch):
    # A whole period of the motion, to and fro.
    monkeypatch.setattr(decoupling, 'WATCH_TIME', 1.0 / decoupling.FREQUENCY)
    still = decoupling.rod_run(moving=False)
    moving = decoupling.rod_run(moving=True)
    assert moving.speeds.max() > 0.05
    assert np.median(decoupling.force_change(still, moving)) < 0.005
    desired = np.tile(decoupling.NORMAL_FORCES, (len(still.forces), 1))
    np.testing.assert_allclose(still.forces, desired, rtol=0.01)


@pytest.mark.parametrize('trials', [mode_agreement.fixel_trials, mode_agreement.peg_trials])
def test_unique_modes_are_observed(trials):
    tried = trials(MODES, SEED)
    assert mode_agreement.unique_agreement(tried).value >= 0.9
    assert len({trial.observed for trial in tried}) > 3


def test_workpieces_are_seated():
    runs, drawn = seating_runs(6, SEED)
    assert all(run.seated for run in runs)
    assert drawn <= 12


def test_a_shaken_tool_slips_unless_its_inertia_is_counted():
    # 0.5 kg at 8 m/s^2 take 4 of 10 N; the planner asks for 12 N at the same time.
    shaking = Shaking(np.array([8.0, 0.0]), 12.0, np.array([0.0, 12.0]), 12.0, 0.5)
    assert run(MovingTool(0.5, shaking), False) > SLIP
    assert run(MovingTool(0.5, shaking), True) < 0.25 * SLIP
