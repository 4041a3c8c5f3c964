"""The subjects of the paper's figure 8, each with its types, and with what an expert would write by hand."""

import sys
from pathlib import Path

# some of the programs are examples
for directory in ("examples", "examples/correct_code"):
    sys.path.append(str(Path(__file__).parent.parent.parent / directory))  # behind Python's own: there is a `queue`
