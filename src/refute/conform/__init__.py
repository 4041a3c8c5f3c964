"""A value against a type."""
