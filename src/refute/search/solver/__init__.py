"""Inputs found by an SMT solver."""
