# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m espy.service``: the command line."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import signal
import socket
import sys
import threading
from typing import Any

from .. import engines
from ..errors import BadUse, Error, SystemFailure
from . import keys, running
from .middleware import is_loopback
from .folder import DataFolder, LibraryOptions
from .ledger import open_ledger
from .settings import Settings

DONE, REFUSED, CANCELLED = 0, 2, 130

ABOUT = (
    "Serves the libraries in a folder over HTTP: which known surface does a photograph show? On"
    " this machine, or with --address on the machines of a Ray cluster, which need --redis and the"
    " folder under the same name on each. Running it again changes the running service; settings"
    " that are not given stay as they were."
)
OTHERS = """other uses:
  python -m espy.service keys add|list|remove FOLDER [NAME] [--role search|write|admin]
  python -m espy.service copy LIBRARY.esl FOLDER NAME [--parts N]
  python -m espy.service stop --address HOST:PORT

Exit status: 0 done, 2 refused, 130 cancelled"""


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> Any:
        self.exit(REFUSED, f"espy: {message}\n")


#: Field of `Settings` -> its option, for messages.
_OPTIONS = {
    "groups": "--shards",
    "replicas": "--replicas",
    "gateways": "--gateways",
    "most_bytes": "--max-bytes",
    "most_pixels": "--max-pixels",
}


def _begin_parser() -> argparse.ArgumentParser:
    default = Settings("")
    made = _Parser(
        prog="python -m espy.service",
        description=ABOUT,
        epilog=OTHERS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def add(option: str, name: str, kind: Any, metavar: str, what: str) -> None:
        made.add_argument(option, dest=name, type=kind, metavar=metavar, help=what)

    made.add_argument("folder", metavar="FOLDER", help="folder of libraries; created if missing")
    add("--host", "host", str, "NAME", f"address to listen at; default: {default.host}")
    add("--port", "port", int, "N", f"port to listen at; default: {default.port}")
    made.add_argument("--keys", action="store_true", help="require keys also from this machine")
    add("--shards", "groups", int, "N", "number of shard groups; default: 1")
    what = "shards in each group; with 2, one can be replaced while the other searches; default: 1"
    add("--replicas", "replicas", int, "N", what)
    add("--gateways", "gateways", int, "N", "number of gateway processes; default: 1")
    add("--engine", "engine", str, "NAME", f"default: {default.engine}")
    what = "default: an equal share of this machine; 1 with --address"
    add("--cpus-per-shard", "cpus", float, "N", what)
    add("--gpus-per-shard", "gpus", float, "N", "default: 0")
    what = "the service's state, such as redis://10.0.0.5:6379/0; default: a file in FOLDER"
    add("--redis", "redis", str, "URL", what)
    what = "address of a Ray cluster; default: one on this machine"
    made.add_argument("--address", metavar="HOST:PORT", help=what)
    what = "replace all processes, one after another"
    made.add_argument("--restart", action="store_true", help=what)
    what = f"largest file of a photograph; default: {default.most_bytes}"
    add("--max-bytes", "most_bytes", int, "N", what)
    what = f"largest photograph in pixels; default: {default.most_pixels}"
    add("--max-pixels", "most_pixels", int, "N", what)
    what = f"time limit of a search; then results are partial; default: {default.deadline:g}"
    add("--deadline", "deadline", float, "SECONDS", what)
    return made


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    others = {"keys": _keys, "copy": _copy, "stop": _stop}
    work = others.get(words[0]) if words else None
    try:
        if work is not None:
            return work(words[1:])
        return _begin(_begin_parser().parse_args(words))
    except Error as refused:
        sys.stderr.write(f"espy: {refused}\n")
        return REFUSED
    except KeyboardInterrupt:
        sys.stderr.write("espy: cancelled\n")
        return CANCELLED


def _settings(given: argparse.Namespace, before: str | None) -> Settings:
    """The given options; for others the settings of the last start. Checked."""
    defaults = Settings("")._replace(groups=1)
    if before is not None:
        stored = json.loads(before)
        defaults = Settings(**{k: v for k, v in stored.items() if k in Settings._fields})
    typed = {
        name: value
        for name, value in vars(given).items()
        if name in Settings._fields and value is not None
    }
    settings = defaults._replace(**{**typed, "folder": os.path.abspath(given.folder)})
    keys_before = before is not None and defaults.keys
    asks = given.keys or keys_before or not is_loopback(settings.host)
    settings = settings._replace(redis=given.redis, keys=asks)
    for name in ("groups", "replicas", "gateways", "most_bytes", "most_pixels"):
        if getattr(settings, name) < 1:
            raise BadUse(f"{_OPTIONS.get(name, name)}: must be 1 or more")
    if not 0 < settings.deadline <= 600:
        raise BadUse("--deadline: must be above 0 and at most 600 seconds")
    if not 1 <= settings.port <= 65535:
        raise BadUse("--port: must be 1 to 65535")
    if given.address is not None and settings.redis is None:
        raise BadUse("--address: a cluster also needs --redis")
    if settings.engine != "auto" and settings.engine not in {each.name for each in engines()}:
        raise BadUse(f"--engine: {settings.engine} is not a known engine")
    if given.restart and given.address is None:
        raise BadUse("--restart: is for a service on a cluster; stop this one and start it again")
    if given.cpus is None and given.address is None:
        shards = settings.groups * settings.replicas
        cpus = max(1.0, len(os.sched_getaffinity(0)) / shards)
        settings = settings._replace(cpus=cpus)
    if settings.cpus < 0 or settings.gpus < 0:
        raise BadUse("--cpus-per-shard, --gpus-per-shard: must not be negative")
    return settings


def _begin(given: argparse.Namespace) -> int:
    _make(given.folder)
    alone = _FolderLock(given.folder) if given.address is None else None
    ledger = running.opened(given.redis, given.folder)
    settings = _settings(given, ledger.kept("settings"))
    if settings.keys and not any(key.role == "admin" for key in ledger.keys()):
        where = " --redis URL" if settings.redis else ""
        raise BadUse(
            f"{settings.host}: a key is needed first: python -m espy.service keys add"
            f" {given.folder} NAME --role admin{where}"
        )
    stopped = threading.Event()
    if given.address is None:
        _require_free(settings.host, settings.port)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
    running.connect(given.address, settings.cpus * settings.groups * settings.replicas)
    if given.address is None:
        # Again: Ray installs its own handler, which aborts the process.
        signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    if given.restart:
        running.restart(settings, ledger)
    else:
        running.begin(settings, settings.groups, every_node=given.address is not None)
    libraries = len(ledger.placement().libraries)
    sys.stderr.write(
        f"espy: http://{settings.host}:{settings.port}/ serves {libraries}"
        f" {'library' if libraries == 1 else 'libraries'} of {given.folder}\n"
    )
    sys.stderr.flush()
    if given.address is None:
        while not stopped.wait(0.5):
            pass
        running.end(alone=True)
    if alone is not None:
        alone.close()
    return DONE


class _FolderLock:
    """A lock: without a cluster one service at a time uses a folder, since each adopts what it
    finds there."""

    def __init__(self, folder: str) -> None:
        self._file = open(os.path.join(folder, "service.lock"), "a", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemFailure(f"{folder}: another service is using this folder") from None

    def close(self) -> None:
        """Releases the lock."""
        self._file.close()


def _make(folder: str) -> None:
    """Makes the folder if it does not exist."""
    try:
        folder.encode()
        if os.path.exists(os.path.join(folder, "library")):
            raise BadUse(f"{folder}: is a library; give the folder that contains it")
        os.makedirs(folder, exist_ok=True)
    except UnicodeEncodeError:
        raise BadUse(f"{os.fsencode(folder)!r}: Ray needs a folder name in UTF-8") from None
    except ValueError:
        raise BadUse(f"{folder!r}: is not a folder name") from None
    except OSError as failure:
        why = failure.strerror or failure
        raise SystemFailure(f"{folder or 'FOLDER'}: cannot be used as a folder: {why}") from None


def _require_free(host: str, port: int) -> None:
    """Raises SystemFailure if the port is in use; Serve would share it with the other program."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family[0], socket.SOCK_STREAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(family[4])
            one.listen()
    except OSError as failure:
        raise SystemFailure(f"{host}:{port}: {failure.strerror}") from None


def _where_parser(what: str) -> argparse.ArgumentParser:
    made = _Parser(prog=f"python -m espy.service {what}")
    made.add_argument("--redis", metavar="URL", help="the Redis server with the service's state")
    return made


def _keys(words: list[str]) -> int:
    made = _where_parser("keys")
    made.add_argument("action", choices=("add", "list", "remove"))
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("name", nargs="?", metavar="NAME")
    made.add_argument("--role", choices=keys.ROLES, default="search")
    given = made.parse_args(words)
    _make(given.folder)
    ledger = open_ledger(given.redis, given.folder)
    if given.action == "list":
        for key in ledger.keys():
            print(f"{key.name} {key.role}")
        return DONE
    if given.name is None:
        raise BadUse(f"keys {given.action}: needs the name of a key")
    if given.action == "add":
        if any(key.name == given.name for key in ledger.keys()):
            raise BadUse(f"{given.name}: this key already exists")
        secret, key = keys.made(given.name, given.role)
        ledger.add_key(key)
        print(secret)
        sys.stderr.write("espy: save this key now: only its hash is stored\n")
    elif not ledger.remove_key(given.name):
        raise BadUse(f"{given.name}: there is no such key")
    return DONE


def _copy(words: list[str]) -> int:
    made = _Parser(prog="python -m espy.service copy")
    made.add_argument("library", metavar="LIBRARY.esl")
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("name", metavar="NAME")
    made.add_argument("--parts", type=int, default=16, metavar="N", help="default: 16")
    given = made.parse_args(words)
    _make(given.folder)
    folder = DataFolder(given.folder)
    copied = folder.copy(given.library, given.name, LibraryOptions(parts=given.parts))
    sys.stderr.write(
        f"espy: {copied} surfaces in {given.parts} parts; a service loads them when it starts\n"
    )
    return DONE


def _stop(words: list[str]) -> int:
    made = _Parser(prog="python -m espy.service stop")
    made.add_argument("--address", metavar="HOST:PORT", required=True)
    running.connect(made.parse_args(words).address, 1)
    running.end(alone=False)
    return DONE
