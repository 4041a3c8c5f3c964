"""Items: a test of every annotated function that `--refute` names."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from refute.pytest_plugin.interfaces import interfaces
from refute.pytest_plugin.options import KNOWN, ROOT, TARGETS, host_of, settings_of
from refute.pytest_plugin.outcomes import conclude, unusable

if TYPE_CHECKING:
    from refute.check.data import SubjectInfo
    from refute.errors import RefuteError
    from refute.judge.findings import Finding

_TO_READ = 60.0  # seconds, for the types of a function


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Collect before anything else looks at the items, so that -k, --lf and the like see ours."""
    if config.stash[TARGETS]:
        root = RefuteRoot.from_parent(session, name=ROOT, nodeid=ROOT)
        own = {item.nodeid: item for item in session.genitems(root)}  # asked for twice, there once
        items += own.values()
    items += interfaces(session, config)


class RefuteRoot(pytest.Collector):
    """All that `--refute` names."""

    def collect(self) -> Iterable[pytest.Collector]:
        for target in self.config.stash[TARGETS]:
            yield RefuteFile.from_parent(self, name=target.label, text=target.text)


class RefuteFile(pytest.Collector):
    """The annotated functions of one file or module."""

    def __init__(self, *, text: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.text = text

    def collect(self) -> Iterable[pytest.Item]:
        from refute.check.client import imported
        from refute.check.data import SubjectInfo
        from refute.errors import RefuteError

        seconds = settings_of(self.config).limits.importing
        try:
            subjects = imported(
                host_of(self.config), "subjects", self.text, doing=f"importing {self.text}", seconds=seconds
            )
        except RefuteError as error:
            if _is_known(self, error):
                return
            raise self.CollectError(str(error)) from None
        settings = settings_of(self.config)
        for subject in subjects:
            if isinstance(subject, SubjectInfo) and settings.leaves_out(subject) is None:
                path = Path(subject.place.file) if subject.place else None
                yield RefuteItem.from_parent(self, name=subject.name, subject=subject, path=path)


class RefuteItem(pytest.Item):
    """One function, tested against its types in a process of its own."""

    def __init__(self, *, subject: SubjectInfo, **rest: Any) -> None:
        super().__init__(**rest)
        self.subject = subject

    def setup(self) -> None:
        from refute.check.data import Options
        from refute.errors import RefuteError

        untyped = settings_of(self.config).for_module(self.subject.module).untyped
        try:
            host_of(self.config).call(
                *("open", self.subject.reference, Options(untyped=untyped)),
                doing=f"reading the types of {self.subject.name}",
                within=settings_of(self.config).limits.importing + _TO_READ,
            )
        except RefuteError as error:
            self._give_up(error)

    def _give_up(self, error: RefuteError) -> NoReturn:
        """What cannot be checked is an error, unless that is known."""
        if _is_known(self, error):
            pytest.xfail(f"in the baseline: {error.problem}")
        raise unusable(error, self.subject.place) from None

    def runtest(self) -> None:
        import refute.report.checked  # noqa: F401 - reports that show themselves
        from refute.check.entry import checked
        from refute.errors import RefuteError
        from refute.store.files import DIRECTORY

        how = settings_of(self.config).for_module(self.subject.module).for_check()
        known = self.config.stash[KNOWN]
        host = host_of(self.config)
        try:
            report = checked(
                host,
                self.subject.reference,
                name=self.subject.name,
                **how,
                known=known.findings_of(self.subject),
                store=None if self.config.option.refute_no_store else self.config.rootpath / DIRECTORY,
            )
        except RefuteError as error:
            self._give_up(error)
        finally:
            host.close_doors()
        known.seen(report, self.subject)
        conclude(report, self._trace if self.config.getoption("usepdb", False) else None)

    def _trace(self, finding: Finding) -> TracebackType | None:
        """Where the call of a finding fails: for `--pdb`, it is made again in this process."""
        from refute.check.debugging import traceback_of
        from refute.check.entry import host_for

        with closing(host_for(in_process=True)) as host:
            return traceback_of(host, self.subject.reference, finding)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        place = self.subject.place
        return self.path, place.line - 1 if place and place.line else None, self.name


def _is_known(node: RefuteFile | RefuteItem, error: RefuteError) -> bool:
    """Whether the baseline has it that a file or function cannot be checked."""
    from refute.report.verdicts import Unusable

    subject = node.subject if isinstance(node, RefuteItem) else None
    verdict = Unusable(node.text if isinstance(node, RefuteFile) else node.name, None, error)
    return node.config.stash[KNOWN].seen(verdict, subject).status == "known"
