"""The nodes of a glTF asset that make a skeleton: joints of a skin, what hangs from them, what they hang from."""

from __future__ import annotations

from typing import Any

import numpy as np

from manikin.errors import InputError
from manikin.formats.gltf.asset import Asset
from manikin.formats.node_rig import Node
from manikin.math.rotations import from_quaternion

__all__ = ["chosen_nodes", "read_nodes"]

MAX_NODES = 20_000


def read_nodes(asset: Asset) -> list[Node]:
    """All nodes; each has a name of its own and one parent at most, and none is its own ancestor."""
    given = asset.items("nodes")
    if len(given) > MAX_NODES:
        raise asset.error("/nodes", f"more than {MAX_NODES:,} nodes are not read")
    parents = [-1] * len(given)
    for i, node in enumerate(given):
        children = node.get("children", [])
        if not isinstance(children, list):
            raise asset.error(f"/nodes/{i}/children", "must be a list")
        for k, child in enumerate(children):
            asset.item("nodes", child, f"/nodes/{i}/children/{k}")
            if parents[child] >= 0:
                raise asset.error(f"/nodes/{i}/children/{k}", f"the node {child} has two parents")
            parents[child] = i
    names: dict[str, int] = {}
    nodes = [_node(asset, i, node, parents[i], names) for i, node in enumerate(given)]
    safe: set[int] = set()
    for start in nodes:
        path, at = set(), start.index
        while at >= 0 and at not in safe:
            if at in path:
                raise asset.error(f"/nodes/{at}", "the node is its own ancestor")
            path.add(at)
            at = parents[at]
        safe |= path
    return nodes


def _node(asset: Asset, i: int, given: dict[str, Any], parent: int, names: dict[str, int]) -> Node:
    pointer = f"/nodes/{i}"
    raw = given.get("name")
    name = "".join(c for c in raw if c.isprintable()).strip()[:900] if isinstance(raw, str) else ""
    label, count = name or f"node {i}", names.get(name or f"node {i}", 0)
    made = label
    while made in names:
        count += 1
        made = f"{label} {count + 1}"
    names[label], names[made] = count, names.get(made, 0)
    matrix = None
    if "matrix" in given:
        matrix = np.array(asset.numbers(given, "matrix", 16, pointer, [])).reshape(4, 4).T[:3]
    quaternion = asset.numbers(given, "rotation", 4, pointer, [0.0, 0.0, 0.0, 1.0])
    if not np.linalg.norm(quaternion) > 1e-6:
        raise asset.error(f"{pointer}/rotation", "must not be zero")
    return Node(
        i,
        made,
        parent,
        tuple(given.get("children", [])),
        np.array(asset.numbers(given, "translation", 3, pointer, [0.0, 0.0, 0.0])),
        from_quaternion(quaternion),
        np.array(asset.numbers(given, "scale", 3, pointer, [1.0, 1.0, 1.0])),
        matrix,
    )


def chosen_nodes(asset: Asset, nodes: list[Node], skin: int | None, animated: set[int]) -> tuple[list[int], set[int]]:
    """The nodes of the skeleton, parents first, and those that can be posed."""
    skins = asset.items("skins")
    if skin is not None and not (isinstance(skin, int) and 0 <= skin < len(skins)):
        raise InputError(f"the file has {len(skins)} skins; skin= is one of 0 to {len(skins) - 1}")
    joints: set[int] = set()
    if skins:
        listed = skins[skin or 0].get("joints")
        if not isinstance(listed, list) or not listed:
            raise asset.error(f"/skins/{skin or 0}/joints", "must be a list of nodes")
        for k, joint in enumerate(listed):
            asset.item("nodes", joint, f"/skins/{skin or 0}/joints/{k}")
        joints = set(listed)
    wanted = joints or animated
    if not wanted:
        raise asset.error("/nodes", "there is no skin, and no animation moves a node: there is nothing to pose")
    found = set(wanted)
    stack = list(joints)
    while stack:
        below = [child for child in nodes[stack.pop()].children if child not in found]
        found.update(below)
        stack += below
    for index in list(found):
        at = nodes[index].parent
        while at >= 0 and at not in found:
            found.add(at)
            at = nodes[at].parent
    order: list[int] = []
    stack = [i for i in sorted(found, reverse=True) if nodes[i].parent < 0]
    while stack:
        index = stack.pop()
        order.append(index)
        stack += [child for child in reversed(nodes[index].children) if child in found]
    return order, wanted | (animated & found)
