# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Traces by OpenTelemetry, if its package is installed. ``opentelemetry-instrument`` sends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_tracer: Any = None
try:
    from opentelemetry import propagate, trace

    _tracer = trace.get_tracer("espy.service")
except ImportError:
    pass


@contextmanager
def span(name: str, headers: Mapping[str, str] | None = None, **facts: Any) -> Iterator[Any]:
    """Records this context as a span, which continues the trace in a request's headers."""
    if _tracer is None:
        yield None
        return
    context = None if headers is None else propagate.extract(headers)
    with _tracer.start_as_current_span(name, context=context, attributes=facts) as made:
        yield made
