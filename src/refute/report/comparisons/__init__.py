"""Comparisons in words and in formats: what `refute compare` prints."""
