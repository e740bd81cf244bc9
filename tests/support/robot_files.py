"""A robot for the tests."""

__all__ = ["ROBOT"]

ROBOT = """<robot name="biped">
  <link name="trunk"/><link name="thigh"/><link name="shin"/><link name="arm"/><link name="finger"/>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="thigh"/><origin xyz="0 0.1 -0.1" rpy="0.2 0 0"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="knee" type="revolute"><parent link="thigh"/><child link="shin"/><origin xyz="0 0 -0.4"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="shoulder" type="revolute"><parent link="trunk"/><child link="arm"/><origin xyz="0 0.2 0.4"/>
    <axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><parent link="arm"/><child link="finger"/><origin xyz="0 0 -0.3"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>"""
