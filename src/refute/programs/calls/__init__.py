"""Calls: variants of operations, what they are given, how they are made and judged, and what they leave."""
