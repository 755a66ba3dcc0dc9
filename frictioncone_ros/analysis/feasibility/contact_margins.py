# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How close one contact force is to sliding, in the terms of its friction model."""

from __future__ import annotations

from math import hypot

from frictioncone_ros.contact import ContactForce, FrictionModel


def slip_margin(force: ContactForce, friction: FrictionModel) -> float:
    """Return the distance of a force from sliding [N]: `FrictionModel.slip_margin`."""
    return friction.slip_margin(force)


def utilisation(force: ContactForce, friction: FrictionModel) -> float:
    """Return which part of its friction a contact uses: `FrictionModel.utilisation`."""
    return friction.utilisation(force)


def tangential_force(force: ContactForce) -> float:
    """Return the magnitude of the tangential force [N]."""
    return hypot(*force[1:3])
