# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""API keys. Only hashes are kept: a key is 32 random bytes, so nobody finds one by trying, and a
plain SHA-256 is enough, which a password would not be safe with."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Callable

from ..errors import BadUse
from .ledger import Key, LedgerAway

#: Each may do what those before it may.
ROLES = ("search", "write", "admin")
_BEGIN = "espy_"
#: Seconds that a removed key may go on.
REMEMBERED = 2.0


def made(name: str, role: str) -> tuple[str, Key]:
    """A new key, which nobody is told again, and what is kept of it."""
    if role not in ROLES:
        raise BadUse(f"role: must be one of {', '.join(ROLES)}, not {role!r}")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
        raise BadUse(f"{name!r}: a key's name has letters, digits, ., _ and -")
    secret = _BEGIN + secrets.token_urlsafe(32)
    return secret, Key(_hash(secret), name, role)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """The keys, as the ledger had them a moment ago."""

    def __init__(self, read: Callable[[], list[Key]]) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._known: dict[str, Key] = {}
        self._at = float("-inf")

    def of(self, secret: str) -> Key | None:
        """What is kept of this key; None where it is none."""
        if self._at == float("-inf"):
            with self._lock:
                if self._at == float("-inf"):
                    self._look()
        elif time.monotonic() - self._at > REMEMBERED and self._lock.acquire(blocking=False):
            # One looks; the others go on with what was known, also while the ledger is away.
            try:
                self._at = time.monotonic()
                self._look()
            except LedgerAway:
                pass
            finally:
                self._lock.release()
        # Looked up by its hash: how long that takes says nothing of the key.
        return self._known.get(_hash(secret))

    def _look(self) -> None:
        self._known = {key.hash: key for key in self._read()}
        self._at = time.monotonic()


def allows(role: str, needed: str) -> bool:
    """May this role do what that one may?"""
    return ROLES.index(role) >= ROLES.index(needed)
