# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""What all findings report about their search."""

from __future__ import annotations

from typing import Any


class Reported:
    """Base of findings whose compiled part is ``_found``."""

    __slots__ = ()

    _found: Any

    @property
    def timeline(self) -> dict[str, float]:
        """Milliseconds of each stage, in order."""
        return dict(self._found.stages)

    @property
    def engine(self) -> str:
        """The engine that searched."""
        return self._found.engine

    @property
    def threads(self) -> int:
        """Number of threads."""
        return self._found.threads

    @property
    def choice(self) -> str:
        """Why "auto" chose this engine; empty if one was named."""
        return self._found.choice

    @property
    def strategy(self) -> str:
        """The strategy, in a sentence. With "auto" also why this engine was chosen, or why it fell
        back to another one."""
        parts = (self._found.strategy, self._found.choice, self._found.fallback)
        return "; ".join(part for part in parts if part)
