"""Programs with one bug each, which refute finds; what is right in them is shared with `correct_code`."""
