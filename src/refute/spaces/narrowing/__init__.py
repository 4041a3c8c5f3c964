"""Needed narrowing: values that satisfy predicates which can only be run."""
