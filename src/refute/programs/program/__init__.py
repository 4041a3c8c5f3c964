"""Programs as cases: straight-line calls that can be performed anywhere, written as Python, and made smaller."""
