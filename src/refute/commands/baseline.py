"""`refute baseline`: write down what is found today, so that only what is new fails."""

from __future__ import annotations

import argparse
import sys

from refute.commands.check import carried_out, settings_of
from refute.commands.known import Known
from refute.commands.statuses import FOUND_NOTHING
from refute.errors import Place, RefuteError
from refute.run.system.interrupts import Interrupts
from refute.store.baseline import FILE, write_baseline
from refute.words import plural

_ROOM = 50  # findings of a function beyond those asked for: what is not written down is new on the next run


def baseline(options: argparse.Namespace, interrupts: Interrupts) -> int:
    settings = settings_of(options)
    file = settings.project / FILE
    if file.exists() and not options.update:
        raise RefuteError(
            "there is a baseline already",
            place=Place(str(file)),
            remedy="`refute baseline --update` writes it anew: what is new is added, what did not occur is removed.",
        )
    known = Known(settings.project, room=_ROOM)
    run = carried_out(settings, options, known, interrupts)
    if not run.is_complete:
        print(f"refute: {Place(str(file))} was not written: not everything was checked", file=sys.stderr)
        return run.status
    findings = known.updated(everything=run.everything)
    write_baseline(file, findings)
    print(f"refute: {plural(len(findings), 'finding')} written to {Place(str(file))}", file=sys.stderr)
    return FOUND_NOTHING
