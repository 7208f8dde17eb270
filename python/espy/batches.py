# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Many pictures, each with its own fate."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _core
from ._core import Cancel, Match
from ._given import Path, text
from .errors import BadUse


@dataclass(frozen=True)
class Item:
    """What became of an image."""

    image: str
    #: "done", "failed", or "cancelled": nothing of it was written.
    state: str
    #: Why it failed.
    reason: str
    #: What else there is to say of it.
    note: str
    #: How many matches there are.
    found: int
    #: The first 16 of them; none where an earlier run has found them.
    matches: list[Match] = field(repr=False)
    #: Where its marked picture is, or "".
    output: str
    milliseconds: float


@dataclass(frozen=True)
class Report:
    """What came of a batch: an item for each image, in the order of the job."""

    items: list[Item] = field(repr=False)
    images: int
    done: int
    failed: int
    cancelled: int
    matches: int

    @property
    def failures(self) -> list[str]:
        """Why images failed, a sentence each."""
        return [item.reason for item in self.items if item.state == "failed"]


@dataclass(frozen=True)
class Merged:
    """What came of the shards of a batch."""

    images: int
    matches: int
    failures: list[str]
    #: The files that were written.
    written: list[str]


def job_of(job: Path | Mapping[str, Any]) -> _core.Job:
    """A job for the compiled part."""
    if isinstance(job, Mapping):
        return _core.job_of(json.dumps(job))
    return _core.read_job(os.fsencode(job))


def batch(
    job: Path | Mapping[str, Any],
    *,
    resume: bool = False,
    retry: bool = False,
    shard: tuple[int, int] = (1, 1),
    journal: Path | None = None,
    engine: str | None = None,
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> Report:
    """Searches many pictures: what the command ``espy batch`` does, with the same outputs.

    ``job`` is the name of a job's file, or what such a file holds, as a dictionary:

    >>> report = espy.batch({
    ...     "needles": [{"file": "ok.png"}],
    ...     "images": ["shots/"],
    ...     "options": {"method": "zncc", "min_score": 0.8},
    ...     "outputs": {"csv": "all.csv", "marked": "marked"},
    ... })

    A job from a file notes down what it has done in a folder beside it, and goes on behind whatever
    has ended it with ``resume=True``; with ``retry=True`` it tries again what failed, too. One from
    a dictionary does so if it is given a ``journal``, a folder. ``shard=(k, n)`` does only every
    n-th image, from the k-th; `merge` makes one report of all shards.

    A picture that cannot be read does not stop the others: look at ``report.failures``.
    """
    number, of = shard
    if not 1 <= number <= of <= 1_000_000:
        raise BadUse("shard: must be (k, n), the first of n being (1, n)")
    work = job_of(job)
    if journal is not None:
        work.journal = os.fsencode(journal)
    if engine is not None:
        work.engine = engine
    if threads:
        work.threads = threads
    work.begin(resume, retry)
    work.shard(number, of)
    items = [
        Item(text(image), state, text(reason), text(note), found, matches, text(output), ms)
        for image, output, state, reason, note, found, matches, ms in _core.run_job(
            work, progress, cancel
        )
    ]
    counted = {state: 0 for state in ("done", "failed", "cancelled", "queued", "running")}
    for item in items:
        counted[item.state] += 1
    return Report(
        items=items,
        images=len(items),
        done=counted["done"],
        failed=counted["failed"],
        cancelled=counted["cancelled"] + counted["queued"] + counted["running"],
        matches=sum(item.found for item in items),
    )


def merge(journal: Path) -> Merged:
    """Writes the CSV and the JSON lines of a job whose shards are done, from the folder with their
    journals."""
    images, matches, failures, written = _core.merge(os.fsencode(journal))
    return Merged(
        images, matches, [text(each) for each in failures], [text(each) for each in written]
    )
