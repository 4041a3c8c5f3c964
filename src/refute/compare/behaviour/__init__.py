"""Behaviour: what a call does, as plain data that two versions of the code can be compared by."""
