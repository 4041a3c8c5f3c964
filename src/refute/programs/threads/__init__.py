"""Threads: two calls on one object at a time, held against the same calls one after the other."""
