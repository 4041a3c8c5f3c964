"""The zoo of types lives with the tests of spaces."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "spaces"))
