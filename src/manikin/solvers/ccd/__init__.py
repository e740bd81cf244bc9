"""Cyclic coordinate descent."""
