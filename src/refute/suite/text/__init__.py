"""Tests as Python text: names, statements, layout, imports."""
