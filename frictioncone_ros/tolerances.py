# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The thresholds that several rooms share or a user may care for, each with its unit and reason.

A threshold that divides "is" from "is not" has a name and a reason: here, or beside the one module
that uses it. Comparisons hold no bare numbers (test_tolerances).
Relative ones are dimensionless and are multiplied by a scale of the problem where they are used.
"""

# -- input ------------------------------------------------------------------------------------
UNIT_LENGTH = 1e-6
"""Largest | |normal| - 1 | accepted in a contact normal; it is then normalised exactly [-]."""

LARGEST_INPUT = 1e12
"""
Largest coordinate, force, moment or speed taken from a message [SI].

No robot has more; a sender's fault may, and what is made of it would overflow.
"""

SYMMETRY = 1e-9
"""Largest asymmetry of an inertia matrix relative to its largest entry [-]."""

# -- contact ----------------------------------------------------------------------------------
CONTACT_SPEED = 1e-9
"""Contact speeds below this, relative to the speeds that make it up, count as rest [-]."""

REST_SPEED = 1e-12
"""
Contact speeds below this count as rest whatever makes them up [m/s].

An atom's width in a minute: without it the rounding errors of a body that was brought to rest by
subtraction would be compared with themselves.
"""

# -- motions ----------------------------------------------------------------------------------
MOTION_RESIDUAL = 1e-8
"""Residual of a motion's certificate, relative to its scale, up to which a law holds [-]."""

SAME_MOTION = 1e-9
"""Accelerations closer than this relative to their size are one motion [-]."""

# -- cones ------------------------------------------------------------------------------------
CONE_MEMBERSHIP = 1e-9
"""A face row counts as satisfied up to this part of the sum of its terms' magnitudes [-]."""

CONE_RANK = 1e-10
"""Directions shorter than this, relative to unit generators, count as absent: noise this small
on normals leaves a cone flat or lineal, which moves its boundary by no more than that [-]."""

CONE_INCIDENCE = 1e-9
"""A unit generator this close to a face of unit normal lies on it, when faces are merged; if one
stands out of a face by more, exact arithmetic decides [-]."""

ROUNDING = 1e-14
"""Relative size of what a few dozen float operations may leave [-]."""

# -- feasibility ------------------------------------------------------------------------------
FEASIBLE_RESIDUAL = 1e-9
"""What contact forces may leave of a desired wrench, relative to its largest component [-]."""

# -- constraints ------------------------------------------------------------------------------
CONSTRAINT_RANK = 1e-9
"""Singular value, relative to the largest, below which a constraint wrench adds nothing [-]."""

SLIDING_CELL = 1e-9
"""Friction corners whose products with a sliding direction differ by less, relative to the
friction coefficient, oppose it alike [-]."""

# -- control ----------------------------------------------------------------------------------
COMMAND_FEASIBLE = 1e-9
"""Distance to the feasible set, relative to the command, that counts as feasible [-]."""

COMMAND_NEAR = 1e-7
"""The same where a search ended: it comes to a round boundary only so near [-]."""

NEAREST_GAP = 1e-8
"""How far a round set may reach beyond the separating plane, in squared distances: the member
found is then off the nearest one by at most a few thousandths of what was removed [-]."""

SLIDING_EXCESS = 5e-2
"""Share of the force up to which a command is not called infeasible where contacts slide [-]: the
forces of a sliding contact are a single ray, and normals are estimated to a degree or two."""

MARGIN_PENALTY = 1e-3
"""Weight that makes a least-squares solver look for the largest margin [-]; its square biases
the solver's own margin, which is therefore taken from the separating direction instead."""

MARGIN_PENALTY_STEP = 1e-2
"""By how much that weight is lowered where the margin it leads to cannot be proved [-]."""

RAY_SHOOTING_ROUNDS = 3
"""How often a margin is looked for, at a lower weight each time."""

RAY_RESIDUAL = 1e-11
"""What an exact answer may leave of a unit target [-]."""

ROUNDING_FACE = 1e-11
"""A separating direction this short, beside a unit target, is made of rounding [-]."""

MARGIN_ACCURACY = 2e-2
"""How much of itself a round friction set's margin may be stated too low [-]."""

MARGIN_PROOF_SHARE = 0.3
"""Which part of that the proof may lose; rays left out may lose the rest [-]."""

MARGIN_ROUNDING = 1e-6
"""The same in units of the wrench's size, for margins near zero [-]."""

BALANCE_WEIGHT = 1e-6
"""Weight of small contact forces beside a right wrench when redundant contacts share it [-]."""

MARGIN_SHORTFALL = 3e-2
"""Part of the desired margin that may be missing before it is called low: more than the margin of
a round friction set may be stated too low [-]."""
