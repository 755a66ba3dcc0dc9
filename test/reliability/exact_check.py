# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A verdict's certificate checked in rational numbers, from the contacts' own stored numbers.

Floats are rational numbers: what is stored of a contact (position, frame, coefficients) is taken
as exact, and nothing is rounded from there on. Shares no code with the package.
"""

from fractions import Fraction

from frictioncone_ros.contact import FrictionPyramid

RESIDUAL = Fraction(1, 10**7)
"""What forces may lack of the wrench, and of their friction set, beside the largest of all [-]."""
HIDDEN = Fraction(2, 10**6)
"""What forces may lack of the wrench, however hard they squeeze [-]."""
AMPLIFICATION = 10**3
"""Contact forces of so many times the wrench are still ruled out by a separating twist [-]."""


def exact(values):
    return [Fraction(float(value)) for value in values]


def dot(one, other):
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


def cross(one, other):
    (a, b, c), (x, y, z) = one, other
    return [b * z - c * y, c * x - a * z, a * y - b * x]


def edges(contact):
    """Return the friction edges of a contact as exact wrenches about the reference point."""
    place = exact(contact.contact_position)
    frame = [exact(row) for row in contact.frame]
    friction = contact.friction
    if len(place) == 2:
        mu = Fraction(friction.half_widths(3)[0])
        forces = [[n + s * mu * t for n, t in zip(*frame, strict=True)] for s in (-1, 1)]
        return [[x, y, place[0] * y - place[1] * x] for x, y in forces]
    assert isinstance(friction, FrictionPyramid)
    first, second = (Fraction(mu) for mu in friction.half_widths(6))
    forces = [
        [n + a * first * t + b * second * u for n, t, u in zip(*frame, strict=True)]
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    return [[*force, *cross(place, force)] for force in forces]


def columns(contact):
    """Return the exact wrenches of a unit normal force and of unit tangential ones."""
    place = exact(contact.contact_position)
    for row in contact.frame:
        force = exact(row)
        if len(place) == 2:
            yield [*force, place[0] * force[1] - place[1] * force[0]]
        else:
            yield [*force, *cross(place, force)]


def fault(state, wrench, verdict):
    """Return what is wrong with a verdict of `produce`, '' where its certificate proves it."""
    wanted, scaling = exact(wrench), exact(verdict.problem.scaling)
    if verdict.feasible:
        return _fault_of_forces(state, wanted, exact(verdict.contact_forces), scaling)
    return _fault_of_twist(state, wanted, exact(verdict.separating_twist), scaling)


def _fault_of_forces(state, wanted, forces, scaling):
    """Check that each force is in its set, and that they add up to the wrench."""
    size = max((abs(f) for f in forces), default=Fraction(0))
    size = max(size, *(abs(w * s) for w, s in zip(wanted, scaling, strict=True)))
    dimension = len(wanted)
    step = dimension // 2 if dimension == 6 else 2
    total = [Fraction(0)] * dimension
    for index, contact in enumerate(state.contacts):
        own = forces[index * step : (index + 1) * step]
        widths = exact(contact.friction.half_widths(dimension))
        for tangential, width in zip(own[1:], widths, strict=True):
            # A force of rounding size has no direction: judged as if pressed a little more.
            if abs(tangential) > width * (own[0] + RESIDUAL * size) + RESIDUAL * size:
                return f'the force of contact {index} is outside its friction set'
        if own[0] < -RESIDUAL * size:
            return f'contact {index} pulls'
        for column, force in zip(columns(contact), own, strict=True):
            total = [t + force * c for t, c in zip(total, column, strict=True)]
    gap = max(abs(s * (t - w)) for s, t, w in zip(scaling, total, wanted, strict=True))
    wrench = max(abs(s * w) for s, w in zip(scaling, wanted, strict=True))
    allowed = RESIDUAL * size if wrench == 0 else min(RESIDUAL * size, HIDDEN * wrench)
    return '' if gap <= allowed else f'the forces miss the wrench by {float(gap / size)}'


def _fault_of_twist(state, wanted, twist, scaling):
    """
    Check that the twist rules out every set of contact forces of a sensible size.

    Forces are sums of edges, here with a largest scaled component of one. Where rounding leaves
    an edge's power below zero by some number, AMPLIFICATION times the wrench's size of that edge
    must not make up for the wrench's power.
    """
    power = dot(twist, wanted)
    if power >= 0:
        return 'the separating twist does not work against the wrench'
    size = max(abs(w * s) for w, s in zip(wanted, scaling, strict=True))
    worst = min(
        (
            dot(twist, edge) / max(abs(e * s) for e, s in zip(edge, scaling, strict=True))
            for contact in state.contacts
            for edge in edges(contact)
        ),
        default=Fraction(0),
    )
    if worst < 0 and -power < -worst * size * AMPLIFICATION:
        return f'the twist lets forces {float(power / worst / size):.3g} times the wrench pass'
    return ''
