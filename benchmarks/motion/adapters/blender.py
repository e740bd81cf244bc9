"""Blender's inverse kinematics constraint on an armature, by its Python module.

Bones have the model's lengths; elbows and knees are hinges within their limits, other joints are free balls, without
twist where the model has none.  Blender solves every frame from the armature's rest pose: the model's, with knees a
little bent, as riggers advise.  It gives no joint values, so limits are not judged.

- ``ik``: the constraint as it comes.
- ``pole``: with a pole target where elbows and knees point: outward, down and behind; ahead of a knee.
"""

from __future__ import annotations

from importlib.metadata import version as version_of
from typing import Any

import numpy as np

from benchmarks.motion.adapters.bones import BoneChain, bone_chain
from benchmarks.motion.follow import Follower, State
from benchmarks.motion.model import Model
from benchmarks.motion.task import Task

LIBRARY = "Blender"
MODES = ["ik", "pole"]
REQUIREMENTS = ("bpy>=4.2,<6",)
POLES = {"arm7": (-0.7, -0.6, -0.9), "leg6": (-0.1, 0.0, 1.5)}
"""Where the pole is, from the chain's first joint [m]; of other chains where the middle bends at rest."""
BENT = 0.15


def version() -> str:
    return version_of("bpy")


def make(mode: str, task: Task, model: Model) -> Follower | None:
    """None unless one point of a chain of bones is asked for; a pole needs an elbow or knee."""
    chain = bone_chain(task, model)
    if chain is None or (mode == "pole" and not model.limbs):
        return None
    return Blender(chain, pole=mode == "pole")


class Blender:
    """An armature with one IK constraint."""

    settles = 1

    def __init__(self, chain: BoneChain, pole: bool) -> None:
        import bpy

        self.bpy, self.chain = bpy, chain
        m = chain.model
        q = m.rest.copy()
        for part in chain.bones:
            for k in chain.hinges(part) if chain.hinge_axis(part) else []:
                q[k] = np.clip(max(q[k], BENT) if m.lo[k] >= 0 else q[k], m.lo[k], m.hi[k])
        self.rest, self.q = chain.frames(q), q
        bpy.ops.wm.read_factory_settings(use_empty=True)
        armature = bpy.data.armatures.new("rig")
        self.rig = bpy.data.objects.new("rig", armature)
        bpy.context.scene.collection.objects.link(self.rig)
        bpy.context.view_layer.objects.active = self.rig
        self._bones(armature)
        self.target = self._empty("target")
        self.pose = [self.rig.pose.bones[part] for part in chain.bones]
        self._locks()
        self.constraint = self.pose[-1].constraints.new("IK")
        self.constraint.target = self.target
        self.constraint.chain_count = len(self.pose)
        self.still = [np.linalg.inv(np.array(bone.bone.matrix_local)) for bone in self.pose]
        if pole:
            self._pole()

    def _empty(self, name: str) -> Any:
        made = self.bpy.data.objects.new(name, None)
        self.bpy.context.scene.collection.objects.link(made)
        return made

    def _bones(self, armature: Any) -> None:
        """Bones from each part's place to the next one's; the hinge's axis is the bone's z."""
        chain, m = self.chain, self.chain.model
        self.bpy.ops.object.mode_set(mode="EDIT")
        places = [self.rest[m.parts.index(part), :, 3] for part in (*chain.bones, m.tip)]
        last = None
        for k, part in enumerate(chain.bones):
            bone = armature.edit_bones.new(part)
            bone.head, bone.tail = places[k].tolist(), places[k + 1].tolist()
            axis = chain.hinge_axis(part)
            if axis is not None:
                bone.align_roll((self.rest[m.parts.index(part), :, :3] @ np.array(axis)).tolist())
            if last is not None:
                bone.parent, bone.use_connect = last, True
            last = bone
        self.bpy.ops.object.mode_set(mode="POSE")

    def _locks(self) -> None:
        chain, m = self.chain, self.chain.model
        for bone, part in zip(self.pose, chain.bones, strict=True):
            own = chain.hinges(part)
            if len(own) == 1:
                bone.lock_ik_x = bone.lock_ik_y = True
                if np.isfinite([m.lo[own[0]], m.hi[own[0]]]).all():
                    bone.use_ik_limit_z = True
                    bone.ik_min_z = min(m.lo[own[0]] - self.q[own[0]], 0.0)
                    bone.ik_max_z = max(m.hi[own[0]] - self.q[own[0]], 0.0)
            elif len(own) == 2:
                bone.lock_ik_y = True

    def _pole(self) -> None:
        """The pole, and of 72 angles the one that bends the limb towards it when the target is half-way."""
        m = self.chain.model
        limb = m.limbs[0]
        base, middle, tip = (self.rest[m.parts.index(p), :, 3] for p in (limb.base, limb.middle, limb.tip))
        pole = self._empty("pole")
        out = middle - base - ((middle - base) @ (tip - base)) / ((tip - base) @ (tip - base)) * (tip - base)
        own = POLES.get(m.name)
        place = base + (np.array(own) if own else 2 * np.linalg.norm(tip - base) * out / np.linalg.norm(out))
        pole.location = place.tolist()
        self.constraint.pole_target = pole
        self.target.location = (base + 0.7 * (tip - base)).tolist()
        best = (-2.0, 0.0)
        for angle in np.radians(np.arange(-180, 180, 5)):
            self.constraint.pole_angle = angle
            elbow = self._frames()[m.parts.index(limb.middle), :, 3] - base
            line = (tip - base) / np.linalg.norm(tip - base)
            sides = [v - (v @ line) * line for v in (elbow, place - base)]
            toward = float(sides[0] @ sides[1] / max(np.linalg.norm(sides[0]) * np.linalg.norm(sides[1]), 1e-12))
            best = max(best, (toward, float(angle)))
        self.constraint.pole_angle = best[1]

    def reset(self) -> None:
        """There is nothing to go back to: every frame is solved from the rest pose."""

    def step(self, targets: np.ndarray) -> State:
        self.target.location = targets[0, :, 3].tolist()
        return State(frames=self._frames())

    def _frames(self) -> np.ndarray:
        """World frames of the parts: each turns and moves with its bone, or with the one above."""
        self.bpy.context.view_layer.update()
        m, moved = self.chain.model, {}
        for bone, still in zip(self.pose, self.still, strict=True):
            moved[bone.name] = np.array(bone.matrix) @ still
        frames = []
        for k, part in enumerate(m.parts):
            above = self.chain.parent(part)
            own = moved.get(part, moved.get(m.parts[above]) if above >= 0 else np.eye(4))
            moved[part] = np.eye(4) if own is None else own
            frames.append(moved[part][:3, :3] @ self.rest[k][:, :3])
            frames[-1] = np.c_[frames[-1], moved[part][:3, :3] @ self.rest[k][:, 3] + moved[part][:3, 3]]
        return np.array(frames)
