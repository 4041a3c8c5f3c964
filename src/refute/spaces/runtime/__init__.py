"""State of the process that building spaces depends on: stack and garbage collector."""
