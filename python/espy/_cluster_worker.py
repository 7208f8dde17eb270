# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What a worker of a cluster does: one shard of a batch, and a word of how it went."""

from __future__ import annotations

import fcntl
import os
import socket
import threading
import time
from typing import NamedTuple, Optional

from . import _core
from ._core import Cancel
from ._given import text
from .errors import BadUse, Error, SystemFailure

#: Who died on another machine may keep its lock until a server of files has missed it: NFS 4 takes
#: up to 90 seconds.
PATIENCE = 120.0


class Call(NamedTuple):
    """What all shards of a batch are told."""

    #: Of this run alone, so that nothing is kept from one to the next.
    run: str
    job: bytes
    #: Where names of files are meant from, if the job's is.
    folder: bytes
    of: int
    retry: bool
    engine: Optional[str]
    threads: int
    version: str


class Part(NamedTuple):
    """What came of a shard."""

    number: int
    node: str
    #: Why nothing could be done.
    refused: Optional[Error]
    done: int = 0
    failed: int = 0
    matches: int = 0
    #: The place of an image in the job, and a sentence.
    failures: list[tuple[int, str]] = []
    notes: list[tuple[int, str]] = []
    #: Did another worker begin it in this run, and die?
    again: bool = False
    seconds: float = 0.0


def size_of(file: bytes) -> int:
    """How many bytes a file has; -1 where there is none."""
    try:
        return os.stat(file).st_size
    except OSError:
        return -1


def journal_of(folder: bytes, number: int, of: int) -> bytes:
    """The file in which a shard notes down what it has done."""
    return os.path.join(folder, b"journal-%d-of-%d.jsonl" % (number, of))


def is_locked(file: bytes) -> bool:
    """Does another process write this file now?"""
    try:
        with open(file, "r+b") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # there is no such file, or no locks, or whoever writes it will say so
        return False
    return False


def lock_of(folder: bytes) -> bytes:
    """The file that who runs a batch over a cluster locks, and in which it says that its run is to
    stop: by the run's name."""
    return os.path.join(folder, b"cluster.lock")


def do_shard(call: Call, number: int, size: int) -> Part:
    """Does a shard, or goes on behind whoever began it. Its journal had this size when the run
    began."""
    begin = time.monotonic()
    node = socket.gethostname()
    try:
        job = _job_of(call, node)
        cancel = _watched(call, job.journal_path)
        if _is_stopped(job.journal_path, call.run):
            return Part(number, node, None)
        journal = journal_of(job.journal_path, number, call.of)
        _await(journal)
        again = size_of(journal) != size
        # The run was refused where it should not go on; a worker goes on behind dead ones.
        job.begin(True, call.retry)
        job.shard(number, call.of)
        items = _core.run_job(job, None, cancel)
    except Error as refused:
        return Part(number, node, refused)
    done = failed = matches = 0
    failures = []
    notes = []
    for i, (image, _, state, reason, note, found, _, _) in enumerate(items):
        place = number - 1 + i * call.of
        if note:
            notes.append((place, f"{text(image)}: {text(note)}"))
        if state == "failed":
            failed += 1
            failures.append((place, text(reason)))
        elif state == "done":
            done += 1
            matches += found
    return Part(
        number, node, None, done, failed, matches, failures, notes, again, time.monotonic() - begin
    )


def _is_stopped(folder: bytes, run: str) -> bool:
    try:
        with open(lock_of(folder), "rb") as lock:
            return lock.read() == run.encode()
    except OSError:
        return False


#: What ends the run that this process works for, and the run's name.
_cancel: Optional[tuple[str, Cancel]] = None


def _watched(call: Call, folder: bytes) -> Cancel:
    """What ends the work of a run. A thread looks now and then whether the run is to stop, and
    whether the process that has started this one is there: a worker whose node was killed may
    compute on, and would keep a journal from whoever does the shard again. It is ended at once;
    nothing is lost by that."""
    global _cancel
    if _cancel is not None and _cancel[0] == call.run:
        return _cancel[1]
    cancel = Cancel()
    _cancel = (call.run, cancel)
    parent = os.getppid()

    def watch() -> None:
        while _cancel is not None and _cancel[1] is cancel:
            if os.getppid() != parent:
                os._exit(1)
            if _is_stopped(folder, call.run):
                cancel.cancel()
            time.sleep(0.5)

    threading.Thread(target=watch, name="espy watch", daemon=True).start()
    return cancel


#: The job that this process has read, for the next shard: its images take a while to list.
_kept: Optional[tuple[Call, _core.Job]] = None


def _job_of(call: Call, node: str) -> _core.Job:
    global _kept
    if _kept is not None and _kept[0] == call:
        return _kept[1]
    version = _core.version
    if version != call.version:
        raise BadUse(f"{node}: has Espy {version}, and who began this batch has {call.version}")
    try:
        os.chdir(call.folder)
    except OSError as failure:
        raise SystemFailure(
            f"{node}: {text(call.folder)}: {failure.strerror}; all nodes must have the job's folder"
            " under the same name"
        ) from None
    job = _core.read_job(call.job)
    if call.engine is not None:
        job.engine = call.engine
    job.threads = call.threads
    _kept = (call, job)
    return job


def _await(journal: bytes) -> None:
    """Waits while a worker that is counted for dead still has the journal."""
    until = time.monotonic() + PATIENCE
    while is_locked(journal) and time.monotonic() < until:
        time.sleep(0.2)
