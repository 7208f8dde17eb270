# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Batches on a Ray cluster, with the same output as on one machine, byte for byte.

>>> from espy import cluster
>>> outcome = cluster.run("job.json", address="10.0.0.1:6379")

or ``python -m espy.cluster job.json --address 10.0.0.1:6379``. docs/scale.md explains how to set up
a cluster. Its nodes need Espy, Ray, and the job's folder under the same path.

A job is split into shards, several per worker; each is a Ray task, which Ray repeats if its worker
dies. A shard's journal is in the job's folder, so the repeated task continues after the last
finished image. At the end `espy.merge` combines the reports.

`Scenes` is a `SceneIndex` in parts, which the machines of a cluster search together.
"""

from __future__ import annotations

import os
import sys
import time
import uuid
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from . import _core, merge
from ._cluster_connection import MAX_TASK_RETRIES, connected, first_line
from ._cluster_plan import Plan
from ._cluster_scenes import Scenes
from ._cluster_worker import Call, Part, do_shard, journal_of, size_of
from ._arguments import Path
from .errors import BadUse, Error

__all__ = ["MAX_TASK_RETRIES", "Outcome", "Progress", "Scenes", "run"]

#: Minimum of threads of a shard, also on one CPU: one reads while another computes.
LEAST_THREADS = 2


@dataclass(frozen=True)
class Progress:
    """Progress of a batch. Images count when their shard is done."""

    shards: int
    shards_of: int
    done: int
    failed: int
    of: int
    matches: int
    seconds: float
    #: Estimated seconds left, or None.
    left: float | None


@dataclass(frozen=True)
class Outcome:
    """The result of a batch on a cluster."""

    images: int
    done: int
    failed: int
    cancelled: int
    matches: int
    #: Why images failed, one sentence each, in the order of the images.
    failures: list[str] = field(repr=False)
    #: Remarks on images.
    notes: list[str] = field(repr=False)
    #: Shards that could not be completed, one sentence each. If any, no reports were written.
    lost: list[str]
    #: The reports that were written; marked pictures and crops are not listed.
    written: list[str]
    shards: int
    #: Number of shards that were completed by another worker than began them.
    taken_over: int
    #: Host names of the workers.
    nodes: list[str]
    interrupted: bool = False


def run(
    job: Path,
    *,
    address: str | None = None,
    resume: bool = False,
    retry: bool = False,
    shards: int = 0,
    cpus: int = 1,
    gpus: float | None = None,
    engine: str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Outcome:
    """Searches many pictures on all machines of a Ray cluster, as `espy.batch` does on one.

    - ``job``: name of a job file, in a folder that all nodes have under the same path;
    - ``address``: of the cluster, such as "10.0.0.1:6379" or "ray://10.0.0.1:10001"; "local" starts
      one on this machine; None: RAY_ADDRESS, or the cluster that this machine is part of. Ignored
      if the program has called `ray.init` already;
    - ``resume``, ``retry``: continue an interrupted job; also repeat failed images;
    - ``shards``: number of shards, 0 for a default; a resumed job keeps its number;
    - ``cpus``: CPUs of a shard, which runs as many threads, but at least two; ``gpus``: GPUs of a
      shard, 0.5 for two shards on a GPU; None: one if the engine uses a GPU, else none;
    - ``engine``: overrides the job's;
    - ``progress``: called with a `Progress` now and then.

    Ctrl-C stops it; finished images are kept, and the outcome has ``interrupted`` set.
    """
    if cpus < 1:
        raise BadUse("cpus: must be 1 or more")
    if gpus is not None and gpus < 0:
        raise BadUse("gpus: must not be negative")
    plan = Plan(job, engine, resume or retry, shards)
    if gpus is None:
        gpus = 1 if plan.needs_gpu else 0
    with plan.locked(), connected(address) as ray:
        of = plan.begin(shards, _slots(ray, cpus, gpus))
        call = Call(
            run=uuid.uuid4().hex,
            job=plan.job,
            folder=os.getcwdb(),
            of=of,
            retry=retry,
            engine=engine,
            threads=plan.threads or max(LEAST_THREADS, cpus),
            version=_core.version,
        )
        tasks = _Tasks(ray, call, plan, {"num_cpus": cpus, "num_gpus": gpus})
        tasks.wait(plan.images, progress)
        return _end(plan, tasks, of)


class _Tasks:
    """The shards as Ray tasks."""

    def __init__(self, ray: Any, call: Call, plan: Plan, needs: dict[str, Any]) -> None:
        self._ray = ray
        self._stop_all = lambda: plan.stop(call.run)
        self.parts: list[Part] = []
        self.lost: list[str] = []
        self.interrupted = False
        self._of = call.of
        task = ray.remote(max_retries=MAX_TASK_RETRIES, **needs)(do_shard)
        self._waiting: dict[Any, int] = {}
        for number in range(1, call.of + 1):
            size = size_of(journal_of(plan.journal, number, call.of))
            shard = task.options(name=f"espy shard {number} of {call.of}")
            self._waiting[shard.remote(call, number, size)] = number

    def wait(self, images: int, progress: Callable[[Progress], object] | None) -> None:
        """Waits for all tasks. Raises the error of a refused shard."""
        begin = time.monotonic()
        last_report = begin
        try:
            while self._waiting:
                waiting = list(self._waiting)
                ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0.25)
                for each in ready:
                    self._take(each)
                now = time.monotonic()
                if progress is not None and (now - last_report > 0.5 or not self._waiting):
                    last_report = now
                    progress(self._progress(images, now - begin))
        except KeyboardInterrupt:
            self.interrupted = True
            self._stop()
        except BaseException:
            self._stop()
            raise

    def _take(self, ready: Any) -> None:
        number = self._waiting.pop(ready)
        try:
            part = self._ray.get(ready)
        except self._ray.exceptions.RayError as failure:
            if self.interrupted:
                return
            why = first_line(failure)
            self.lost.append(f"shard {number} of {self._of}: could not be completed: {why}")
            return
        if part.refused is None:
            self.parts.append(part)
        elif not self.interrupted:
            raise part.refused

    def _stop(self) -> None:
        """Lets the workers finish what they write, for up to 5 seconds."""
        self.interrupted = True
        with suppress(KeyboardInterrupt):
            self._stop_all()
            waiting = list(self._waiting)
            if not waiting:
                return
            ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=5)
            for each in ready:
                self._take(each)

    def _progress(self, images: int, seconds: float) -> Progress:
        done = sum(part.done for part in self.parts)
        failed = sum(part.failed for part in self.parts)
        share = (done + failed) / max(1, images)
        return Progress(
            shards=len(self.parts),
            shards_of=self._of,
            done=done,
            failed=failed,
            of=images,
            matches=sum(part.matches for part in self.parts),
            seconds=seconds,
            left=seconds * (1 - share) / share if share > 0 else None,
        )


def _end(plan: Plan, tasks: _Tasks, of: int) -> Outcome:
    """Merges the shards' reports."""
    parts = tasks.parts
    failures = [sentence for _, sentence in sorted(f for part in parts for f in part.failures)]
    done = sum(part.done for part in parts)
    images, matches = plan.images, sum(part.matches for part in parts)
    written: list[str] = []
    lost = list(tasks.lost)
    if not lost and not tasks.interrupted:
        try:
            plan.remove_reports()
            merged = merge(plan.journal)
            images, matches, failures = merged.images, merged.matches, merged.failures
            written = merged.written
            done = images - len(failures)
        except Error as refused:  # e.g. a full disk, which journals do not record
            lost.append(str(refused))
    return Outcome(
        images=images,
        done=done,
        failed=len(failures),
        cancelled=images - done - len(failures),
        matches=matches,
        failures=failures,
        notes=[note for _, note in sorted(n for part in parts for n in part.notes)],
        lost=lost,
        written=written,
        shards=of,
        taken_over=sum(part.again for part in parts),
        nodes=sorted({part.node for part in parts}),
        interrupted=tasks.interrupted,
    )


def _slots(ray: Any, cpus: int, gpus: float) -> int:
    """Number of shards that can run concurrently on the cluster as it is now."""
    slots = 0
    for node in ray.nodes():
        has = node["Resources"] if node["Alive"] else {}
        fit = int(has.get("CPU", 0) // cpus)
        slots += min(fit, int(has.get("GPU", 0) / gpus)) if gpus else fit
    if slots == 0:
        needs = f"{cpus} CPUs" + (f" and {gpus:g} GPUs" if gpus else "")
        warnings.warn(f"no node of the cluster has {needs} now; waiting for one", stacklevel=3)
    return max(1, slots)


if __name__ == "__main__":
    from espy._cluster_command import main

    sys.exit(main())
