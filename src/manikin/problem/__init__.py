"""Goals and figures as one function of the parameters: evaluated in Python or by the kernels."""
