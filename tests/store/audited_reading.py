"""A program that reads and builds entries, and says which audit events that raised.

Texts come as a JSON list on the standard input. The answer for each, on the standard output, has the name of the
exception that it ended with, if it did, and the events: all but those of parsing the text, of `id` and of attributes.
"""

from __future__ import annotations

import json
import sys

import kept_types

from refute.store.building import build
from refute.store.entries import entries_in
from refute.store.syntax import FILE_NAME
from refute.store.vocabulary import Vocabulary
from refute.types.signatures import read_signature

HARMLESS = ("builtins.id", "object.__getattr__")

events: list[str] = []
listening = False


def hook(event: str, args: tuple[object, ...]) -> None:
    if listening and event not in HARMLESS and not (event == "compile" and args[1] == FILE_NAME):
        events.append(f"{event}: {args!r}"[:200])


def main() -> None:
    global listening
    texts = json.load(sys.stdin)
    signature = read_signature(kept_types.f)
    vocabulary = Vocabulary(signature)
    for entry in entries_in("from kept_types import Node, Point\nf(Node(1))\n", "f"):
        build(entry, signature, vocabulary)  # what is imported and read when it is first needed
    answers = []
    sys.addaudithook(hook)
    for text in texts:
        ended = ""
        listening = True
        try:
            for entry in entries_in(text, "f"):
                build(entry, signature, vocabulary)
        except BaseException as error:
            listening = False
            ended = type(error).__name__
        listening = False
        answers.append((ended, list(events)))
        events.clear()
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
