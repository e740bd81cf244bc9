"""Generators of the shipped figures: ``python -m tools.bodies`` writes src/manikin/bodies/*.scr."""
