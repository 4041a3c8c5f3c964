"""Programs in which refute finds nothing."""
