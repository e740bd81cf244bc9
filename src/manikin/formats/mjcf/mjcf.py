"""``.xml``, ``.mjcf``: models of MuJoCo; docs/formats/mjcf.md."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from manikin.errors import FormatError, ManikinError
from manikin.formats.content import Content
from manikin.formats.format import Beside, Format, nothing_beside, stem_of
from manikin.formats.mjcf.bodies import Tree, read_bodies
from manikin.formats.mjcf.loops import loops
from manikin.formats.mjcf.model import Model, numbers, read_model
from manikin.formats.mjcf.relations import couplings, inside, tendon_limits
from manikin.math.rotations import euler_degrees, from_quaternion
from manikin.skeleton.limbs import with_limbs
from manikin.skeleton.partners import with_partners
from manikin.skeleton.skeleton import Skeleton
from manikin.skeleton.variables import NamedPose

__all__ = ["Mjcf"]

MAX_WARNINGS = 20


class Mjcf(
    Format,
    name="mjcf",
    suffixes=(".xml", ".mjcf"),
    describes="models of MuJoCo (MJCF)",
    losses={
        "skeletons": "dynamics, actuators, sensors, contacts, meshes and height fields, inertia tensors, cones of "
        "balls, tendons through space, materials"
    },
):
    """Reads the kinematics of a model, with z up."""

    def read(
        self, data: bytes, *, file: str | None = None, beside: Beside = nothing_beside, sites: bool = False
    ) -> Content:
        """The skeleton, and loops as goals; ``sites`` adds the sites as joints without freedom."""
        try:
            model = read_model(data, file, beside)
            tree = read_bodies(model, bool(sites))
            groups = tuple(couplings(model, tree))
            driven = {name for group in groups for name in group.driven}
            skeleton = Skeleton(
                name=model.name[:100] or stem_of(file) or "mjcf",
                joints=with_partners(tuple(tree.joints)),
                couplings=groups,
                limits=tendon_limits(model, tree),
                poses=tuple(_poses(model, tree, driven)),
                up="z",
            )
            goals = tuple(loops(model, tree, skeleton))
            return Content(skeletons=(with_limbs(skeleton),), goals=goals, warnings=_told(model, file))
        except FormatError as error:
            raise FormatError(error.message, file=file, line=error.line, column=error.column) from None
        except ManikinError as error:
            raise FormatError(str(error), file=file) from None


def _told(model: Model, file: str | None) -> tuple[str, ...]:
    told = [str(FormatError(odd.message, file=file, line=odd.line, column=odd.column)) for odd in model.odd]
    more = [str(FormatError(f"and {len(told) - MAX_WARNINGS} more warnings", file=file))] if told[MAX_WARNINGS:] else []
    return (*told[:MAX_WARNINGS], *more)


def _poses(model: Model, tree: Tree, driven: set[str]) -> Iterator[NamedPose]:
    """Keyframes with all of their qpos."""
    width = {"free": 7, "ball": 4, "hinge": 1, "slide": 1}
    size = sum(width[one.kind] for one in tree.coordinates)
    names: set[str] = set()
    for number, element in enumerate(inside(model, "keyframe"), 1):
        if "qpos" not in element.attributes:
            continue
        numbers_left = numbers(element, element.attributes, "qpos", size)
        values: list[tuple[str, float]] = []
        for one in tree.coordinates:
            own, numbers_left = numbers_left[: width[one.kind]], numbers_left[width[one.kind] :]
            if one.kind in ("free", "ball"):
                w, *xyz = own[-4:]
                if not np.hypot.reduce([w, *xyz]) > 1e-14:
                    raise element.error("qpos has a quaternion of zero")
                x, y, z = (math.radians(angle) for angle in euler_degrees(from_quaternion([*xyz, w])))
                own = [*own[:-4], z, y, x]
            values += zip(one.names, own, strict=True)
        name = element.attributes.get("name") or f"key {number}"
        if name not in names:
            names.add(name)
            yield NamedPose(name=name, values=tuple(pair for pair in values if pair[0] not in driven))
