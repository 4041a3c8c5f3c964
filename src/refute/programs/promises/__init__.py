"""Promises: what is asked of operations and of instances, and how it is told where they break it."""
