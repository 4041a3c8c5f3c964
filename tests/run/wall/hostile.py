"""Functions that try to do something outside their process. Each is given the directory that has to stay as it is."""

from __future__ import annotations

import _posixsubprocess
import asyncio
import concurrent.futures
import contextlib
import ctypes
import http.client
import io
import mmap
import multiprocessing
import os
import pathlib
import pty
import shutil
import signal
import smtplib
import socket
import socketserver
import sqlite3
import subprocess
import sys
import tempfile
import threading
import urllib.request
import zipfile
from collections.abc import Callable
from typing import Any

PRECIOUS = os.environ.get("PRECIOUS", "/nonexistent")


def at(*names: str) -> str:
    return os.path.join(PRECIOUS, *names)


def keep(name: str = "kept") -> str:
    return at(name)


def write_a_file(n: int) -> int:
    with open(at("new"), "w") as file:
        return file.write("x")


def append_to_a_file(n: int) -> int:
    with open(keep(), "a") as file:
        return file.write("x")


def open_for_both(n: int) -> int:
    with open(keep(), "r+b") as file:
        return file.write(b"x")


def write_bytes_of_a_path(n: int) -> int:
    return pathlib.Path(keep()).write_bytes(b"")


def touch(n: int) -> None:
    pathlib.Path(at("new")).touch()


def open_low_level(n: int) -> int:
    return os.write(os.open(at("new"), os.O_WRONLY | os.O_CREAT), b"x")


def open_in_a_directory(n: int) -> int:
    directory = os.open(PRECIOUS, os.O_RDONLY)
    return os.open("new", os.O_WRONLY | os.O_CREAT, dir_fd=directory)


def truncate(n: int) -> None:
    os.truncate(keep(), 0)


def remove(n: int) -> None:
    os.remove(keep())


def remove_in_a_directory(n: int) -> None:
    os.unlink("kept", dir_fd=os.open(PRECIOUS, os.O_RDONLY))


def unlink_a_path(n: int) -> None:
    pathlib.Path(keep()).unlink()


def remove_a_directory(n: int) -> None:
    os.rmdir(at("empty"))


def remove_a_tree(n: int) -> None:
    shutil.rmtree(PRECIOUS)


def remove_a_tree_whatever_happens(n: int) -> None:
    shutil.rmtree(PRECIOUS, ignore_errors=True)


def rename_away(n: int) -> None:
    os.rename(keep(), "mine")


def rename_over(n: int) -> None:
    with open("mine", "w"):
        pass
    os.replace("mine", keep())


def move(n: int) -> None:
    shutil.move(keep(), "mine")


def copy_over(n: int) -> None:
    with open("mine", "w"):
        pass
    shutil.copyfile("mine", keep())


def make_a_directory(n: int) -> None:
    os.mkdir(at("new"))


def make_directories(n: int) -> None:
    os.makedirs(at("new", "newer"))


def make_a_link(n: int) -> None:
    os.symlink("/", at("new"))


def make_a_hard_link(n: int) -> None:
    os.link(keep(), "mine")
    with open("mine", "w"):
        pass


def write_through_a_link(n: int) -> None:
    os.symlink(PRECIOUS, "mine")
    with open("mine/new", "w"):
        pass


def write_through_dots(n: int) -> None:
    with open(os.path.join(os.getcwd(), "..", "..", "..", "..", "..", "..", PRECIOUS.lstrip("/"), "new"), "w"):
        pass


def change_the_mode(n: int) -> None:
    os.chmod(keep(), 0)


def change_the_mode_of_an_open_file(n: int) -> None:
    with open(keep()) as file:
        os.fchmod(file.fileno(), 0)


def change_the_owner(n: int) -> None:
    os.chown(keep(), os.getuid(), os.getgid())


def change_the_times(n: int) -> None:
    os.utime(keep(), (0, 0))


def set_an_attribute(n: int) -> None:
    os.setxattr(keep(), "user.mine", b"x")


def make_a_pipe(n: int) -> None:
    os.mkfifo(at("new"))


def make_a_device(n: int) -> None:
    os.mknod(at("new"))


def make_a_database(n: int) -> None:
    sqlite3.connect(at("new")).execute("create table t (x)")


def make_an_archive(n: int) -> None:
    with zipfile.ZipFile(at("new"), "w") as archive:
        archive.writestr("x", "x")


def make_a_temporary_file_there(n: int) -> None:
    tempfile.mkstemp(dir=PRECIOUS)


def map_a_file(n: int) -> None:
    with open(keep(), "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
        memory[:1] = b"x"


def write_by_c(n: int) -> None:
    io.FileIO(at("new"), "w").write(b"x")


def write_in_a_thread(n: int) -> None:
    thread = threading.Thread(target=write_a_file, args=(n,))
    thread.start()
    thread.join()


def write_in_a_pool(n: int) -> None:
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(write_a_file, n).result()


def write_in_a_coroutine(n: int) -> None:
    async def write() -> None:
        write_a_file(n)

    asyncio.run(write())


def swallow_everything(n: int) -> str:
    with contextlib.suppress(BaseException):
        write_a_file(n)
    return "fine"


def try_again(n: int) -> int:
    for _ in range(3):
        try:
            write_a_file(n)
        except BaseException:
            continue
    return 1 // 0


def write_when_freed(n: int) -> None:
    class Freed:
        def __del__(self) -> None:
            write_a_file(n)

    Freed()


def run_a_program(n: int) -> None:
    subprocess.run(["touch", at("new")])


def run_a_shell(n: int) -> int:
    return os.system(f"touch {at('new')}")


def read_from_a_shell(n: int) -> str:
    return os.popen(f"touch {at('new')}").read()


def fork(n: int) -> int:
    if os.fork() == 0:
        with open(at("new"), "w"):
            os._exit(0)
    return 1


def fork_and_stay(n: int) -> int:
    if os.fork() == 0:
        os.setsid()
        signal.pause()
    return 1


def become_another_program(n: int) -> None:
    os.execvp("touch", ["touch", at("new")])


def spawn(n: int) -> int:
    return os.posix_spawn("/usr/bin/touch", ["touch", at("new")], {})


def spawn_in_a_terminal(n: int) -> int:
    return pty.spawn(["touch", at("new")])


def spawn_by_the_private_door(n: int) -> int:
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=write_a_file, args=(n,))
    process.start()
    process.join()
    return _posixsubprocess is not None


def start_another_python(n: int) -> None:
    subprocess.Popen([sys.executable, "-c", f"open({at('new')!r}, 'w')"]).wait()


def kill_the_parent(n: int) -> None:
    os.kill(os.getppid(), signal.SIGTERM)


def make_the_parent_nicer(n: int) -> None:
    os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)


def make_everyone_nicer(n: int) -> None:
    os.setpriority(os.PRIO_USER, os.getuid(), 19)


def move_the_parent(n: int) -> None:
    os.sched_setaffinity(os.getppid(), {0})


def schedule_the_parent(n: int) -> None:
    os.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0))


def kill_everyone(n: int) -> None:
    os.kill(-1, 0)


def kill_a_group(n: int) -> None:
    os.killpg(1, 0)


def connect(n: int) -> None:
    socket.create_connection(("127.0.0.1", 9))


def connect_low_level(n: int) -> None:
    socket.socket().connect(("127.0.0.1", 9))


def send_a_datagram(n: int) -> None:
    socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))


def listen(n: int) -> None:
    socket.create_server(("127.0.0.1", 0))


def serve(n: int) -> None:
    socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler)


def look_up_a_host(n: int) -> Any:
    return socket.getaddrinfo("localhost", 80)


def fetch(n: int) -> bytes:
    return urllib.request.urlopen("http://127.0.0.1:9").read()


def fetch_by_hand(n: int) -> None:
    http.client.HTTPConnection("127.0.0.1", 9).request("GET", "/")


def send_mail(n: int) -> None:
    smtplib.SMTP("127.0.0.1", 9)


def listen_in_the_file_system(n: int) -> None:
    socket.socket(socket.AF_UNIX).bind(at("new"))


def load_the_c_library(n: int) -> int:
    return ctypes.CDLL(None).getpid()


def write_by_the_c_library(n: int) -> int:
    return ctypes.CDLL(None).unlink(keep().encode())


def read_memory(n: int) -> bytes:
    return ctypes.string_at(id(n), 8)


HOSTILE: list[Callable[[int], Any]] = [
    value
    for name, value in list(globals().items())
    if callable(value)
    and getattr(value, "__module__", "") == __name__
    and name not in ("at", "keep")
    and not isinstance(value, type)
]
