"""A skeleton from the links and joints of a URDF file: checks the tree and names."""

from __future__ import annotations

from collections.abc import Mapping

from manikin.errors import InputError, shorten, suggestion
from manikin.formats.urdf.mimics import couplings_of
from manikin.formats.urdf.robot import Arc, Robot
from manikin.formats.urdf.solids import Solids
from manikin.math.rotations import IDENTITY
from manikin.skeleton.limbs import with_limbs
from manikin.skeleton.partners import with_partners
from manikin.skeleton.skeleton import Joint, Skeleton

__all__ = ["tree"]


def tree(robot: Robot, solids: Solids) -> Skeleton:
    """The robot as a skeleton, or an error that says why it is not a tree; ``solids`` makes the shapes of its links."""
    leading = _leading_arcs(robot)
    root = _root(robot, leading)
    _refuse_loops(robot, leading)
    couplings = couplings_of(robot)
    joints = [_joint(robot, root, None, solids)]
    joints += [_joint(robot, arc.child, arc, solids) for arc in robot.arcs.values()]
    try:
        return with_limbs(Skeleton(name=robot.name, joints=with_partners(tuple(joints)), couplings=couplings, up="z"))
    except InputError as error:
        raise robot.error(str(error)) from None


def _joint(robot: Robot, name: str, arc: Arc | None, solids: Solids) -> Joint:
    link = robot.links[name]
    try:
        return Joint(
            name=name,
            parent=arc.parent if arc else None,
            before=arc.before if arc else IDENTITY,
            dofs=arc.dofs if arc else (),
            mass=link.mass,
            centre=link.centre,
            shapes=solids.of(link),
        )
    except InputError as error:
        raise link.error(str(error)) from None


# ---- checks of the tree ---------------------------------------------------------------------------


def _leading_arcs(robot: Robot) -> dict[str, Arc]:
    """The joint that leads to each link."""
    leading: dict[str, Arc] = {}
    for arc in robot.arcs.values():
        for end in (arc.parent, arc.child):
            if end not in robot.links:
                close = suggestion(end, robot.links)
                raise arc.error(f"joint {shorten(arc.name)}: there is no link {shorten(end)}{close}{robot.xacro_hint}")
        if arc.child in leading:
            raise arc.error(
                f"two joints lead to the link {shorten(arc.child)}: {shorten(leading[arc.child].name)} (line "
                f"{leading[arc.child].line}) and {shorten(arc.name)}; loops of links are not read"
            )
        leading[arc.child] = arc
    return leading


def _root(robot: Robot, leading: Mapping[str, Arc]) -> str:
    roots = [name for name in robot.links if name not in leading]
    if len(roots) > 1:
        named = ", ".join(shorten(name) for name in roots[:4]) + (", …" if len(roots) > 4 else "")
        raise robot.links[roots[1]].error(
            f"a robot is one tree, but no joint leads to any of the links {named}: join them by fixed joints"
            f"{robot.xacro_hint}"
        )
    if not roots:
        if not robot.links:
            raise robot.error(f"a robot needs at least one <link>{robot.xacro_hint}")
        _refuse_loops(robot, leading)
    return roots[0]


def _refuse_loops(robot: Robot, leading: Mapping[str, Arc]) -> None:
    rooted: set[str] = set()
    for start in robot.links:
        path: dict[str, None] = {}
        at = start
        while at in leading and at not in rooted:
            if at in path:
                loop = list(path)[list(path).index(at) :][:6]
                raise leading[at].error(
                    f"the link {shorten(at)} is its own ancestor: {' ← '.join(map(shorten, [*loop, at]))}"
                )
            path[at] = None
            at = leading[at].parent
        rooted.update(path)
