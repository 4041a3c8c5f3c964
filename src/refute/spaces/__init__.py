"""Finite sets of values: counted exactly, listed smallest first, indexed and sampled without making the others.

The entry points are `inhabitants` and `arguments`; the result is a `Space`.
"""
