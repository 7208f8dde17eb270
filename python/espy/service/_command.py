# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m espy.service``: the command line."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from typing import Any

from .. import engines
from ..errors import BadUse, Error, SystemFailure, Unsupported
from . import keys, logs
from .folder import DataFolder, locked, write_whole
from .problems import is_full
from .settings import Settings, is_loopback

DONE, REFUSED, CANCELLED = 0, 2, 130

ABOUT = (
    "Serves the libraries in a folder over HTTP: which known surface does a photograph show? In one"
    " process; with --ray in several on this machine, or with --address on the machines of a Ray"
    " cluster, which have the folder under the same name. Running it again with --address replaces"
    " the processes of the running service, one after another; settings that are not given stay as"
    " they were."
)
OTHERS = """other uses:
  python -m espy.service keys add|list|remove FOLDER [NAME] [--role search|write|admin] [--per-minute N]
  python -m espy.service copy LIBRARY.esl FOLDER NAME [--parts N]
  python -m espy.service stop --address HOST:PORT

Exit status: 0 done, 2 refused, 130 cancelled"""


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> Any:
        self.exit(REFUSED, f"espy: {message}\n")


#: The file in the folder with the settings of the last start.
_STORED = "settings.json"
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
    what = "default: an equal share of this machine; with --address 1"
    add("--cpus-per-shard", "cpus", float, "N", what)
    add("--gpus-per-shard", "gpus", float, "N", "default: 0")
    what = "several processes on this machine, which Ray restarts"
    made.add_argument("--ray", action="store_true", help=what)
    what = "address of a Ray cluster"
    made.add_argument("--address", metavar="HOST:PORT", help=what)
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


def _settings(given: argparse.Namespace) -> Settings:
    """The given options; for others the settings of the last start. Checked."""
    defaults = _stored(given.folder)
    typed = {
        name: value
        for name, value in vars(given).items()
        if name in Settings._fields and value is not None and name != "keys"
    }
    settings = defaults._replace(**{**typed, "folder": os.path.abspath(given.folder)})
    asks = given.keys or defaults.keys or not is_loopback(settings.host)
    settings = settings._replace(keys=asks)
    for name in ("groups", "replicas", "gateways", "most_bytes", "most_pixels"):
        if getattr(settings, name) < 1:
            raise BadUse(f"{_OPTIONS.get(name, name)}: must be 1 or more")
    if not 0 < settings.deadline <= 600:
        raise BadUse("--deadline: must be above 0 and at most 600 seconds")
    if not 1 <= settings.port <= 65535:
        raise BadUse("--port: must be 1 to 65535")
    if settings.engine != "auto" and settings.engine not in {each.name for each in engines()}:
        raise BadUse(f"--engine: {settings.engine} is not a known engine")
    if settings.cpus < 0 or settings.gpus < 0:
        raise BadUse("--cpus-per-shard, --gpus-per-shard: must not be negative")
    if given.address is not None:
        # One process has none of its own.
        return settings if settings.cpus or given.cpus == 0 else settings._replace(cpus=1)
    if not given.ray:
        for name in ("groups", "replicas", "gateways"):
            if name in typed and typed[name] > 1:
                raise BadUse(f"{_OPTIONS[name]}: several processes need --ray, or --address")
        return settings._replace(groups=1, replicas=1, gateways=1, cpus=given.cpus or 0)
    if given.cpus is None:
        shards = settings.groups * settings.replicas
        cpus = max(1.0, len(os.sched_getaffinity(0)) / shards)
        settings = settings._replace(cpus=cpus)
    return settings


def _stored(folder: str) -> Settings:
    """The settings of the last start."""
    defaults = Settings("", keys=False)
    try:
        with open(os.path.join(folder, _STORED), encoding="utf-8") as file:
            stored = json.load(file)
        known = {k: v for k, v in stored.items() if k in Settings._fields}
        for name, value in known.items():
            own = getattr(defaults, name)
            if type(value) is not type(own) and not (type(own) is float and type(value) is int):
                raise ValueError(f"{name} is {value!r}")
        return defaults._replace(**known)
    except FileNotFoundError:
        return defaults
    except (OSError, ValueError, AttributeError) as failure:
        where = os.path.join(folder, _STORED)
        raise SystemFailure(f"{where}: cannot be read; repair or remove it: {failure}") from None


def _store(settings: Settings, folder: DataFolder) -> None:
    """Stores the settings for the next start. A full disk is only reported."""
    try:
        with suppress(SystemFailure):
            folder.reserve_space()
        write_whole(os.path.join(folder.path, _STORED), json.dumps(settings._asdict()))
    except OSError as failure:
        refused = SystemFailure(f"{folder.path}: {failure.strerror}", failure.errno)
        if not is_full(refused):
            raise refused from None
        sys.stderr.write(f"espy: the settings were not saved: {refused}\n")


def _begin(given: argparse.Namespace) -> int:
    _make(given.folder)
    with _used_alone(given.folder) if given.address is None else nullcontext():
        _serve(given)
    return DONE


def _serve(given: argparse.Namespace) -> None:
    settings = _settings(given)
    folder = DataFolder(settings.folder)
    known = keys.Keys(settings.folder).all()
    if settings.keys and not any(key.role == "admin" for key in known):
        raise BadUse(
            f"{settings.host}: a key is needed first: python -m espy.service keys add"
            f" {given.folder} NAME --role admin"
        )
    folder.remove_abandoned()

    def began() -> None:
        _store(settings, folder)
        libraries = len(folder.found())
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        sys.stderr.write(
            f"espy: http://{host}:{settings.port}/ serves {libraries}"
            f" {'library' if libraries == 1 else 'libraries'} of {given.folder}\n"
        )
        sys.stderr.flush()

    if given.ray or given.address is not None:
        _on_ray(given, settings, began)
    else:
        try:
            from . import alone as process
        except ImportError as missing:
            what = f"the service needs the Python package {missing.name}"
            raise Unsupported(f"{what}: pip install './python[service]' in Espy's source") from None
        logs.to_stderr()
        process.serve(settings, began)


def _on_ray(given: argparse.Namespace, settings: Settings, began: Callable[[], None]) -> None:
    from . import running
    from .alone import listening

    stopped = threading.Event()
    cpus = settings.cpus * settings.groups * settings.replicas
    if given.address is None:
        # Serve would share a port that is in use with the other program.
        listening(settings.host, settings.port).close()
        signal.signal(signal.SIGINT, lambda *_: stopped.set())
    running.connect(given.address, cpus)
    if given.address is None:
        # Only now: Ray installs its own handler, which aborts the process.
        signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    running.begin(settings, every_node=given.address is not None)
    began()
    if given.address is None:
        stopped.wait()
        running.end(alone=True)


@contextmanager
def _used_alone(folder: str) -> Iterator[None]:
    """Locks a folder: without a cluster one service at a time uses it, since each adopts what it
    finds there."""
    with ExitStack() as held:
        try:
            file = os.path.join(folder, "service.lock")
            held.enter_context(locked(file, fcntl.LOCK_EX | fcntl.LOCK_NB))
        except BlockingIOError:
            raise SystemFailure(f"{folder}: another service is using this folder") from None
        except OSError as failure:
            why = f"the service must be able to write to it: {failure.strerror}"
            raise SystemFailure(f"{folder}: {why}") from None
        yield


def _make(folder: str) -> None:
    """Makes the folder if it does not exist."""
    try:
        folder.encode()
        if os.path.exists(os.path.join(folder, "library")):
            raise BadUse(f"{folder}: is a library; give the folder that contains it")
        os.makedirs(folder, exist_ok=True)
    except UnicodeEncodeError:
        raise BadUse(f"{os.fsencode(folder)!r}: a folder's name must be UTF-8") from None
    except ValueError:
        raise BadUse(f"{folder!r}: is not a folder name") from None
    except OSError as failure:
        why = failure.strerror or failure
        raise SystemFailure(f"{folder or 'FOLDER'}: cannot be used as a folder: {why}") from None


def _keys(words: list[str]) -> int:
    made = _Parser(prog="python -m espy.service keys")
    made.add_argument("action", choices=("add", "list", "remove"))
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("name", nargs="?", metavar="NAME")
    made.add_argument("--role", choices=keys.ROLES, default="search")
    what = "requests and lines per minute; default: any number"
    made.add_argument("--per-minute", type=int, default=0, metavar="N", help=what)
    given = made.parse_args(words)
    _make(given.folder)
    known = keys.Keys(os.path.abspath(given.folder))
    if given.action == "list":
        for key in known.all():
            print(f"{key.name} {key.role}{f' {key.per_minute}/min' if key.per_minute else ''}")
        return DONE
    if given.name is None:
        raise BadUse(f"keys {given.action}: needs the name of a key")
    if given.action == "add":
        secret, key = keys.made(given.name, given.role, given.per_minute)
        known.add(key)
        print(secret)
        sys.stderr.write("espy: save this key now: only its hash is stored\n")
    else:
        known.remove(given.name)
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
    copied = folder.copy(given.library, given.name, given.parts)
    sys.stderr.write(
        f"espy: {copied} surfaces in {given.parts} parts; a service loads them when it starts\n"
    )
    return DONE


def _stop(words: list[str]) -> int:
    made = _Parser(prog="python -m espy.service stop")
    made.add_argument("--address", metavar="HOST:PORT", required=True)
    from . import running

    running.connect(made.parse_args(words).address, 1)
    running.end(alone=False)
    return DONE
