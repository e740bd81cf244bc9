"""Solvers of other libraries behind one small interface, one file for each.

A file has ``REQUIREMENTS``, what pip must install for it, and ``prepare(task)``, which imports the library and returns
a function that solves the task's i-th problem: joint values in the task's order, for a whole figure followed by the
twelve numbers of its base.  ``Unfit`` says why a library cannot do a task.  Each file is run by the Python of
its own environment, which has NumPy but not manikin.
"""
