"""`refute show TYPE`."""

from __future__ import annotations

import argparse
import json
import sys

from rich.console import Console

from refute.commands.statuses import FOUND_NOTHING, INTERRUPTED
from refute.report.formats.standard_output import to_standard_output
from refute.report.shown.inhabitants import as_json, print_values, stopped_after, width_of_drawings
from refute.report.terminal import console
from refute.run.body import Rebuild
from refute.run.host.process import Host
from refute.run.host.spawned import SpawnedHost
from refute.run.system.forks import way_of
from refute.settings.settings import scope_of
from refute.show.service import ShowService
from refute.show.values import Inhabitants, Selection


def show(options: argparse.Namespace) -> int:
    with _host() as host:
        return _show(host, options)


def _host() -> Host:
    if way_of("auto") == "fork":
        return Host(ShowService)
    return SpawnedHost(Rebuild(ShowService.__module__, ShowService.__name__))


def _show(host: Host, options: argparse.Namespace) -> int:
    selection, doing = _wish(options), f"building the values of {options.type}"
    if options.format == "json":
        shown: Inhabitants = host.call("show", options.type, selection, doing=doing)
        found = as_json(shown)
        if options.list:
            batches = list(host.stream("listing", options.type, selection, doing=doing))
            found |= {"values": [text for batch, _ in batches for text in batch]}
            found |= {"imports": list(batches[-1][1] if batches else ())}
        with to_standard_output():
            print(json.dumps(found, indent=2))
        return FOUND_NOTHING
    with Console(stderr=True).status(f"{doing} …"):
        count: int = host.call("count", options.type, selection, doing=doing)
        shown = host.call("show", options.type, selection, doing=doing)
    if options.list:
        return _list(host, options, selection, count)
    with to_standard_output():
        if options.count:
            print(count)
        elif options.sample is not None:
            for value in shown.sample:
                print("\n".join([*value, *[""] * options.draw]))
        else:
            print_values(shown, console(), drawn=options.draw)
    return FOUND_NOTHING


def _wish(options: argparse.Namespace) -> Selection:
    given = vars(options)
    asked = bool(given.keys() & {"size", "depth", "smallcheck"})
    return Selection(
        scope=scope_of(given) if asked else None,
        ints=given.get("ints"),
        landmarks=given.get("landmarks", True),
        first=options.first,
        sample=options.sample,
        seed=options.seed,
        columns=width_of_drawings(console()) if options.draw else None,
    )


def _list(host: Host, options: argparse.Namespace, selection: Selection, count: int) -> int:
    listed = 0
    try:
        for batch, _ in host.stream("listing", options.type, selection, doing=f"listing the values of {options.type}"):
            for text in batch:
                with to_standard_output():
                    print(text)
                listed += 1
    except KeyboardInterrupt:
        with to_standard_output():
            sys.stdout.flush()
        print(f"refute: {stopped_after(listed, count)}", file=sys.stderr)
        return INTERRUPTED
    return FOUND_NOTHING
