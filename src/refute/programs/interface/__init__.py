"""Interfaces: what a client of a module can call, with what, and what is promised of it."""
