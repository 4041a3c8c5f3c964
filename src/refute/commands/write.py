"""`refute write TARGET -o FILE`."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from pathlib import Path

from refute.commands.statuses import FOUND_NOTHING
from refute.explore.coverage_data import refuse_where_missing as refuse_without_coverage
from refute.explore.coverage_data import save
from refute.explore.data import ExploreOptions
from refute.explore.entry import exploring
from refute.report.formats.standard_output import to_standard_output
from refute.report.terminal import console, print_lines, progress
from refute.report.written import as_json, told_written
from refute.settings.settings import Settings, settings_for
from refute.suite.drafting.authoring import DEFAULT_SECONDS
from refute.suite.entry import host_for, written
from refute.suite.keeping.verifying import refuse_where_missing
from refute.suite.publishing import Manuscript
from refute.suite.report import Written

# Options that are no settings of the project.
_OWN = ("run", "target", "out", "update", "for", "names", "not_names", "format", "coverage")


def write(options: argparse.Namespace) -> int:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in _OWN}
    settings = settings_for(given, Path.cwd())
    refuse_where_missing()
    if options.coverage is not None:
        refuse_without_coverage()
    manuscript = Manuscript(Path(options.out), update=options.update)
    found = _written(settings, options, manuscript)
    if options.coverage is not None:
        save(found.arcs, Path(options.coverage))
    with to_standard_output():
        if options.format == "json":
            print(json.dumps(as_json(found), indent=2))
        else:
            print_lines(console(), told_written(found, quiet=settings.quiet, verbose=settings.verbose))
        sys.stdout.flush()
    return FOUND_NOTHING


def _written(settings: Settings, options: argparse.Namespace, manuscript: Manuscript) -> Written:
    how = exploring(
        calls=None,
        strategy="coverage",
        bounds=None,
        seed=settings.seed,
        strict=settings.strict,
        raises=settings.raises,
        exempt=settings.exempt,
    )
    given = ExploreOptions(settings.limits, how, tuple(options.names), tuple(options.not_names))
    seconds = getattr(options, "for") or DEFAULT_SECONDS
    shown = not settings.quiet and options.format == "text"
    with (
        closing(host_for(settings.limits, settings.workers)) as host,
        progress(options.target, 1, 1, shown=shown) as telling,
    ):
        wants_coverage = options.coverage is not None
        return written(host, options.target, manuscript, given, seconds, telling, coverage=wants_coverage)
