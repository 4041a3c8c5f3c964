"""Values as Python source, for messages and for tests."""

from refute.types.spelling.speller import Speller, in_one_line, spelled

__all__ = ["Speller", "in_one_line", "spelled"]
