# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m espy.service``: what people type, and what they are told."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import threading
from typing import Any

from ..errors import BadUse, Error, SystemFailure
from . import keys, running
from .api import is_loopback
from .folder import DataFolder, Making
from .ledger import open_ledger
from .settings import Settings

DONE, REFUSED, CANCELLED = 0, 2, 130

ABOUT = (
    "Serves the libraries in a folder over HTTP: which known surface does a photograph show? On this"
    " machine, or with --address on the machines of a Ray cluster, which all need the folder under the"
    " same name, and --redis. Run again with other numbers it changes a service that runs there."
)
OTHERS = """other uses:
  python -m espy.service keys add|list|remove FOLDER [NAME] [--role search|write|admin]
  python -m espy.service copy LIBRARY.esl FOLDER NAME [--parts N]
  python -m espy.service stop --address HOST:PORT

Exit status: 0 done, 2 refused, 130 cancelled"""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> Any:
        self.exit(REFUSED, f"espy: {message}\n")


def _begin_parser() -> argparse.ArgumentParser:
    default = Settings("")
    made = _Parser(
        prog="python -m espy.service",
        description=ABOUT,
        epilog=OTHERS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = made.add_argument
    add("folder", metavar="FOLDER", help="of libraries; it is made if it is not there")
    add("--host", default=default.host, help="to listen at; default: %(default)s")
    add("--port", type=int, default=default.port, help="default: %(default)s")
    add("--keys", action="store_true", help="ask for keys also on this machine itself")
    add("--shards", type=int, default=1, metavar="N", help="groups of shards; default: 1")
    add(
        "--replicas",
        type=int,
        default=default.replicas,
        metavar="N",
        help="shards in each group; with 2 one can be replaced while the other searches; default: 1",
    )
    add("--gateways", type=int, default=default.gateways, metavar="N", help="default: 1")
    add("--engine", default=default.engine, help="default: %(default)s")
    add(
        "--cpus-per-shard",
        type=float,
        metavar="N",
        help="default: all of this machine, divided; 1 with --address",
    )
    add("--gpus-per-shard", type=float, default=0.0, metavar="N", help="default: 0")
    add("--redis", metavar="URL", help="such as redis://10.0.0.5:6379/0; default: a file in FOLDER")
    add("--address", metavar="HOST:PORT", help="of a Ray cluster; default: one on this machine")
    add("--restart", action="store_true", help="replace all processes, one after the other")
    add(
        "--max-bytes",
        type=int,
        default=default.most_bytes,
        metavar="N",
        help="of a photograph; default: %(default)s",
    )
    add(
        "--max-pixels",
        type=int,
        default=default.most_pixels,
        metavar="N",
        help="of a photograph; default: %(default)s",
    )
    add(
        "--deadline",
        type=float,
        default=default.deadline,
        metavar="SECONDS",
        help="after which what is there is answered; default: %(default)g",
    )
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
    """What was typed, checked."""
    for name, least in (("shards", 1), ("replicas", 1), ("gateways", 1), ("max_bytes", 1),
                        ("max_pixels", 1)):
        if getattr(given, name) < least:
            raise BadUse(f"--{name.replace('_', '-')}: must be {least} or more")
    if not 0 < given.deadline <= 600:
        raise BadUse("--deadline: must be above 0 and at most 600 seconds")
    if not 1 <= given.port <= 65535:
        raise BadUse("--port: must be 1 to 65535")
    if given.address is not None and given.redis is None:
        raise BadUse("--address: many machines need --redis, too")
    if os.path.exists(os.path.join(given.folder, "library")):
        raise BadUse(f"{given.folder}: is a library itself; give the folder that it is in")
    cpus = given.cpus_per_shard
    if cpus is None:
        shards = given.shards * given.replicas
        cpus = 1.0 if given.address else max(1.0, (os.cpu_count() or 1) / shards)
    if cpus < 0 or given.gpus_per_shard < 0:
        raise BadUse("--cpus-per-shard, --gpus-per-shard: must not be negative")
    return Settings(
        folder=os.path.abspath(given.folder),
        redis=given.redis,
        replicas=given.replicas,
        engine=given.engine,
        cpus=cpus,
        gpus=given.gpus_per_shard,
        gateways=given.gateways,
        keys=given.keys or not is_loopback(given.host),
        host=given.host,
        port=given.port,
        most_bytes=given.max_bytes,
        most_pixels=given.max_pixels,
        deadline=given.deadline,
    )


def _begin(given: argparse.Namespace) -> int:
    settings = _settings(given)
    os.makedirs(settings.folder, exist_ok=True)
    ledger = open_ledger(settings.redis, settings.folder)
    if settings.keys and not any(key.role == "admin" for key in ledger.keys()):
        where = f" --redis {settings.redis}" if settings.redis else ""
        raise BadUse(
            f"{settings.host}: a key is needed first: python -m espy.service keys add"
            f" {given.folder} NAME --role admin{where}"
        )
    stopped = threading.Event()
    if given.address is None:
        _require_free(settings.host, settings.port)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.set())
    running.connect(given.address, settings.cpus * given.shards * settings.replicas)
    if given.address is None:
        # Ray aborts a program that is asked to end.
        signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    if given.restart:
        running.restart(settings)
    else:
        running.begin(settings, given.shards, every_node=given.address is not None)
    libraries = len(ledger.placement().libraries)
    sys.stderr.write(
        f"espy: http://{settings.host}:{settings.port}/ serves {libraries}"
        f" {'library' if libraries == 1 else 'libraries'} of {given.folder}\n"
    )
    sys.stderr.flush()
    if given.address is None:
        while not stopped.wait(0.5):
            pass
        running.end()
    return DONE


def _require_free(host: str, port: int) -> None:
    """Serve itself would share the port with whoever has it."""
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
    made.add_argument("--redis", metavar="URL", help="where the service keeps what it knows")
    return made


def _keys(words: list[str]) -> int:
    made = _where_parser("keys")
    made.add_argument("action", choices=("add", "list", "remove"))
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("name", nargs="?", metavar="NAME")
    made.add_argument("--role", choices=keys.ROLES, default="search")
    given = made.parse_args(words)
    os.makedirs(given.folder, exist_ok=True)
    ledger = open_ledger(given.redis, given.folder)
    if given.action == "list":
        for key in ledger.keys():
            print(f"{key.name} {key.role}")
        return DONE
    if given.name is None:
        raise BadUse(f"keys {given.action}: needs the name of a key")
    if given.action == "add":
        if any(key.name == given.name for key in ledger.keys()):
            raise BadUse(f"{given.name}: there is such a key already")
        secret, key = keys.made(given.name, given.role)
        ledger.add_key(key)
        print(secret)
        sys.stderr.write("espy: only its hash is kept: nobody can tell you this key again\n")
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
    os.makedirs(given.folder, exist_ok=True)
    folder = DataFolder(given.folder)
    copied = folder.copy(given.library, given.name, Making(parts=given.parts))
    sys.stderr.write(
        f"espy: {copied} surfaces in {given.parts} parts; a service takes them up when it begins\n"
    )
    return DONE


def _stop(words: list[str]) -> int:
    made = _Parser(prog="python -m espy.service stop")
    made.add_argument("--address", metavar="HOST:PORT", required=True)
    running.connect(made.parse_args(words).address, 1)
    running.end()
    return DONE
