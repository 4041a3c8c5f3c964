"""The formats of `refute check`: each writes verdicts as they come, and a summary."""
