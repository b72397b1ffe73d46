"""Stands in for the package of this name where that is not installed."""
