"""Finite sets of values: counted exactly, listed smallest first, indexed and sampled without making the others.

`inhabitants` and `arguments` are the ways in; a `Space` is what comes out.
"""
