# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What every finding says of how it came about."""

from __future__ import annotations

from typing import Any


class Reported:
    """For a finding whose compiled part is ``_found``."""

    __slots__ = ()

    _found: Any

    @property
    def timeline(self) -> dict[str, float]:
        """Where the time went: the milliseconds of each stage, in their order."""
        return dict(self._found.stages)

    @property
    def engine(self) -> str:
        """Who has searched."""
        return self._found.engine

    @property
    def threads(self) -> int:
        """On how many threads."""
        return self._found.threads

    @property
    def choice(self) -> str:
        """Why this engine was taken, or empty where one was named."""
        return self._found.choice

    @property
    def strategy(self) -> str:
        """How the answer was reached, in a sentence; and why on this engine, where none was named,
        or why not on the one that was chosen."""
        parts = (self._found.strategy, self._found.choice, self._found.fallback)
        return "; ".join(part for part in parts if part)
