"""Pose and animate articulated figures by inverse kinematics and geometric constraints."""
