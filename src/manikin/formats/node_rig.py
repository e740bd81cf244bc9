"""Rigs of nodes, as glTF and USD have them: a tree of transforms T·R·S, some of which move.

A node becomes a joint: ``before`` = T·R of its rest, three hinges, slides where it really moves, ``after`` = S.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np

from manikin.figure.figure import Figure
from manikin.formats.sampled_motion import continuous_angles
from manikin.math.rotations import Array, affine
from manikin.skeleton.build import AXES
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Dof

__all__ = ["Node", "NodeMotion", "node_states", "rig_of"]

MOVES = 1e-6
"""A node has slides if it moves by more than this share of the figure's size."""
ORDERS = ["zyx", *sorted("".join(p) for p in itertools.permutations("xyz") if "".join(p) != "zyx")]


@dataclass
class Node:
    """A node with its place in the tree and its rest transform T·R·S, or a matrix that cannot be animated."""

    index: int
    name: str
    parent: int
    children: tuple[int, ...]
    translation: Array
    rotation: Array
    scale: Array
    matrix: Array | None


@dataclass
class NodeMotion:
    """Local translations (frames, 3) and rotations (frames, 3, 3) of nodes in one animation."""

    rate: float
    translations: dict[int, Array]
    rotations: dict[int, Array]
    frames: int


def rig_of(
    nodes: list[Node], posable: set[int], motions: list[NodeMotion], name: str
) -> tuple[Skeleton, dict[int, str]]:
    """The skeleton of nodes, parents first, and the order of the hinges of each that can be posed."""
    size = _size(nodes)
    sliding = {
        node.index
        for node in nodes
        for motion in motions
        if np.abs(motion.translations.get(node.index, node.translation) - node.translation).max() > MOVES * size
    }
    top = next((node.index for node in nodes if node.index in posable), -1)
    turns = {node.index: _turn_order(node, motions) for node in nodes if node.index in posable}
    joints = [_joint(node, nodes, turns.get(node.index), node.index in sliding | {top}) for node in nodes]
    if sum(joint.parent is None for joint in joints) > 1:
        names = {joint.name for joint in joints}
        root = next(name for name in ["scene", *(f"scene {i}" for i in range(2, len(names) + 3))] if name not in names)
        joints = [Joint(name=root)] + [
            joint if joint.parent is not None else replace(joint, parent=root) for joint in joints
        ]
    return Skeleton(name=name, joints=tuple(joints)), turns


def _size(nodes: list[Node]) -> float:
    """The largest extent of the nodes at rest."""
    world: dict[int, Array] = {}
    for node in nodes:
        above = world.get(node.parent, np.eye(3, 4))
        linear = node.rotation * node.scale if node.matrix is None else node.matrix[:, :3]
        place = node.translation if node.matrix is None else node.matrix[:, 3]
        world[node.index] = np.column_stack([above[:, :3] @ linear, above[:, :3] @ place + above[:, 3]])
    return float(np.ptp([one[:, 3] for one in world.values()], axis=0).max()) or 1.0


def _turn_order(node: Node, motions: list[NodeMotion]) -> str:
    """The order of three hinges whose middle angle stays farthest from a right angle."""
    turns = [node.rotation.T @ motion.rotations[node.index] for motion in motions if node.index in motion.rotations]
    if not turns:
        return ORDERS[0]
    whole = np.concatenate(turns)
    return min(
        ORDERS, key=lambda order: round(float(np.abs(whole[:, "xyz".index(order[0]), "xyz".index(order[2])]).max()), 6)
    )


def _joint(node: Node, nodes: list[Node], order: str | None, slides: bool) -> Joint:
    parent = next((other.name for other in nodes if other.index == node.parent), None) if node.parent >= 0 else None
    if node.matrix is not None:
        return Joint(name=node.name, parent=parent, before=affine(node.matrix[:, :3], node.matrix[:, 3].tolist()))
    dofs = []
    if slides:
        for letter in "xyz":
            x, y, z = (node.rotation.T @ AXES[letter]).tolist()  # along the axes of the parent
            dofs.append(Dof(name=f"{node.name}.t{letter}", kind="slide", axis=(x, y, z)))
    dofs += [Dof(name=f"{node.name}.{letter}", axis=AXES[letter]) for letter in order or ""]
    scale = node.scale
    return Joint(
        name=node.name,
        parent=parent,
        before=affine(node.rotation, node.translation.tolist()),
        dofs=tuple(dofs),
        after=affine(np.diag(scale)),
    )


def node_states(figure: Figure, nodes: list[Node], turns: dict[int, str], motion: NodeMotion) -> Array:
    """The states (frames, size) in which the nodes move so."""
    states = np.zeros((motion.frames, figure.size))
    turning = [node for node in nodes if node.index in turns and node.index in motion.rotations]
    if turning:
        rotations = np.stack([node.rotation.T @ motion.rotations[node.index] for node in turning], axis=1)
        axes = np.array([[AXES[letter] for letter in turns[node.index]] for node in turning])
        angles = continuous_angles(rotations, axes)
        for k, node in enumerate(turning):
            first = figure.index(f"{node.name}.{turns[node.index][0]}")
            states[:, first : first + 3] = angles[:, k]
    for node in nodes:
        if node.index in motion.translations and f"{node.name}.tx" in figure.parameter_names:
            first = figure.index(f"{node.name}.tx")
            states[:, first : first + 3] = motion.translations[node.index] - node.translation
    states.flags.writeable = False
    return states
