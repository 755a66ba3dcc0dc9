# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every threshold of the package, in one place, each with its unit and its reason.

A threshold that divides "is" from "is not" belongs here and nowhere else.
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

ORTHOGONALITY = 1e-9
"""Largest entry of R^T R - I accepted in a rotation matrix [-]."""

SYMMETRY = 1e-9
"""Largest asymmetry of an inertia matrix relative to its largest entry [-]."""

POSITIVE_DEFINITE = 1e-12
"""Smallest eigenvalue of an inertia relative to its largest that counts as non-singular [-]."""

# -- contact ----------------------------------------------------------------------------------
CONTACT_SPEED = 1e-9
"""Contact speeds below this, relative to the speeds that make it up, count as rest [-]."""

REST_SPEED = 1e-12
"""
Contact speeds below this count as rest whatever makes them up [m/s].

An atom's width in a minute: without it the rounding errors of a body that was brought to rest by
subtraction would be compared with themselves.
"""

PARALLEL_AXES = 1e-6
"""A tangent hint whose part across the normal is shorter than this gives no direction [-]."""

STATIC_EQUILIBRIUM = 1e-9
"""Residual, relative to the applied force, up to which a wrench counts as balanced [-]."""

# -- motions ----------------------------------------------------------------------------------
MOTION_RESIDUAL = 1e-8
"""Residual of a motion's certificate, relative to its scale, up to which a law holds [-]."""

SAME_MOTION = 1e-9
"""Accelerations closer than this relative to their size are one motion [-]."""

ROUNDED_TO_ZERO = 1e-12
"""A float sum this small beside the sum of its terms' sizes is zero: rounding alone [-]."""

SIGN_CERTAIN = 1e-9
"""A float sum above this beside its terms' sizes has a certain sign; between the two the whole
question is repeated with the floats taken as exact numbers, where nothing but 0 is zero [-]."""

LARGEST_MAGNITUDE = 1e30
"""Largest entry of an input whose products with others can still be squared [SI units]."""

SMALLEST_MAGNITUDE = 1e-140
"""An input that is not zero has an entry above this: squares of smaller ones vanish [SI units]."""

WEIGHT_ROUNDING = 1e-12
"""Dimensionless weights and determinants below this are rounding [-]."""

# -- contact modes ----------------------------------------------------------------------------
ARRANGEMENT_SIDE = 1e-9
"""A unit row on a motion of largest coordinate 1 that gives less counts as in the plane [-]."""

# -- spatial motions --------------------------------------------------------------------------
FRICTION_LINE = 1e-12
"""Sine of the angle below which two edges of a friction polygon are parallel [-]."""

BALANCE_RESIDUAL = 1e-11
"""Residual, relative to the wanted wrench, up to which motions and forces balance it [-]."""

CURVED_SLACK = 1e-10
"""Cosine with the residual below which a ray of a circular cone no longer reduces it [-]."""

LEAST_PROGRESS = 0.999
"""A new ray of a circular cone must reduce the residual to less than this share of it [-]."""

CERTIFICATE_SLACK = 1e-9
"""Cosine with a certificate's twist up to which a generator counts as doing no work on it [-]."""

CERTIFICATE_REACH = 1e-7
"""Cosine with its target from which a certificate is trusted for other candidates too [-]."""

STRICT_SHIFT = 1e-6
"""How far inside its mode a motion must lie to be strict, relative to wrench over inertia [-]."""

SLIP_SPEED = 1e-9
"""Slip below this, relative to the largest scaled coordinate of its motion, is no slip [-]."""

PUSH_WEIGHT = 1e-4
"""Weight of a trial push on a solution, against the balance that it must not upset [-]."""

PUSH_RESPONSE = 1e-3
"""A solution that follows a trial push by more than this share of it is not unique [-]."""

NEAR_START = 1e-3
"""Two starts of the search for sliding directions closer than this need one search [-]."""

SAME_DIRECTION = 1e-6
"""Two answers of the search for sliding directions closer than this are one [-]."""

# -- cones ------------------------------------------------------------------------------------
CONE_MEMBERSHIP = 1e-9
"""A face row counts as satisfied up to this part of the sum of its terms' magnitudes [-]."""

CONE_RANK = 1e-10
"""Directions shorter than this, relative to unit generators, count as absent: noise this small
on normals leaves a cone flat or lineal, which moves its boundary by no more than that [-]."""

CONE_INCIDENCE = 1e-9
"""A unit generator this close to a face of unit normal lies on it, when faces are merged; if one
stands out of a face by more, exact arithmetic decides [-]."""

CONE_SOUNDNESS = 1e-10
"""A merged face out of which a unit generator stands by more is not merged [-]."""

COLLINEAR_ROUNDING = 1e-15
"""Sine-like measure under which three points of a planar section are collinear by rounding [-]."""

SPURIOUS_WEIGHT = 1e-9
"""Weights below this part of the largest in a combination that gives zero are rounding [-]."""

CLEARLY_POINTED = 1e-3
"""Cosine above which the mean of the generators serves as an axis without a search [-]."""

NEAREST_POINT_ROUNDS = 6
"""Searches for an axis, each in a space stretched where the one before was undecided."""

ROUNDING = 1e-14
"""Relative size of what a few dozen float operations may leave [-]."""

NEAREST_OPTIMALITY = 1e-10
"""Gain that any column may still promise in a nearest point, relative to the target [-]."""

POOR_OPTIMALITY = 1e-7
"""The same where columns are so nearly opposite that no better answer is found [-]."""

WEIGHT_PRICE = 1e-5
"""Price on the change of weights that makes opposite columns independent [-]."""

WEIGHT_ROUNDS = 20
"""Rounds with that price after which the solver gives up; one or two are usual."""

MODERATE_LENGTH = 1e100
"""Lengths below this, and above its inverse, can be squared without overflow or loss."""

# -- feasibility ------------------------------------------------------------------------------
FEASIBLE_RESIDUAL = 1e-9
"""What contact forces may leave of a wanted wrench, relative to its largest component [-]."""

EDGE_GAIN = 1e-10
"""An edge of a round friction set is added if it shortens the remainder by this part of it [-]."""

EDGE_ROUNDS = 60
"""Rounds of adding edges after which the solver gives up; five are usual."""

RAY_ROUNDS = 60
"""Steps along the depth wrench after which the solver gives up; four are usual."""

SETTLED_RAISE = 1e-5
"""Estimated rise of a margin bound, relative to the wrench, whose square is rounding [-]."""

MARGIN_LOOK_AHEAD = 1e-7
"""How far beyond a margin it is looked whether more is possible, relative to the wrench [-]."""

SLIDING_PART = 0.9
"""Part of its friction from which a contact is taken to slide where curvature is modelled [-]."""

STIFFEST_BEND = 1e6
"""Largest curvature of a circle that enters the solver, so that it stays well conditioned [-]."""

LOADED_PART = 1e-6
"""Part of the largest normal force from which a contact is tried as loaded at the limit [-]."""

LIMIT_NEWTON_STEPS = 8
"""Newton steps after which a start is given up; three are usual, six where modes change."""

LIMIT_TURN = 1e-5
"""Last turn of a sliding direction whose square, the error of the next, is rounding [rad]."""

NO_SLIP = 1e-8
"""Slip, relative to the largest coordinate of a scaled twist, that counts as sticking [-]."""

RAY_SHRINK = 1e-3
"""Factor by which space is shrunk along the depth wrench: far above the square root of rounding,
and its square far below the share of an edge that is in use [-]."""

SHORT_DEPTH_WRENCH = 1e-6
"""A depth wrench this short beside the forces that add up to it points nowhere: as of two fingers
that face each other, it may be what rounding leaves of them [-]."""

RAY_REACH = 30.0
"""How far below a wrench the shot along the ray is aimed, in sizes of the wrench [-]."""

SHOT_ROUNDS = 12
"""Polygons tried by the shot before slower ways take over; one is usual."""

WELL_CONDITIONED = 1e6
"""Largest entry of an inverse, for unit edges, up to which one linear solve is relied on [-]."""

MARGIN_WIDTH = 1e-10
"""What is added to the upper end of a bracket for a margin, relative to the bracket [-]."""

MARGIN_DOUBLINGS = 40
"""Doublings of a bracket for a margin after which the wrench counts as out of reach."""

MARGIN_HALVINGS = 40
"""Halvings of a bracket for a margin where steps do not settle."""

FACE_CLEARANCE = 1e-9
"""Product of a unit face row with the unit depth wrench below which the face is not relied on."""

CRITICAL_FACTOR = 1e-9
"""Relative width to which a critical friction factor is bisected [-]."""

MOMENT_ROUNDS = 20
"""Rounds of enlarging the allowed moment error before robustness is given up."""

TINY = 1e-300
"""Added to a length so that zero may be divided by it."""

# -- constraints ------------------------------------------------------------------------------
CONSTRAINT_RANK = 1e-9
"""Singular value, relative to the largest, below which a constraint wrench adds nothing [-]."""

CONSTRAINT_CONDITION = 1e3
"""Ratio of singular values above which a constraint counts as nearly singular [-]."""

CONSTRAINT_PARTICIPATION = 1e-6
"""Share of a contact in a dependency above which the contact is named as part of it [-]."""

RECIPROCITY = 1e-9
"""Largest power of a unit constraint force on a unit free motion that counts as none [-]."""

SELECTION_FRAME = 1e-9
"""Residual, relative to unit directions, up to which a constraint fits one Cartesian frame [-]."""

# -- control ----------------------------------------------------------------------------------
COMMAND_FEASIBLE = 1e-9
"""Distance to the feasible set, relative to the command, that counts as feasible [-]."""

EQUAL_DISSIPATION = 1e-9
"""Relative difference of power up to which friction edges oppose a slip equally well [-]."""

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

MARGIN_SHOTS = 3
"""How often a margin is looked for, at a lower weight each time."""

SHOT_RESIDUAL = 1e-11
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
"""Part of the wanted margin that may be missing before it is called low: more than the margin of
a round friction set may be stated too low [-]."""

UNBOUNDED_MARGIN = 1e9
"""Margin stated where contacts can squeeze against each other without limit [N]."""

# -- formations -------------------------------------------------------------------------------
FORMATION_COEFFICIENT = 1e-12
"""
Coefficients of an eliminated contact equation below this times the size of their terms are zero.

Rounding makes about 1e-15, and 1e-12 where polygons stand a kilometre from the origin. A double
pose is recognised at the same level: two poses closer than about 3e-6 rad are one [-].
"""

PARALLEL_EDGES = 1e-12
"""Edges of one polygon whose directions differ by less than this are parallel [rad]."""

PARALLEL_AT_POSE = 1e-9
"""Edges of two polygons this close to parallel at a computed pose are parallel [rad]."""

FORMATION_CONSISTENT = 1e-10
"""Disagreement of parallel contacts, relative to their size, below which they agree [-]."""

EDGE_END = 1e-9
"""A contact this far beyond the end of its edge, relative to the edge, is still on it [-]."""

OVERLAP_DEPTH = 1e-9
"""Penetration below this times the size of the polygons is touching, not overlap [-]."""

TOUCHING_GAP = 1e-7
"""Gap below this times the size of the polygons names the contact that has appeared [-]."""

PATH_PARAMETER = 1e-9
"""Events on a path are located to this fraction of the path [-]."""

BRANCH_MEETING = 1e-4
"""
det W_n below this times the workpiece's size, at its smallest on a path, means branches meet.

It falls as the square root of the distance to the branch locus, and the path parameter is
resolved to PATH_PARAMETER [-].
"""

PATH_LONGEST_MOVE = 0.05
"""A step of the path that moves the workpiece further than this times its size is halved [-]."""

PATH_AMBIGUITY = 3.0
"""The next pose of a branch's sign must be this many times as far, or steps halve [-]."""

PATH_RUNAWAY = 1e3
"""A contact this many workpiece sizes beyond its edge is on the way to infinity [-]."""

GAP_ROUNDING = 2.3e-16
"""Gaps of this many times the lengths they are made of cannot be improved: one ulp [-]."""

LAST_NEWTON_STEP = 1e-8
"""A relative Newton step this short is the last: its error is squared to rounding [-]."""

POLYGON_POINT = 1e-12
"""Vertices nearer than this times the polygon's extent coincide [-]."""

BRANCH_POINT = 1e-9
"""Reciprocal condition number of W_n below which the workpiece is not controlled [-]."""

# -- mode cones -------------------------------------------------------------------------------
SLIDING_CELL = 1e-9
"""Friction corners whose products with a sliding direction differ by less, relative to the
friction coefficient, oppose it alike [-]."""

KINEMATIC_INCIDENCE = 1e-8
"""Unit rows of contact motion closer to parallel than this, and motions this close to a row's
plane, count as parallel and as lying in it [-]."""

LEAST_DISTANCE_EMPTY = 1e-12
"""Residual of the dual of a least distance problem at which no point obeys the bounds [-]; its
square root, 1e-6, is the depth relative to distance below which a set counts as empty."""

LEAST_DISTANCE_RESIDUAL = 1e-7
"""What a bound may lack, relative to the largest limit, in an answer that is accepted [-]."""

DUAL_ROUNDING = 1e-13
"""Rounding left in the dual of a least distance problem, relative to its multipliers [-]."""

CLEARANCE_MET = 1e-9
"""A clearance that lacks less than this, relative to itself or to the point, is met [-]."""

REGULAR_SYSTEM = 1e-9
"""Ratio of least to largest singular value above which equations have one solution [-]."""

REFINEMENT_GAIN = 1e-9
"""A step that gains less than this part of the distance ends a refinement [-]."""
