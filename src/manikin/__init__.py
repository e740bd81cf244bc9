"""Pose and animate articulated figures by inverse kinematics and geometric constraints.

Everything public is at hand here: ``from manikin import Figure``.  A name is loaded when it is first asked for, so
that ``import manikin`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manikin.build import DhRow as DhRow
    from manikin.build import chain as chain
    from manikin.build import denavit_hartenberg as denavit_hartenberg
    from manikin.build import hinge as hinge
    from manikin.build import joint as joint
    from manikin.build import slide as slide
    from manikin.curves import Curve as Curve
    from manikin.curves import Linear as Linear
    from manikin.curves import Ramp as Ramp
    from manikin.errors import FormatError as FormatError
    from manikin.errors import InputError as InputError
    from manikin.errors import ManikinError as ManikinError
    from manikin.errors import SkeletonError as SkeletonError
    from manikin.errors import UnknownName as UnknownName
    from manikin.errors import Unsupported as Unsupported
    from manikin.figure import Figure as Figure
    from manikin.pose import Pose as Pose
    from manikin.reroot import reroot as reroot
    from manikin.shapes import Box as Box
    from manikin.shapes import Capsule as Capsule
    from manikin.shapes import Cylinder as Cylinder
    from manikin.shapes import Ellipsoid as Ellipsoid
    from manikin.shapes import File as File
    from manikin.shapes import Mesh as Mesh
    from manikin.shapes import Shape as Shape
    from manikin.skeleton import Coupling as Coupling
    from manikin.skeleton import Dof as Dof
    from manikin.skeleton import Joint as Joint
    from manikin.skeleton import LinearLimit as LinearLimit
    from manikin.skeleton import Skeleton as Skeleton
    from manikin.skeleton import Term as Term
    from manikin.skeleton import Variable as Variable

_HOMES = {
    "build": "DhRow chain denavit_hartenberg hinge joint slide",
    "curves": "Curve Linear Ramp",
    "errors": "FormatError InputError ManikinError SkeletonError UnknownName Unsupported",
    "figure": "Figure",
    "pose": "Pose",
    "reroot": "reroot",
    "shapes": "Box Capsule Cylinder Ellipsoid File Mesh Shape",
    "skeleton": "Coupling Dof Joint LinearLimit Skeleton Term Variable",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__version__ = "0.1.0"
__all__ = ["__version__", *_HOME_OF]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        from manikin.errors import suggestion

        raise AttributeError(f"module 'manikin' has no attribute {name!r}{suggestion(name, _HOME_OF)}")
    value = getattr(import_module(f"manikin.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
