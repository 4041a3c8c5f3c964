"""refute tries to refute what a program says about itself."""

__version__ = "0.1.0"
