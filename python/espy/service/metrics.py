# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Metrics for Prometheus. Each process counts its own; a gateway merges those of all processes."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import Metric

#: Upper bounds of a histogram's buckets, in seconds.
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
BATCHES = (1, 2, 4, 8, 16, 32)

#: Metric -> its kind and help text.
FIGURES: dict[str, tuple[Any, str]] = {
    "espy_requests_total": (Counter, "Answered requests, by operation and status."),
    "espy_request_seconds": (Histogram, "Duration of requests, by operation."),
    "espy_stage_seconds": (Histogram, "Duration of the stages of searches and writes."),
    "espy_batch_queries": (Histogram, "Photographs searched together in a batch."),
    "espy_waiting": (Gauge, "Requests in progress or waiting."),
    "espy_coverage": (Gauge, "Share of a library that is searched now."),
    "espy_references": (Gauge, "Surfaces of a library that are searched now."),
    "espy_partial_total": (Counter, "Searches that did not cover a whole library."),
    "espy_written_total": (Counter, "Surfaces written or removed."),
    "espy_gpu_used_bytes": (Gauge, "GPU memory in use, by all processes."),
    "espy_gpu_bytes": (Gauge, "GPU memory in total."),
    "espy_shards": (Gauge, "Running shards, including replicas."),
}


class Metrics:
    """The metrics of one process. Thread-safe."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._lock = threading.Lock()
        self._figures: dict[str, Any] = {}

    def _of(self, figure: str, labels: Mapping[str, object]) -> Any:
        with self._lock:
            if figure not in self._figures:
                kind, text = FIGURES[figure]
                more: dict[str, Any] = {"labelnames": sorted(labels), "registry": self._registry}
                if kind is Histogram:
                    more["buckets"] = BATCHES if figure == "espy_batch_queries" else SECONDS
                self._figures[figure] = kind(figure, text, **more)
            found = self._figures[figure]
        return found.labels(**labels) if labels else found

    def count(self, figure: str, by: float = 1, **labels: object) -> None:
        """Increments a counter."""
        self._of(figure, labels).inc(by)

    def set(self, figure: str, value: float, **labels: object) -> None:
        """Sets a gauge."""
        self._of(figure, labels).set(value)

    def took(self, figure: str, value: float, **labels: object) -> None:
        """Adds an observation to a histogram."""
        self._of(figure, labels).observe(value)

    def values(self) -> list[Metric]:
        """All metrics; they can be pickled."""
        return list(self._registry.collect())


def exposition(sources: Iterable[tuple[Mapping[str, str], list[Metric]]]) -> str:
    """The text for Prometheus: metrics of several processes, each with additional labels."""
    merged: dict[str, Metric] = {}
    for own, figures in sources:
        for each in figures:
            into = merged.setdefault(each.name, Metric(each.name, each.documentation, each.type))
            for sample in each.samples:
                if not sample.name.endswith("_created"):
                    labels = {**own, **sample.labels}
                    into.samples.append(sample._replace(labels=labels))

    class Merged(CollectorRegistry):
        """What `generate_latest` reads."""

        def collect(self) -> Iterable[Metric]:
            return (merged[name] for name in sorted(merged))

    return generate_latest(Merged()).decode()
