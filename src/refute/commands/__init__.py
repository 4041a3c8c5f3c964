"""The commands: what `refute check` and `refute show` do with what they were told."""
