"""Other libraries' solvers behind one small interface, a file each.

A file has ``REQUIREMENTS``, what pip must install for it, and ``prepare(task)``, which imports the library and returns
a function that solves the task's i-th problem: joint values in the task's order, for a whole figure followed by the
twelve numbers of its base.  ``Unfit`` says why a library leaves a task out.  Files are run by the Python of an
environment of their own, which has NumPy but not manikin.
"""
