"""`explore` as users have it: with reports that show themselves as a terminal and a notebook would."""

from __future__ import annotations

from refute.campaign.report import Report
from refute.explore.entry import explore
from refute.programs.engine.picture import Picture
from refute.report.drawings.states import svg
from refute.report.html import as_html
from refute.report.verdicts import as_text

Report.as_text, Report.as_html = as_text, as_html


def drawing(report: Report) -> str:
    """The states and calls of an exploration as SVG, if a picture of them was asked for and they are few enough."""
    picture = report.picture
    return svg(picture) if isinstance(picture, Picture) and picture.is_whole else ""


__all__ = ["Report", "drawing", "explore"]
