"""The side of refute: a host that is started when it is needed, watched, and replaced when it hangs or dies."""

from __future__ import annotations

import ast
import os
import signal
import socket
import time
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing, suppress
from functools import lru_cache
from typing import Any, NoReturn

from refute.errors import Fault, Place, RefuteError
from refute.run.host.wire import MessageKind, Messages, Unreadable, packed, read
from refute.run.system.exits import LastStack, watch
from refute.run.system.interrupts import interruptible
from refute.run.system.measuring import collect, measure, prepare
from refute.run.system.processes import end_with_all_below, manner_of_death
from refute.run.system.scratch import Home
from refute.run.system.stack_dump import StackDump, users_frame
from refute.run.wall.denials import Denial
from refute.run.wall.rules import Rules

LOOK = 0.1  # seconds between two looks at a host
_PAUSE = 0.5  # seconds between two looks that count: a machine that was stopped had no time for the host either
_TO_CANCEL = 20.0  # seconds in which a host stops what it does when it is told to, if it answers in parts
_TO_BREAK_OFF = 1.0  # and if it does not: only between two parts it hears that it is told
MEMORY = 8 << 30  # bytes of address space over what it has at its start
_FAILED = 70  # exit status of a host whose own code failed
_LINE = 400  # characters of its last line that are shown
_SHOWN = 1 << 15  # bytes of what it printed last: a stack may be long, and its innermost frame comes first


class HostFailure(RefuteError):
    """A host hung, died or answered nonsense. What it knew is gone; the next request starts another."""


class HostHung(HostFailure):
    """A host took longer than a request may take."""


class Host:
    """A process for the user's code, forked from this one. `service` makes, in it, what answers the requests."""

    def __init__(self, service: Callable[[], Any], memory: int = MEMORY, wall: Rules = Rules()) -> None:  # noqa: B008
        """`wall` says what the code may do that it imports, or runs to build values."""
        self._service = service
        self._memory = memory
        self._first_wall = self._wall = wall
        self._denials: dict[Denial, None] = {}  # what code wanted that it may not do
        self._process = 0
        self._line: socket.socket | None = None
        self._shared = ExitStack()  # what is shared with the process, to be closed
        self.generation = 1  # of the one that answers the next request; each knows nothing of those before

    def __repr__(self) -> str:
        state = f"process {self._process}" if self._process else "not started"
        return f"<Host {self.generation}: {state}>"

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Any:
        """The answer to a request. `doing` says what it is about, and `within` how many seconds it may take."""
        answer = self._answer(name, arguments, doing, within, _TO_BREAK_OFF)
        while True:
            try:
                next(answer)
            except StopIteration as end:
                return end.value

    def stream(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Generator[Any, None, Any]:
        """An answer in parts, each of which may take so many seconds. Closing it cancels the request.

        Ctrl-C does so, too; parts that are there by then are given before KeyboardInterrupt is raised. A second one
        ends the host.
        """
        return self._answer(name, arguments, doing, within, _TO_CANCEL)

    def _answer(
        self, name: str, arguments: tuple[Any, ...], doing: str, within: float | None, to_cancel: float
    ) -> Generator[Any, None, Any]:
        """`to_cancel` is how many seconds the host has when it is told to stop."""
        if not self._process:
            self._start()
        assert self._line is not None
        asked = answered = interrupted = False
        try:
            self._line.sendall(packed(MessageKind.REQUEST, (name, arguments)))
            asked = True
            while True:
                try:
                    kind, data = self._next(doing, within)
                except KeyboardInterrupt:
                    if interrupted:
                        self.close()
                        raise
                    interrupted, within = True, to_cancel
                    self._line.sendall(packed(MessageKind.CANCEL, None))
                    continue
                if kind is MessageKind.DENIED:
                    self._keep_denial(data, doing)
                    continue
                answered = kind is not MessageKind.ITEM
                if answered and interrupted:
                    raise KeyboardInterrupt
                content = self._read(data, doing)
                if not _fits(kind, content):
                    self._nonsense(Unreadable(f"an answer of kind {kind.name}"), doing)
                if kind is MessageKind.FAULT:
                    _fault(content, doing)
                if kind is MessageKind.RESULT:
                    return content
                if kind is MessageKind.ERROR:
                    raise content
                yield content
        except (BrokenPipeError, ConnectionResetError):
            self._died(doing)
        finally:
            collect()
            if not asked:
                self.close()
            elif not answered and self._process:
                self._cancel(to_cancel)
            if interrupted and not answered:  # whoever takes no more parts has not been told yet
                raise KeyboardInterrupt

    def open_doors(self, doors: Iterable[str]) -> None:
        """Let code do more, in a new process: what the kernel keeps one from, it keeps it from for good."""
        wider = self._wall.allowing(doors)
        if not self._wall.includes(wider):
            self.close()
            self._wall = wider

    def close_doors(self) -> None:
        """Let code do no more than at first, in a new process if it could."""
        if self._wall != self._first_wall:
            self.close()
            self._wall = self._first_wall

    def taken_denials(self) -> list[Denial]:
        """What code wanted since this was last asked that it may not do."""
        found = list(self._denials)
        self._denials.clear()
        return found

    def close(self) -> None:
        """End the host, and all below it."""
        if self._process:
            assert self._line is not None
            self._end()  # before it can end by itself, and leave what is below it to others
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)  # also for copies that other processes may hold
            self._reap()
        self._release()

    # -- the process ---------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        from refute.run.system.forks import fork, keep_from_children, let_go, undisturbed

        prepare()
        shared = self._shared
        try:
            self._last = shared.enter_context(closing(LastStack()))
            self._dump = shared.enter_context(closing(StackDump()))
            self._log = os.memfd_create("refute-host", os.MFD_CLOEXEC)
            shared.callback(os.close, self._log)
            self._home = Home()
            shared.callback(self._home.remove)
            self._line, other_end = map(shared.enter_context, socket.socketpair())
            self._messages = Messages(self._line)
            for file in (self._line.fileno(), self._home.lock):
                if file is not None:
                    keep_from_children(file)
                    shared.callback(let_go, file)
            with undisturbed():
                self._process = fork()
                if self._process == 0:
                    self._serve(other_end)
            other_end.close()
        except BaseException:
            self.close()
            raise

    def _end(self) -> None:
        end_with_all_below(self._process)

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)

    def _ended(self) -> str:
        """How it ended, and all below it with it."""
        process, status = self._process, 0
        with suppress(ChildProcessError):
            ended, status = os.waitpid(process, os.WNOHANG)
            if not ended:
                time.sleep(LOOK)  # it may be about to end
                ended, status = os.waitpid(process, os.WNOHANG)
            if not ended:  # it closed its end of the line
                end_with_all_below(process)
                _, status = os.waitpid(process, 0)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)  # what it has left behind
        return manner_of_death(os.waitstatus_to_exitcode(status))

    def _serve(self, line: socket.socket) -> NoReturn:
        leave, log, status = os._exit, self._log, 0
        try:
            from refute.run.host.serve import become_host, serve
            from refute.run.system.forks import close_what_is_private, keep_from_children

            close_what_is_private()  # the other end of the line, those of other hosts, and that of a job to refute
            measure()
            become_host(self._log, self._memory, self._wall, self._home.path)
            log = 2  # where the user's code has closed the other one, its number may be that of another file
            self._dump.register()
            watch(self._last)
            keep_from_children(line.fileno())
            serve(self._service, line)
        except BaseException:  # nothing may reach the code that called refute: in this process, it would run twice
            status = _FAILED
            with suppress(BaseException):
                os.write(log, traceback.format_exc().encode("utf-8", "backslashreplace"))
        finally:
            leave(status)

    def _release(self) -> None:
        """Close what was shared with the host."""
        self._shared.close()
        if self._process:
            self._process = 0
            self.generation += 1

    # -- answers -------------------------------------------------------------------------------------------------------

    @interruptible
    def _next(self, doing: str, within: float | None) -> tuple[MessageKind, bytes]:
        """The next message, waited for so long."""
        spent, before = 0.0, time.monotonic()
        while True:
            try:
                for message in self._messages.waiting():
                    return message
            except Unreadable as error:
                self._nonsense(error, doing)
            if self._messages.come(LOOK) and not self._messages.receive():
                self._died(doing)
            now = time.monotonic()
            spent += min(now - before, _PAUSE)
            before = now
            if within is not None and spent >= within:
                stack = self._dump.of(self._process)
                self.close()
                self._fail(f"did not return within {within:g} s", stack, doing, HostHung)

    def _read(self, data: bytes, doing: str) -> Any:
        try:
            return read(data)
        except Unreadable as error:
            self._nonsense(error, doing)

    def _keep_denial(self, data: bytes, doing: str) -> None:
        denial = self._read(data, doing)
        if isinstance(denial, Denial):
            self._denials[denial] = None

    def _nonsense(self, error: Unreadable, doing: str) -> NoReturn:
        self.close()
        self._fail(f"answered with something that refute does not read: {error}", "", doing)

    def _cancel(self, within: float) -> None:
        assert self._line is not None
        try:
            self._line.sendall(packed(MessageKind.CANCEL, None))
            while (message := self._next("stopping", within))[0] in (MessageKind.ITEM, MessageKind.DENIED):
                if message[0] is MessageKind.DENIED:
                    self._keep_denial(message[1], "stopping")
        except (OSError, RefuteError):
            self.close()
        except KeyboardInterrupt:
            self.close()
            raise

    def _died(self, doing: str) -> NoReturn:
        printed = self._printed()
        how = self._ended()
        stack = f"{self._last.read()}\n{printed}"
        self._release()
        what = f"ended the process ({how})"
        if users_frame(stack) is None and (last := printed.strip().rpartition("\n")[2]):
            what += f". The last that it printed: {last[:_LINE]}"
        self._fail(what, stack, doing)

    def _printed(self) -> str:
        """The end of what the user's code wrote to its standard streams: after a crash, its stack."""
        os.lseek(self._log, max(0, os.fstat(self._log).st_size - _SHOWN), os.SEEK_SET)
        return os.read(self._log, _SHOWN).decode("utf-8", "replace")

    def _fail(self, what: str, stack: str, doing: str, kind: type[HostFailure] = HostFailure) -> NoReturn:
        found = users_frame(stack)
        if found is None:
            raise kind(f"{doing} {what}", remedy=_REMEDY)
        name, place = found
        ran = "" if name == "<module>" else f" ran `{_qualified(name, place)}`, which"
        raise kind(f"{doing}{ran} {what}", place=place, remedy=_REMEDY)


_REMEDY = "refute runs this code to find out what there is to test: it has to return, and must not end the process."


def _fits(kind: MessageKind, content: Any) -> bool:
    """Whether a message says what one of its kind may say."""
    match kind:
        case MessageKind.ERROR:
            return isinstance(content, RefuteError)
        case MessageKind.FAULT:
            return isinstance(content, tuple) and [type(part) for part in content] == [str, str]
    return kind in (MessageKind.ITEM, MessageKind.RESULT)


def _fault(content: tuple[str, str], doing: str) -> NoReturn:
    """An exception of the service itself."""
    problem, trace = content
    last = next((line.strip() for line in reversed(trace.splitlines()) if line.lstrip().startswith("File ")), "")
    raise Fault(
        f"refute failed while {doing}: {problem}", remedy=f"That is a fault of refute, at {last}. Please report it."
    )


def _qualified(name: str, place: Place) -> str:
    """The name of a function with the classes it is in, found in its file."""
    names = [node for node in _definitions(place.file) if node[0] <= place.line <= node[1]]
    return names[-1][2] if names and names[-1][2].rpartition(".")[2] == name else name


@lru_cache(maxsize=16)
def _definitions(file: str) -> tuple[tuple[int, int, str], ...]:
    """First and last line and name of every class and function in a file, the outer before the inner."""
    found: list[tuple[int, int, str]] = []

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.append((child.lineno, child.end_lineno or child.lineno, f"{outer}{child.name}"))
                visit(child, f"{outer}{child.name}.")
            else:
                visit(child, outer)

    try:
        with open(file, encoding="utf-8") as source:
            visit(ast.parse(source.read()), "")
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(found)
