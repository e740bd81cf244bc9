"""A skeleton and a motion of Acclaim for the tests."""

__all__ = ["AMC", "ASF"]

ASF = """# made for the tests
:version 1.10
:name TEST
:units
  mass 2.0
  length 0.5
  angle deg
:documentation
  begin no bone here
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 1 2 3
  orientation 10 20 30
:bonedata
  begin
    id 1
    name thigh
    direction 0.6 -0.8 0
    length 4
    axis 15 -25 35 XYZ
    dof rx ry rz
    limits (-160.0 20.0)
           (-70.0 70.0)
           (-inf inf)
    bodymass 3
  end
  begin
    id 2
    name shin
    direction 0 -1 0
    length 3.5
    axis -10 5 80 ZYX
    dof rx tz
    limits (-10 170) (-1 1)
  end
  begin
    name spike
    direction 0 0 1
    length 0
    axis 0 0 0
  end
:hierarchy
  begin
    root thigh spike
    thigh shin
  end
"""
AMC = """#!OML:ASF C:\\somewhere\\body.ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 2 3 10 20 30
thigh 5 -6 7
shin 11 0.5
2
root 1.5 2 3 11 -20 30
thigh 5 60 -70
shin 110 -0.5
"""
