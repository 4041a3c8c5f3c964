"""`check` as users have it: with reports that show themselves as a terminal and a notebook would."""

from __future__ import annotations

from refute.campaign.report import Report
from refute.check.entry import check
from refute.report.html import as_html
from refute.report.verdicts import as_text

Report.as_text, Report.as_html = as_text, as_html

__all__ = ["Report", "check"]
