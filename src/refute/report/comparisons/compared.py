"""`compare` as users have it: with comparisons that show themselves as a terminal and a notebook would."""

from __future__ import annotations

from refute.compare.entry import compare
from refute.compare.saying.verdicts import Comparison
from refute.report.comparisons.html import as_html
from refute.report.comparisons.told import as_text

Comparison.as_text, Comparison.as_html = as_text, as_html

__all__ = ["Comparison", "compare"]
