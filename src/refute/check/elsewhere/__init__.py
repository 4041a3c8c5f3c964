"""Checks in other interpreters: what they are told, and build again by themselves."""
