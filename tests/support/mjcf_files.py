"""An MJCF file of our own for the tests, with most of what the format has."""

from __future__ import annotations

__all__ = ["ARM", "ARMS", "MODEL"]

ARM = """<mujocoinclude>
  <body name="upper arm" pos="0.1 0.2 0.3" euler="10 -20 30">
    <joint name="shoulder" type="ball" range="0 90" limited="true" pos="0 0.05 0"/>
    <geom type="capsule" fromto="0 0 0 0.3 0 0.1" size="0.04"/>
    <body name="forearm" pos="0.3 0 0.1" axisangle="0 1 1 25">
      <joint name="elbow" class="bend" ref="15"/>
      <joint name="twist" axis="1 0 0" pos="0.02 0.03 0" range="-80 80"/>
      <geom name="bone" type="box" size="0.1 0.02 0.03" pos="0.1 0 0"/>
      <site name="hand" pos="0.25 0 0" zaxis="1 1 0"/>
    </body>
  </body>
</mujocoinclude>
"""

MODEL = """<mujoco model="test rig">
  <compiler angle="radian" eulerseq="zyx"/>
  <default>
    <geom density="500"/>
    <joint damping="1" range="-1 1"/>
    <default class="bend">
      <joint axis="0 1 0.2" range="-10 120" pos="0 0 0.01"/>
      <geom density="700"/>
      <default class="gentle bend"><joint range="-5 60"/></default>
    </default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="pelvis" pos="1 2 3" quat="0.7 0.1 -0.2 0.3">
      <freejoint name="root"/>
      <inertial mass="4" pos="0.1 0.2 0.3" diaginertia="1 1 1"/>
      <include file="arm.xml"/>
      <frame pos="0 0 -0.1" euler="0 0 40">
        <body name="leg" pos="0 0.1 0" xyaxes="1 0.2 0 0 1 0.3" childclass="bend">
          <joint name="hip x" type="slide" axis="1 1 0" ref="0.2"/>
          <joint name="hip y" class="gentle bend"/>
          <joint name="hip z" axis="0 0 1" ref="-20" pos="0 0.1 0" limited="false"/>
          <geom type="cylinder" size="0.05 0.2"/>
          <geom type="ellipsoid" size="0.05 0.06 0.07" pos="0 0 -0.2" mass="0.5"/>
          <body pos="0 0 -0.4"><joint axis="0 1 0"/><geom size="0.05"/></body>
        </body>
      </frame>
    </body>
    <body name="crane"><joint name="lift" type="slide" axis="0 0 2" range="0 3"/><geom size="0.2"/>
      <body name="hook" pos="0 0 1"><joint name="swing" axis="1 0 0"/><geom size="0.1"/></body>
      <body name="follower" pos="0 0 2"><joint name="copy" axis="1 0 0" ref="10" range="-180 180"/>
        <geom size="0.1"/></body>
    </body>
  </worldbody>
  <compiler angle="degree" eulerseq="xYz"/>
  <equality><joint joint1="copy" joint2="swing" polycoef="0.1 -0.5 0 0 0"/></equality>
  <keyframe><key name="high" qpos="0 0 5 1 0 0 0  1 0 0 0  0.3 0.1  0.4 0.2 0.1 0.5  2 0.4 0.1"/></keyframe>
</mujoco>
"""

ARMS = {"arm.xml": ARM}
"""Files that the model includes."""
