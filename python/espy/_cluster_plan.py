# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Plans a batch over a cluster, and refuses what cannot work before anything runs."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from . import _core
from ._cluster_worker import is_locked, journal_of, lock_of
from ._arguments import Path, text
from .errors import BadUse, SystemFailure

#: Shards per slot. Several, so that all slots are busy until shortly before the end.
SHARDS_EACH = 8
#: Minimum of images in a shard.
IMAGES_EACH = 16
#: Above this number only one shard per slot: each shard lists the images of the whole job.
MANY_SHARDS = 512


class Plan:
    """A job and its shards, checked."""

    def __init__(self, job: Path, engine: str | None, go_on: bool, shards: int) -> None:
        self.job = os.fsencode(job)
        self.go_on = go_on
        if shards == 1 or not 0 <= shards <= 1_000_000:
            raise BadUse("shards: must be 2 or more; for one, use espy batch")
        content = content_of(self.job)
        images, outputs = content.get("images"), content.get("outputs")
        if isinstance(images, list) and "@-" in images:
            raise BadUse(
                f"{text(self.job)}: takes names from standard input, which other machines do not"
                ' have; write them to a file, and use "@FILE"'
            )
        read = _core.read_job(self.job)
        self.images: int = read.images
        #: The job's own option, or 0.
        self.threads: int = read.threads
        self.journal: bytes = read.journal_path
        name = read.engine if engine is None else engine
        known = {each[0]: each[3] for each in _core.engines()}
        if name != "auto" and name not in known:
            raise BadUse(f"there is no engine {name}")
        self.needs_gpu = known.get(name, False)
        self.overwrite = content.get("overwrite") is True
        around = os.path.dirname(self.job)
        self.reports = [
            os.path.join(around, os.fsencode(outputs[key]))
            for key in ("csv", "jsonl")
            if outputs.get(key)
        ]
        #: Reports that exist. Each shard checks that they may be overwritten.
        self.existing = [report for report in self.reports if os.path.lexists(report)]
        self.begun = self._shards_begun()
        self._check_begun(shards)

    def begin(self, shards: int, slots: int) -> int:
        """Returns the number of shards. Deletes the journals of a run that is to be overwritten."""
        if self.begun and self.go_on:
            return self.begun[0][1]
        for number, of in self.begun:
            os.unlink(journal_of(self.journal, number, of))
        self.begun = []
        good = max(slots, min(slots * SHARDS_EACH, MANY_SHARDS))
        return shards or max(2, min(good, self.images // IMAGES_EACH))

    def remove_reports(self) -> None:
        """Removes reports of an earlier run."""
        for report in self.existing:
            if not self.overwrite:
                os.unlink(report)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the job's lock, so that no other run distributes it."""
        try:
            os.makedirs(self.journal, exist_ok=True)
            lock = open(lock_of(self.journal), "ab", buffering=0)
        except OSError as failure:
            raise SystemFailure(f"{text(self.journal)}: {failure.strerror}") from None
        with lock:
            with suppress(OSError):  # a file system without locks
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise BadUse(
                        f"{text(self.journal)}: another process is running this batch"
                    ) from None
            lock.truncate(0)
            self._lock = lock
            yield

    def stop(self, run: str) -> None:
        """Asks all workers of this run to stop. (Ray 2.60 aborts the process when it cancels tasks
        that are just ending.)"""
        with suppress(OSError):
            self._lock.write(run.encode())

    def _shards_begun(self) -> list[tuple[int, int]]:
        """The shards with a journal, as (number, number of shards)."""
        found = []
        with suppress(FileNotFoundError, NotADirectoryError):
            for name in os.listdir(self.journal):
                match = re.fullmatch(rb"journal-([1-9]\d*)-of-([1-9]\d*)\.jsonl", name)
                if match:
                    found.append((int(match[1]), int(match[2])))
        return sorted(found)

    def _check_begun(self, shards: int) -> None:
        if not self.begun:
            return
        first = text(journal_of(self.journal, *self.begun[0]))
        if not self.go_on:
            for number, of in self.begun:
                if is_locked(journal_of(self.journal, number, of)):
                    raise BadUse(f"{first}: another process is running this batch")
            if self.overwrite:
                return
            raise BadUse(
                f"{first}: this batch was started before; resume it, or remove this file"
            )
        counts = sorted({of for _, of in self.begun})
        if counts[0] == 1:
            raise BadUse(
                f"{first}: this batch was started on one machine; resume it with espy batch"
                " --resume, or remove this file"
            )
        if len(counts) > 1:
            raise BadUse(
                f"{text(self.journal)}: contains journals of a run in {counts[0]} shards and of a"
                f" run in {counts[1]}; remove those of one run"
            )
        if shards not in (0, counts[0]):
            raise BadUse(
                f"{text(self.journal)}: this batch was started with {counts[0]} shards, and"
                f" cannot resume with {shards}"
            )


def content_of(job: bytes) -> dict[str, Any]:
    """The content of a job file; {} if it is invalid, which `read_job` reports better."""
    try:
        with open(job, encoding="utf-8", errors="surrogateescape") as file:
            content = json.load(file)
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
