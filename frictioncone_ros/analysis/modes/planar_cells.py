# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The cells into which contacts divide the planar motions, without trying all 4^n mode strings.

The motions that no contact forbids form a polyhedron in three dimensions, one half-space per
contact. Its faces say which contacts are kept; on each face the kept contacts' tangential speeds
are cut by lines into sliding left, sliding right and fixed. A polyhedron of n half-spaces in
three dimensions has at most of the order of n faces, so the number of modes grows like n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from frictioncone_ros.analysis.modes.generated_cone import (
    GeneratedCone,
    measure,
    negative_part,
    positive_part,
    Ray,
    Row,
    zero_part,
)


@dataclass(frozen=True)
class ContactRows:
    """
    One contact's speeds (or accelerations) as forms on (x, y, rotation, 1).

    normal: positive where it opens; None for a contact that is open already. tangent: positive
    where it slides left; None where `letter` says which way it slides whatever happens.
    """

    normal: Row | None
    tangent: Row | None
    letter: str = ''


_NORMAL_PART = {'s': positive_part, 'f': zero_part, 'l': zero_part, 'r': zero_part}
_TANGENT_PART = {'f': zero_part, 'l': positive_part, 'r': negative_part}


def mode_strings(contacts: Sequence[ContactRows]) -> list[str]:
    """Return every mode string that some motion realises, sorted; empty where none is legal."""
    legal = legal_motions(contacts)
    found: list[str] = []
    for kept, face in _faces(legal, contacts):
        indices = [index for index in range(len(contacts)) if kept >> index + 1 & 1]
        _divide(face, indices, contacts, ['s'] * len(contacts), found)
    return sorted(found)


def legal_motions(contacts: Sequence[ContactRows]) -> GeneratedCone:
    """
    Return the cone of all (x, y, rotation, 1) in which no contact is penetrated.

    Constraint bit 0 belongs to the homogeneous coordinate, bit i + 1 to contact i.
    """
    cone = _all_motions()
    for bit, contact in enumerate(contacts, start=1):
        if contact.normal is not None:
            cone = positive_part(measure(cone, contact.normal), bit)
    return cone


def cell(contacts: Sequence[ContactRows], letters: str) -> GeneratedCone:
    """Return the closure of the motions of one mode string, as a cone of (motion, 1)."""
    cone = _all_motions()
    bit = 1
    for contact, letter in zip(contacts, letters, strict=True):
        for form, part in ((contact.normal, _NORMAL_PART), (contact.tangent, _TANGENT_PART)):
            if form is not None and letter in part:
                cone = part[letter](measure(cone, form), bit)
                bit += 1
    return cone


def _all_motions() -> GeneratedCone:
    axes = [[1 if column == axis else 0 for column in range(4)] for axis in range(4)]
    return GeneratedCone([Ray(axes[3], 0)], axes[:3])


def _faces(
    legal: GeneratedCone, contacts: Sequence[ContactRows]
) -> Iterator[tuple[int, GeneratedCone]]:
    """Yield (bit mask of kept contacts, face) for every face that holds a motion."""
    closing = [bit for bit, row in enumerate(contacts, start=1) if row.normal is not None]
    constrained = sum(1 << bit for bit in closing)
    masks = [ray.mask & constrained for ray in legal.rays]
    waiting = {mask for ray, mask in zip(legal.rays, masks, strict=True) if ray.coordinates[3] > 0}
    seen: set[int] = set()
    while waiting:
        face = waiting.pop()
        seen.add(face)
        waiting |= {face & mask for mask in masks} - seen
    for face in seen:
        rays = [ray for ray, mask in zip(legal.rays, masks, strict=True) if mask & face == face]
        yield face, GeneratedCone(rays, legal.lines)


def _divide(
    cell: GeneratedCone,
    kept: Sequence[int],
    contacts: Sequence[ContactRows],
    letters: list[str],
    found: list[str],
) -> None:
    """Append the strings of a cell after dividing it by the tangential forms of `kept`."""
    if not kept:
        found.append(''.join(letters))
        return
    index, rest = kept[0], kept[1:]
    tangent = contacts[index].tangent
    if tangent is None:
        _divide(cell, rest, contacts, _with(letters, index, contacts[index].letter), found)
        return
    cut = measure(cell, tangent)
    bit = len(contacts) + 1 + index
    left, right = cut.has_positive, cut.has_negative
    # The last form needs no new cell: only which of its signs occur.
    if left:
        part = positive_part(cut, bit) if rest and right else cell
        _divide(part, rest, contacts, _with(letters, index, 'l'), found)
    if right:
        part = negative_part(cut, bit) if rest and left else cell
        _divide(part, rest, contacts, _with(letters, index, 'r'), found)
    if left == right:
        part = zero_part(cut, bit) if rest and left else cell
        _divide(part, rest, contacts, _with(letters, index, 'f'), found)


def _with(letters: list[str], index: int, letter: str) -> list[str]:
    changed = letters.copy()
    changed[index] = letter
    return changed
