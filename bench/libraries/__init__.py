"""Whole libraries with refined signatures, all of them correct."""
