# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Balkcom, Trinkle and Gottlieb's algorithm as they wrote it: K = E C N R S V, P = E B.

An independent check of the table-driven cones: it eliminates variables of y = (a, c), all normals
stacked before all tangents, and never looks at accelerations of the body. Signs of S corrected:
+mu belongs to sliding right (c_t = +mu c_n), -mu to sliding left. Theirs: n for fixed.
"""

from typing import NamedTuple

import numpy as np

from frictioncone_ros.cones import PolyhedralCone


class Fixel(NamedTuple):
    """Position relative to the centre of mass, inward normal, friction coefficient."""

    position: tuple
    normal: tuple
    friction: float


class Constraints(NamedTuple):
    """Which elements of y are free, negative, in a friction cone, at its edges, or zero."""

    free: list
    negative: list
    rolling: list
    sliding_right: list
    sliding_left: list
    zero: list


def jacobian(fixels):
    """J (3, 2n): wrenches of unit normal forces, then of unit tangential forces."""
    normals = [np.array(fixel.normal, dtype=float) for fixel in fixels]
    tangents = [np.array((-normal[1], normal[0])) for normal in normals]
    positions = [np.array(fixel.position, dtype=float) for fixel in fixels] * 2
    return np.column_stack(
        [
            (*axis, arm[0] * axis[1] - arm[1] * axis[0])
            for arm, axis in zip(positions, normals + tangents, strict=True)
        ]
    )


def newton_euler(fixels, inertia):
    """C (2n, 4n) and B (2n, 3) of C y = B g."""
    wrenches = jacobian(fixels)
    b_matrix = wrenches.T @ np.linalg.inv(inertia)
    return np.hstack((np.eye(2 * len(fixels)), -b_matrix @ wrenches)), b_matrix


def constraints(mode):
    """Table 2 as sets of indices of y; n fixels, c_n from 2n, c_t from 3n."""
    count = len(mode)
    sets = Constraints([], [], [], [], [], [])
    for i, letter in enumerate(mode):
        normal, tangent, push, drag = i, count + i, 2 * count + i, 3 * count + i
        if letter in 'as':
            sets.free.append(tangent)
            sets.zero.extend((push, drag))
            if letter == 'a':
                sets.negative.append(normal)
        else:
            sets.zero.append(normal)
        if letter == 'n':
            sets.zero.append(tangent)
            sets.rolling.append(drag)
        if letter == 'r':
            sets.negative.append(tangent)
            sets.sliding_right.append(drag)
        if letter == 'l':
            sets.sliding_left.append(drag)
    return sets


def matrices(mode, frictions):
    """E, N, R, S, V of section 5."""
    sets, count = constraints(mode), len(mode)
    size = 4 * count
    e_matrix = np.delete(np.eye(2 * count), sets.free, axis=0)
    n_matrix, r_matrix, s_matrix = np.eye(size), np.eye(size), np.eye(size)
    for i in sets.negative:
        n_matrix[i, i] = -1.0
    for i in sets.rolling:
        friction = frictions[i - 3 * count]
        r_matrix[i, i] = friction
        r_matrix[i - count, i] = 1.0
        r_matrix[i, i - count] = -friction
    for indices, sign in ((sets.sliding_right, 1.0), (sets.sliding_left, -1.0)):
        for i in indices:
            s_matrix[i, i - count] = sign * frictions[i - 3 * count]
    gone = {*sets.zero, *sets.sliding_right, *sets.sliding_left, *sets.free}
    v_matrix = np.delete(np.eye(size), sorted(gone), axis=1)
    return e_matrix, n_matrix, r_matrix, s_matrix, v_matrix


def reduced(fixels, inertia, mode):
    """K and P of K z = P g, z >= 0."""
    c_matrix, b_matrix = newton_euler(fixels, inertia)
    e, n, r, s, v = matrices(mode, [fixel.friction for fixel in fixels])
    return e @ c_matrix @ n @ r @ s @ v, e @ b_matrix


def wrench_cone(fixels, inertia, mode):
    """F = K^F P, the face form of equation 16, with the equalities of a flat pos(K)."""
    k_matrix, p_matrix = reduced(fixels, inertia, mode)
    span = PolyhedralCone.from_generators(k_matrix)
    faces, equalities = span.faces @ p_matrix, span.equalities @ p_matrix
    return PolyhedralCone.from_faces(_without_rounding(faces), _without_rounding(equalities))


def _without_rounding(rows):
    """Rows of pos(K) that every P g obeys leave rounding errors instead of zeros."""
    return rows[np.abs(rows).max(axis=1, initial=0.0) > 1e-9]
