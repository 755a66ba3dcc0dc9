# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact mechanics for force-controlled robots: friction cones, contact modes, projections.

The names below are all that common questions need; each is imported when it is first used, so
that importing the package costs nothing. The rooms below it hold the rest.
"""

from importlib import import_module as _import_module
from pkgutil import extend_path as _extend_path

TYPE_CHECKING = False  # the module typing would take longer to import than all of this
if TYPE_CHECKING:
    from frictioncone_ros.analysis.feasibility import resist
    from frictioncone_ros.analysis.force_closure import force_closure
    from frictioncone_ros.analysis.mode_cones import mode_cone, wrench_for_mode
    from frictioncone_ros.analysis.modes import kinematic_modes
    from frictioncone_ros.analysis.motions import find_motions
    from frictioncone_ros.analysis.projections import contact_projectors
    from frictioncone_ros.contact import (
        CircularCone,
        ContactPoint,
        ContactState,
        EllipticCone,
        Frictionless,
        FrictionPolygon,
        FrictionPyramid,
        SoftFinger,
    )
    from frictioncone_ros.control import FilterSettings
    from frictioncone_ros.exceptions import (
        FrictionConeError,
        InconsistentStateError,
        InvalidInputError,
        LimitExceededError,
        MissingDependencyError,
        NumericalError,
    )
    from frictioncone_ros.formations import placements
    from frictioncone_ros.pipeline import filter_command
    from frictioncone_ros.spatial import Inertia, RigidTransform, shift_wrench

    projectors = contact_projectors

# The generated message modules live in another folder under the same package name when the
# source tree is used beside a colcon install: both halves must be importable at once.
__path__ = _extend_path(__path__, __name__)

__version__ = '0.1.0'

_ROOMS = {
    'contact': 'ContactPoint ContactState CircularCone EllipticCone FrictionPyramid '
    'FrictionPolygon SoftFinger Frictionless',
    'spatial': 'Inertia RigidTransform shift_wrench',
    'analysis.feasibility': 'resist',
    'analysis.force_closure': 'force_closure',
    'analysis.modes': 'kinematic_modes',
    'analysis.motions': 'find_motions',
    'analysis.mode_cones': 'mode_cone wrench_for_mode',
    'analysis.projections': 'projectors',
    'formations': 'placements',
    'pipeline': 'filter_command',
    'control': 'FilterSettings',
    'exceptions': 'FrictionConeError InvalidInputError InconsistentStateError '
    'LimitExceededError MissingDependencyError NumericalError',
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}
_OTHER_NAMES = {'projectors': 'contact_projectors'}  # in the room, where a module is called so

__all__ = [
    'ContactPoint',
    'ContactState',
    'CircularCone',
    'EllipticCone',
    'FrictionPyramid',
    'FrictionPolygon',
    'SoftFinger',
    'Frictionless',
    'Inertia',
    'RigidTransform',
    'shift_wrench',
    'resist',
    'force_closure',
    'find_motions',
    'kinematic_modes',
    'mode_cone',
    'wrench_for_mode',
    'projectors',
    'placements',
    'filter_command',
    'FilterSettings',
    'FrictionConeError',
    'InvalidInputError',
    'InconsistentStateError',
    'LimitExceededError',
    'MissingDependencyError',
    'NumericalError',
]


if not TYPE_CHECKING:  # hidden from checkers, or every misspelt name would be an object to them

    def __getattr__(name: str) -> object:
        """Import a name of the front door when it is first asked for."""
        if name not in _ROOM_OF:
            raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
        room = _import_module(f'{__name__}.{_ROOM_OF[name]}')
        value = globals()[name] = getattr(room, _OTHER_NAMES.get(name, name))
        return value


def __dir__() -> list[str]:
    """Return the names of the front door, and none of what loads them."""
    return sorted({*__all__, *(name for name in globals() if name.startswith('__'))})
