# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Metrics for Prometheus. Each process counts its own and sends them with its heartbeats; a gateway
merges those of all processes."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any

#: Upper bounds of a histogram's buckets, in seconds.
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

#: Metric -> its type and help text.
FIGURES = {
    "espy_requests_total": ("counter", "Answered requests, by operation and status."),
    "espy_request_seconds": ("histogram", "Duration of requests, by operation."),
    "espy_stage_seconds": ("histogram", "Duration of the stages of searches and writes."),
    "espy_batch_queries": ("histogram", "Photographs searched together in a batch."),
    "espy_waiting": ("gauge", "Requests in progress or waiting."),
    "espy_coverage": ("gauge", "Share of a library that is searched now."),
    "espy_references": ("gauge", "Surfaces of a library that are searched now."),
    "espy_partial_total": ("counter", "Searches that did not cover a whole library."),
    "espy_written_total": ("counter", "Surfaces written or removed."),
    "espy_behind_changes": ("gauge", "Changes that a shard has not applied yet."),
    "espy_card_used_bytes": ("gauge", "GPU memory in use, by all processes."),
    "espy_card_bytes": ("gauge", "GPU memory in total."),
    "espy_shards": ("gauge", "Running shards, including replicas."),
}
_BATCHES = (1, 2, 4, 8, 16, 32)


class Metrics:
    """The metrics of one process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, tuple[tuple[str, str], ...]], Any] = {}

    def count(self, figure: str, by: float = 1, **labels: object) -> None:
        """Increments a counter."""
        with self._lock:
            key = _key(figure, labels)
            self._counts[key] = self._counts.get(key, 0) + by

    def set(self, figure: str, value: float, **labels: object) -> None:
        """Sets a gauge."""
        with self._lock:
            self._counts[_key(figure, labels)] = value

    def took(self, figure: str, value: float, **labels: object) -> None:
        """Adds an observation to a histogram."""
        ends = ends_of(figure)
        with self._lock:
            kept = self._counts.setdefault(_key(figure, labels), [0] * (len(ends) + 1) + [0.0])
            part = next((i for i, end in enumerate(ends) if value <= end), len(ends))
            kept[part] += 1
            kept[-1] += value

    def values(self) -> list[Any]:
        """All metrics, ready for JSON: (name, labels, value or buckets and sum)."""
        with self._lock:
            return [
                [figure, dict(labels), list(kept) if isinstance(kept, list) else kept]
                for (figure, labels), kept in self._counts.items()
            ]


def _key(figure: str, labels: Mapping[str, object]) -> tuple[str, tuple[tuple[str, str], ...]]:
    return figure, tuple(sorted((name, str(value)) for name, value in labels.items()))


def ends_of(figure: str) -> tuple[float, ...]:
    """The upper bounds of a histogram's buckets."""
    return _BATCHES if figure == "espy_batch_queries" else SECONDS


def exposition(sources: Iterable[tuple[Mapping[str, str], list[Any]]]) -> str:
    """The text for Prometheus: metrics as `Metrics.values` returns them, each with additional
    labels."""
    figures: dict[str, list[str]] = {}
    for own, figures_of_one in sources:
        for figure, labels, kept in figures_of_one:
            lines = figures.setdefault(figure, [])
            labels = {**own, **labels}
            if isinstance(kept, list):
                lines += _histogram(figure, labels, kept)
            else:
                lines.append(f"{figure}{_labels(labels)} {kept:g}")
    text = []
    for figure, lines in sorted(figures.items()):
        kind, what = FIGURES[figure]
        text += [f"# HELP {figure} {what}", f"# TYPE {figure} {kind}", *lines]
    return "\n".join(text) + "\n"


def _histogram(figure: str, labels: Mapping[str, str], kept: list[float]) -> list[str]:
    lines, below = [], 0.0
    for end, count in zip([*ends_of(figure), "+Inf"], kept):
        below += count
        lines.append(f"{figure}_bucket{_labels({**labels, 'le': str(end)})} {below:.0f}")
    lines.append(f"{figure}_sum{_labels(labels)} {kept[-1]:.9g}")
    lines.append(f"{figure}_count{_labels(labels)} {below:.0f}")
    return lines


def _labels(labels: Mapping[str, str]) -> str:
    def escaped(value: str) -> str:
        return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

    inside = ",".join(f'{name}="{escaped(value)}"' for name, value in labels.items())
    return f"{{{inside}}}" if inside else ""
