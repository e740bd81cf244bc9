"""Constraints that hold while forces pull, step by step."""
