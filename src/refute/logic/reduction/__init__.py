"""Reduction: partial evaluation of terms to normal forms, by rules."""
