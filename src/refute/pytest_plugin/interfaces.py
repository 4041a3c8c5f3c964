"""Interfaces: a test of every module, class or declared interface that `--refute-explore` names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from refute.pytest_plugin.options import EXPLORED, EXPLORED_ROOT, exploring_host_of, settings_of
from refute.pytest_plugin.outcomes import conclude, unusable

if TYPE_CHECKING:
    from refute.explore.data import InterfaceInfo


def interfaces(session: pytest.Session, config: pytest.Config) -> list[pytest.Item]:
    """The items of all that `--refute-explore` names."""
    if not config.stash[EXPLORED]:
        return []
    root = InterfaceRoot.from_parent(session, name=EXPLORED_ROOT, nodeid=EXPLORED_ROOT)
    return list({item.nodeid: item for item in session.genitems(root)}.values())


class InterfaceRoot(pytest.Collector):
    def collect(self) -> Iterable[pytest.Collector]:
        for target in self.config.stash[EXPLORED]:
            yield InterfaceFile.from_parent(self, name=target.label, text=target.text)


class InterfaceFile(pytest.Collector):
    """The interfaces of one file or module."""

    def __init__(self, *, text: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.text = text

    def collect(self) -> Iterable[pytest.Item]:
        from refute.check.client import imported
        from refute.errors import RefuteError

        seconds = settings_of(self.config).limits.importing
        try:
            found: list[InterfaceInfo] = imported(
                exploring_host_of(self.config), "interfaces", self.text, doing=f"importing {self.text}", seconds=seconds
            )
        except RefuteError as error:
            raise self.CollectError(str(error)) from None
        for interface in found:
            path = Path(interface.place.file) if interface.place else None
            yield InterfaceItem.from_parent(self, name=interface.name, interface=interface, path=path)


class InterfaceItem(pytest.Item):
    """One interface, explored in a process of its own."""

    def __init__(self, *, interface: InterfaceInfo, **rest: Any) -> None:
        super().__init__(**rest)
        self.interface = interface

    def runtest(self) -> None:
        import refute.report.explored  # noqa: F401 - reports that show themselves
        from refute.errors import RefuteError
        from refute.explore.data import ExploreOptions
        from refute.explore.entry import exploring
        from refute.explore.expedition import Wishes, explored
        from refute.store.files import DIRECTORY

        settings = settings_of(self.config).for_module(self.interface.module)
        calls = self.config.option.refute_calls
        how = exploring(
            calls=calls,
            strategy="auto",
            bounds=None,
            seed=settings.seed,
            strict=settings.strict,
            raises=settings.raises,
            exempt=settings.exempt,
            jobs=settings.jobs,
        )
        store = None if self.config.option.refute_no_store else self.config.rootpath / DIRECTORY
        wishes = Wishes(self.config.option.refute_budget, max(settings.max_findings, 1), store)
        options = ExploreOptions(settings.limits, how, jobs=settings.jobs)
        try:
            host = exploring_host_of(self.config)
            report = explored(host, self.interface.reference, options, wishes, name=self.interface.name)
        except RefuteError as error:
            raise unusable(error, self.interface.place) from None
        conclude(report)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.interface.place
        return self.path, place.line - 1 if place and place.line else None, self.name
