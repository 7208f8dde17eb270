# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m espy.cluster``: the command line."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import warnings
from typing import Any

from .cluster import Outcome, Progress, run
from .errors import Error

DONE, REFUSED, PARTLY_DONE, CANCELLED = 0, 2, 3, 130
#: Maximum of sentences of a kind that are printed.
MOST = 100

ABOUT = (
    "Searches many pictures on the machines of a Ray cluster: the job of espy batch, with the"
    " same output files. All nodes need the job's folder under the same name."
)
STATUS = (
    "Exit status: 0 done, 2 refused, 3 some images failed and the others were done, 130 cancelled"
)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> Any:
        self.exit(REFUSED, f"espy: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = _Parser(prog="python -m espy.cluster", description=ABOUT, epilog=STATUS)
    add = made.add_argument
    add("job", metavar="JOB.json")
    add(
        "--address",
        metavar="HOST:PORT",
        help="address of the cluster; default: RAY_ADDRESS, or the cluster of this machine; local:"
        " start one here",
    )
    add(
        "--resume",
        action="store_true",
        help="continue: results of unchanged images are kept",
    )
    add("--retry", action="store_true", help="as --resume, and search failed images again")
    add(
        "--shards",
        type=int,
        default=0,
        metavar="N",
        help="number of parts; default: chosen for the cluster",
    )
    add(
        "--num-cpus-per-task",
        type=int,
        default=1,
        metavar="N",
        help="CPUs of a task and its threads (two threads on one CPU); default: 1",
    )
    add(
        "--num-gpus-per-task",
        type=float,
        metavar="N",
        help="default: 1 with a GPU engine, else 0; 0.5: two tasks on a GPU",
    )
    add("--engine", metavar="NAME", help="overrides the job's engine")
    add(
        "--progress",
        choices=("auto", "json", "none"),
        default="auto",
        help="auto (default): a line on a terminal; json: lines on standard output; none",
    )
    add(
        "--quiet",
        action="store_true",
        help="no output and no error messages: only the exit status",
    )
    return made


class _Output:
    """Prints messages and progress, or nothing with --quiet."""

    def __init__(self, quiet: bool, progress: str) -> None:
        self._quiet = quiet
        self._json = progress == "json"
        self._line = progress == "auto" and not quiet and sys.stderr.isatty()
        self._lines = 0

    def write(self, words: str) -> None:
        if not self._quiet:
            sys.stderr.write(words.encode("utf-8", "replace").decode("utf-8"))
            sys.stderr.flush()

    def error_line(self, sentence: str) -> None:
        self.write(f"espy: {sentence}\n")

    def error_lines(self, sentences: list[str], others: str) -> None:
        for sentence in sentences[:MOST]:
            self.error_line(sentence)
        if len(sentences) > MOST:
            self.error_line(f"and {len(sentences) - MOST} {others}")

    def progress(self, now: Progress) -> None:
        if self._json:
            self._write_json(now)
        elif self._line:
            over = now.done + now.failed
            words = f"\r{over} of {now.of}, {over / max(now.seconds, 1e-3):.0f} a second"
            if now.failed:
                words += f", {now.failed} failed"
            if now.left is not None:
                words += f", {_clock(now.left)} left"
            self._lines += 1
            self.write(words + "\x1b[K")

    def end_line(self) -> None:
        if self._lines:
            self.write("\r\x1b[K")

    def _write_json(self, now: Progress) -> None:
        fields = {
            "done": now.done,
            "failed": now.failed,
            "before": 0,  # images of earlier runs are part of their shard's numbers
            "of": now.of,
            "matches": now.matches,
            "seconds": now.seconds,
        }
        if now.left is not None:
            fields["left"] = now.left
        fields.update(shards=now.shards, shards_of=now.shards_of)
        print(json.dumps(fields, separators=(",", ":")), flush=True)


def _clock(seconds: float) -> str:
    whole = math.ceil(seconds)
    minutes = f"{whole // 60 % 60}:{whole % 60:02}"
    return minutes if whole < 3600 else f"{whole // 3600}:{minutes:>05}"


def _report(voice: _Output, outcome: Outcome) -> int:
    voice.error_lines(outcome.notes, "other notes")
    voice.error_lines(outcome.failures, "other failures; the summary lists all of them")
    total = f"{outcome.done} of {outcome.images} images done"
    if outcome.failed:
        total += f", {outcome.failed} failed"
    voice.write(f"{total}, {outcome.matches} match{'' if outcome.matches == 1 else 'es'}\n")
    if outcome.taken_over:
        shards = "1 shard was" if outcome.taken_over == 1 else f"{outcome.taken_over} shards were"
        voice.write(f"{shards} completed by another worker after the first one died\n")
    if outcome.interrupted:
        voice.error_line("cancelled; --resume continues with the images that are not done")
        return CANCELLED
    voice.error_lines(outcome.lost, "other shards that could not be completed")
    if outcome.lost:
        voice.error_line("--resume continues with the shards that are not done")
        return REFUSED
    return PARTLY_DONE if outcome.failed else DONE


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status."""
    given = parser().parse_args(arguments)
    voice = _Output(given.quiet, given.progress)
    warnings.showwarning = lambda message, *_, **__: voice.error_line(str(message))
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        outcome = run(
            given.job,
            address=given.address,
            resume=given.resume,
            retry=given.retry,
            shards=given.shards,
            cpus=given.num_cpus_per_task,
            gpus=given.num_gpus_per_task,
            engine=given.engine,
            progress=voice.progress,
        )
    except Error as refused:
        voice.end_line()
        voice.error_line(str(refused))
        return REFUSED
    except KeyboardInterrupt:
        voice.end_line()
        voice.error_line("cancelled; --resume continues with the images that are not done")
        return CANCELLED
    voice.end_line()
    return _report(voice, outcome)
