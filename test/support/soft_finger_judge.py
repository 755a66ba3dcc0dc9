# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A judge of soft fingers' motions: Jacobians of its own, second-order cones of clarabel."""

import clarabel
import numpy as np
from scipy import sparse

BORDER = 1e-5
"""Excess beside the wrench below which rest and slip are too close to be judged [-]."""


def rows_of(contact):
    """Return rows (4, 6) from a twist to a contact's opening, sliding along t1 and t2, spin."""
    position, frame = contact.contact_position, contact.frame
    moving = np.hstack((frame, np.cross(position, frame)))
    return np.vstack((moving, np.concatenate((np.zeros(3), frame[0]))))


def rest_excess(state, wrench):
    """
    Return the least e for which forces of |(f_t / mu, m / mu_t)| <= f_n + e keep all contacts.

    Nothing opens, slides or spins; beside the wrench, at least -1: fingers that squeeze; 0
    where the solver gives up.
    """
    rows = np.vstack([rows_of(contact) for contact in state.contacts])
    inertia = np.zeros((6, 6)) if state.inertia is None else state.inertia.matrix
    count, forces = len(rows) + 7, len(rows)
    size = np.linalg.norm(wrench)
    equations = np.zeros((6 + len(rows), count))
    equations[:6, :forces], equations[:6, forces:-1] = rows.T, -inertia
    equations[6:, forces:-1] = rows
    blocks, bounds, kinds = [equations], [np.zeros(len(equations))], []
    bounds[0][:6] = -wrench / size
    kinds.append(clarabel.ZeroConeT(len(equations)))
    for place, contact in enumerate(state.contacts):
        block = np.zeros((4, count))
        block[:, 4 * place : 4 * place + 4] = -np.diag(1.0 / limits_of(contact))
        block[0, -1] = -1.0
        blocks.append(block)
        bounds.append(np.zeros(4))
        kinds.append(clarabel.SecondOrderConeT(4))
    blocks.append(-np.eye(1, count, count - 1))
    bounds.append(np.ones(1))
    kinds.append(clarabel.NonnegativeConeT(1))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    solution = clarabel.DefaultSolver(
        sparse.csc_matrix((count, count)),
        np.eye(1, count, count - 1)[0],
        sparse.csc_matrix(np.vstack(blocks)),
        np.concatenate(bounds),
        kinds,
        settings,
    ).solve()
    return solution.x[-1] if str(solution.status) == 'Solved' else 0.0


def limits_of(contact):
    """Return the half axes (1, mu, mu, mu_t) of a contact's set."""
    friction = contact.friction
    mu = friction.friction_coefficient
    return np.array([1.0, mu, mu, friction.torsional_friction])


def faults(state, wrench, motion, dynamic=True):
    """Return which laws a motion breaks by more than 1e-8 of its forces, as one-word texts."""
    found, twist = [], state.twist if dynamic else np.zeros(6)
    forces = motion.contact_forces.minimum_norm.reshape(-1, 4)
    size = max(np.linalg.norm(wrench), np.abs(forces).max())
    total = np.array(wrench, dtype=float)
    rate = np.abs(motion.twist_rate).max()
    for contact, force in zip(state.contacts, forces, strict=True):
        rows = rows_of(contact)
        total += rows.T @ force
        used = np.linalg.norm(force[1:] / limits_of(contact)[1:])
        if used > force[0] + 1e-8 * size:
            found.append('outside')
        moving, limits = rows @ twist, limits_of(contact)
        arm = np.linalg.norm(contact.contact_position)
        seen = moving.copy()
        moves = np.abs(seen[1:]).max() > 1e-9 * np.abs(twist).max() * (1.0 + arm)
        if not moves:
            seen = rows @ motion.twist_rate
            seen[:3] += np.cross(twist[3:], np.cross(twist[3:], contact.contact_position)) @ (
                contact.frame.T
            )
            moves = np.abs(seen[1:]).max() > 1e-8 * rate * (1.0 + arm)
        if force[0] > 1e-8 * size and moves:
            most = force[0] * np.linalg.norm(limits[1:] * seen[1:])
            missing = most + force[1:] @ seen[1:]
            if missing > 1e-8 * size * np.linalg.norm(seen[1:]):
                found.append('unopposed')
    if dynamic:
        # Newton's law with velocity products, about the centre of mass.
        total -= state.inertia.matrix @ motion.twist_rate + state.inertia.velocity_wrench(twist)
    if np.abs(total).max() > 1e-7 * size:
        found.append('unbalanced')
    if not motion.certificate.holds():
        found.append('certificate')
    return found
