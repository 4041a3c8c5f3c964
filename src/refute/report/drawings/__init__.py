"""Drawings: values as trees, counts as bars, states and calls as a graph."""
