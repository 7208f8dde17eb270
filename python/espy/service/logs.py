# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The log: a line of JSON on standard error for each request, warning and error."""

from __future__ import annotations

import datetime
import json
import logging
import sys
from typing import Any


class JsonLines(logging.Formatter):
    """Formats a record as an object; ``extra={"facts": ...}`` are its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        time = datetime.datetime.fromtimestamp(record.created, datetime.timezone.utc)
        fields: dict[str, Any] = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def to_stderr() -> None:
    """Sends the log of this process there."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("espy.service", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
