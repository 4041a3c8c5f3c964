"""Versions: what OLD and NEW are, and how a host for each comes about."""
