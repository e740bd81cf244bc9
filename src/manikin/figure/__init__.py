"""A skeleton with its parameters, its state, and the derivatives of that state."""
