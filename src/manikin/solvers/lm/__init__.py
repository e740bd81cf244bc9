"""Levenberg-Marquardt with exact limits: the default solver."""
