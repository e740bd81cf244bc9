"""Times of Blender as a module: an armature of 47 bones, each with a keyed rotation; plain, and with IK on two legs."""

from __future__ import annotations

import json
import time

import bpy  # type: ignore[import-not-found]

BONES, KEYS, STEP = 47, 10, 30


def main() -> None:
    """Print the best time of a frame."""
    armature = bpy.data.armatures.new("rig")
    rig = bpy.data.objects.new("rig", armature)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for i in range(BONES):
        bone = armature.edit_bones.new(f"bone {i}")
        bone.head, bone.tail = (0, 0, 0.1 * (i % 8)), (0.01, 0, 0.1 * (i % 8) + 0.1)
        if i % 8:
            bone.parent = armature.edit_bones[f"bone {i - 1}"]
    bpy.ops.object.mode_set(mode="POSE")
    for i, bone in enumerate(rig.pose.bones):
        bone.rotation_mode = "QUATERNION"
        for key in range(KEYS):
            bone.rotation_quaternion = (1, 0.1 * ((i + key) % 5), 0.1 * ((i * key) % 3), 0)
            bone.keyframe_insert("rotation_quaternion", frame=STEP * key)
    found = {"frame_set of 47 bones with keyed rotations": _frame_time()}
    for leg in (0, 8):
        target = bpy.data.objects.new(f"target {leg}", None)
        target.location = (0.1, 0.1, 0.5)
        bpy.context.collection.objects.link(target)
        constraint = rig.pose.bones[f"bone {leg + 7}"].constraints.new("IK")
        constraint.target, constraint.chain_count = target, 4
    found["the same with IK on two limbs"] = _frame_time()
    start = time.process_time()
    bpy.ops.nla.bake(frame_start=0, frame_end=299, only_selected=False, visual_keying=True, bake_types={"POSE"})
    found["nla.bake of 300 frames with IK on two limbs"] = time.process_time() - start
    print(json.dumps(found))


def _frame_time() -> float:
    scene, best = bpy.context.scene, float("inf")
    for _ in range(5):
        start = time.process_time()
        for frame in range(100):
            scene.frame_set(frame)
        best = min(best, (time.process_time() - start) / 100)
    return best


if __name__ == "__main__":
    main()
