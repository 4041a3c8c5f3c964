"""Contracts enforced at run time, on real calls."""
