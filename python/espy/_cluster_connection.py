# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Connections to a Ray cluster."""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .errors import BadUse, SystemFailure, Unsupported

#: Maximum of repetitions of a task whose worker died: a picture may be the cause.
MAX_TASK_RETRIES = 5


@contextmanager
def connected(address: str | None) -> Iterator[Any]:
    """Connects to a cluster; disconnects at the end, unless it was connected before."""
    try:
        import ray
    except ImportError:
        raise Unsupported("a cluster needs Ray: pip install ray") from None
    if ray.is_initialized():
        yield ray
        return
    where = address or os.environ.get("RAY_ADDRESS") or "auto"
    check_answers(where)
    ending = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=where, logging_level="ERROR", log_to_driver=False)
    except Exception as failure:
        why = first_line(failure)
        raise SystemFailure(f"{where}: no Ray cluster can be reached: {why}") from None
    # Ray installs its own handler, which aborts the process.
    if ending is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, ending)
    try:
        yield ray
    finally:
        ray.shutdown()


#: How an HTTP/2 connection begins, as gRPC speaks it: the preface and empty settings (RFC 9113).
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
#: Seconds that a cluster has to answer.
_ANSWERS = 10


def check_answers(address: str) -> None:
    """Fails within seconds if no cluster answers at this address: Ray itself tries for minutes."""
    match = re.fullmatch(r"(?:ray://)?\[?([^/]+?)\]?:(\d+)", address)
    if not match:
        if address in ("auto", "local") or "://" in address:
            return
        raise BadUse(f"{address!r}: the address of a cluster must be HOST:PORT")
    try:
        with socket.create_connection((match[1], int(match[2])), timeout=_ANSWERS) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":
                return
            connection.sendall(_PREFACE)
            if connection.recv(9, socket.MSG_WAITALL)[3:4] != b"\x04":
                raise OSError("another program is listening there")
    except (OSError, OverflowError, UnicodeError) as failure:
        why = getattr(failure, "strerror", None) or str(failure)
        raise SystemFailure(f"{address}: no Ray cluster can be reached: {why}") from None


def first_line(failure: BaseException) -> str:
    return (str(failure).strip() or type(failure).__name__).splitlines()[0]
