"""Methods that step along the Jacobian: textbook inverse kinematics."""
