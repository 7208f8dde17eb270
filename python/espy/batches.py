# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Searching many pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _core
from ._core import Cancel, Match
from ._arguments import Path, text
from .errors import BadUse


@dataclass(frozen=True)
class Item:
    """The result for an image."""

    image: str
    #: "done", "failed" or "cancelled" (nothing was written for it).
    state: str
    #: Why it failed.
    reason: str
    #: Remarks.
    note: str
    #: Number of matches.
    found: int
    #: The first 16 matches; empty if an earlier run found them.
    matches: list[Match] = field(repr=False)
    #: Path of the marked picture, or "".
    output: str
    milliseconds: float


@dataclass(frozen=True)
class Report:
    """The result of a batch: an item for each image, in the order of the job."""

    items: list[Item] = field(repr=False)
    images: int
    done: int
    failed: int
    cancelled: int
    matches: int

    @property
    def failures(self) -> list[str]:
        """Why images failed, one sentence each."""
        return [item.reason for item in self.items if item.state == "failed"]


@dataclass(frozen=True)
class Merged:
    """The result of `merge`."""

    images: int
    matches: int
    failures: list[str]
    #: Files that were written.
    written: list[str]


def job_of(job: Path | Mapping[str, Any]) -> _core.Job:
    """Reads or parses a job."""
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
    """Searches many pictures, as the command ``espy batch`` does, with the same outputs.

    ``job`` is the name of a job file, or its content as a dictionary:

    >>> report = espy.batch({
    ...     "needles": [{"file": "ok.png"}],
    ...     "images": ["shots/"],
    ...     "options": {"method": "zncc", "min_score": 0.8},
    ...     "outputs": {"csv": "all.csv", "marked": "marked"},
    ... })

    A job from a file logs finished images in a journal beside it: ``resume=True`` continues an
    interrupted run, ``retry=True`` also repeats failed images. A dictionary needs a ``journal`` (a
    folder) for that. ``shard=(k, n)`` searches every n-th image, beginning with the k-th; `merge`
    combines the reports of all shards.

    A picture that cannot be read does not stop the others; see ``report.failures``.
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
    """Combines finished shards into the job's CSV and JSON lines. ``journal`` is the folder with
    their journals."""
    images, matches, failures, written = _core.merge(os.fsencode(journal))
    return Merged(
        images, matches, [text(each) for each in failures], [text(each) for each in written]
    )
