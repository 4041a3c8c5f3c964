"""Modules that keep their invariants and agree with their models, whatever programs call them."""
