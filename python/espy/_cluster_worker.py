# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A Ray task: one shard of a batch."""

from __future__ import annotations

import fcntl
import os
import socket
import threading
import time
from typing import NamedTuple, Optional

from . import _core
from ._core import Cancel
from ._arguments import text
from .errors import BadUse, Error, SystemFailure

#: Seconds to wait for a journal's lock: NFS 4 keeps those of a dead node for up to 90 seconds.
PATIENCE = 120.0


class Call(NamedTuple):
    """Parameters of a run, the same for all its shards."""

    #: Id of this run, so that workers keep nothing from one run to the next.
    run: str
    job: bytes
    #: Base of relative file names if the job's own is relative.
    folder: bytes
    of: int
    retry: bool
    engine: Optional[str]
    threads: int
    version: str


class Part(NamedTuple):
    """The result of a shard."""

    number: int
    node: str
    #: The error that refused the whole shard, or None.
    refused: Optional[Error]
    done: int = 0
    failed: int = 0
    matches: int = 0
    #: (index of an image in the job, sentence)
    failures: list[tuple[int, str]] = []
    notes: list[tuple[int, str]] = []
    #: Whether another worker began it in this run and died.
    again: bool = False
    seconds: float = 0.0


def size_of(file: bytes) -> int:
    """Size of a file in bytes; -1 if it does not exist."""
    try:
        return os.stat(file).st_size
    except OSError:
        return -1


def journal_of(folder: bytes, number: int, of: int) -> bytes:
    """Path of a shard's journal."""
    return os.path.join(folder, b"journal-%d-of-%d.jsonl" % (number, of))


def is_locked(file: bytes) -> bool:
    """Does another process have this file locked for writing?"""
    try:
        with open(file, "r+b") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # no such file, or no locks: a writer would fail on its own
        return False
    return False


def lock_of(folder: bytes) -> bytes:
    """Path of the file that locks a batch over a cluster. It contains the id of a run that is to
    stop."""
    return os.path.join(folder, b"cluster.lock")


def do_shard(call: Call, number: int, size: int) -> Part:
    """Runs a shard, or continues where another worker died. ``size`` is the size of its journal
    when the run began."""
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
        # `Plan` refuses runs that may not continue; a task may follow a dead one.
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


#: Cancels the run that this process works for, and the run's id.
_cancel: Optional[tuple[str, Cancel]] = None


def _watched(call: Call, folder: bytes) -> Cancel:
    """The `Cancel` of a run. A thread polls whether the run is to stop, and whether this process's
    parent exists: after a node was killed, a worker may compute on and keep its journal locked
    against its successor. It is then ended at once, which loses nothing."""
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


#: The job that this process read last, for its next shard: listing the images takes time.
_kept: Optional[tuple[Call, _core.Job]] = None


def _job_of(call: Call, node: str) -> _core.Job:
    global _kept
    if _kept is not None and _kept[0] == call:
        return _kept[1]
    version = _core.version
    if version != call.version:
        raise BadUse(
            f"{node}: has Espy {version}, but this batch was started by Espy {call.version}"
        )
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
    """Waits while a worker that counts as dead has the journal locked."""
    until = time.monotonic() + PATIENCE
    while is_locked(journal) and time.monotonic() < until:
        time.sleep(0.2)
